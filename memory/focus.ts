/** Temporary focus events: things of the next days that the companion keeps in mind until they expire. */
import { z } from "zod";
import { GrainSchema } from "./record.ts";

export const FocusEventSchema = z.object({
  id: z.string(),
  content: z.string(),
  keywords: z.array(z.string()),
  /** ISO instants, half open. */
  eventStart: z.string(),
  eventEnd: z.string(),
  eventGrain: GrainSchema,
  expiresAt: z.string(),
  createdAt: z.string(),
  /** Turn it was said in. */
  source: z.string(),
});
export type FocusEvent = z.infer<typeof FocusEventSchema>;

export interface FocusCue {
  readonly text: string;
  readonly keywords: readonly string[];
  readonly range?: { readonly start: string; readonly end: string } | undefined;
}

export function activeFocus(events: readonly FocusEvent[], now: Date): FocusEvent[] {
  const instant = now.toISOString();
  return events
    .filter((event) => event.expiresAt > instant)
    .sort((a, b) => a.eventStart.localeCompare(b.eventStart));
}

/**
 * The active events that matter for this input: those it names by keyword, those of the time it asks about, and those
 * that are due (begin within `dueWithinMs`, or ended less than that ago, so that the companion can ask how it went).
 */
export function focusForTurn(
  events: readonly FocusEvent[],
  cue: FocusCue,
  now: Date,
  dueWithinMs = 36 * 3_600_000,
): FocusEvent[] {
  return activeFocus(events, now).filter(
    (event) => namedBy(event, cue) || overlaps(event, cue) || isDue(event, now, dueWithinMs),
  );
}

/** Whether the input names the event: one of its keywords stands in the text, or one of the input's in the event. */
export function namedBy(event: FocusEvent, cue: FocusCue): boolean {
  return (
    event.keywords.some((keyword) => keyword !== "" && cue.text.includes(keyword)) ||
    cue.keywords.some((keyword) => [...keyword].length > 1 && event.content.includes(keyword))
  );
}

function overlaps(event: FocusEvent, cue: FocusCue): boolean {
  return cue.range !== undefined && event.eventStart < cue.range.end && event.eventEnd > cue.range.start;
}

function isDue(event: FocusEvent, now: Date, withinMs: number): boolean {
  const start = Date.parse(event.eventStart);
  const end = Date.parse(event.eventEnd);
  return start - now.getTime() <= withinMs && now.getTime() - end <= withinMs;
}

const ENDED =
  /取消|不去了|不用去|不办了|泡汤|作废|改期|推迟|(?:考|办|弄|做|看|拔|面|忙|开|见|交|搬)完|结束了|搞定|回来了|\b(?:cancell?ed|called off|postponed|finished|is over|was over|are done|am done|it's done|went well)\b/i;

/** Whether the words may say that something kept in mind is done, cancelled or put off. */
export function tellsOfAnEnd(text: string): boolean {
  return ENDED.test(text);
}
