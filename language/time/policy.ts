/**
 * Which one is meant when words name a time that comes again and again (周三, 9号, 5月, 春节, 三点): the policy in one place.
 * The tense of the sentence decides; without one the coming one is taken, and the mention is marked ambiguous.
 */
import type { Context, Span } from "./grammar.ts";

/**
 * The nth occurrence, counted from the period that holds today (0): -1 the one before, 1 the next. May be undefined where
 * that period has none (31 in a short month).
 */
export type Occurrence = (n: number) => Span | undefined;

/** The last one that has begun when the sentence looks back, else the next one that is not over. */
export function nearest(occurrence: Occurrence, context: Context, reading: string): Span | undefined {
  const candidates = [-2, -1, 0, 1, 2].map(occurrence).filter((span) => span !== undefined);
  if (context.tense === "past") {
    const last = candidates.filter((span) => span.start <= context.now).at(-1);
    return last && { ...last, direction: "past" };
  }
  const next = candidates.find((span) => span.end > context.today);
  if (next === undefined) return undefined;
  if (context.tense === "future") return { ...next, direction: "future" };
  return { ...next, ambiguous: `the coming ${reading}; the last one is possible` };
}

/** The one of the current period unless the tense of the sentence says otherwise: 5月3号, 9号, 3月. */
export function current(
  occurrence: Occurrence,
  context: Context,
  period: "year" | "month",
): Span | undefined {
  const here = occurrence(0);
  if (here === undefined) return nearest(occurrence, context, "one");
  if (context.tense === "past" && here.start > context.now) return withDirection(occurrence(-1), "past");
  if (context.tense === "future" && here.end <= context.today) return withDirection(occurrence(1), "future");
  if (context.tense !== "none") return here;
  return { ...here, ambiguous: `the one of this ${period}; another ${period} is possible` };
}

function withDirection(span: Span | undefined, direction: "past" | "future"): Span | undefined {
  return span && { ...span, direction };
}
