/**
 * Which one is meant when words name a time that comes again and again (周三, 9号, 5月, 春节, 三点): the policy in one place.
 * The tense of the sentence decides; without one the coming one is taken, and the mention is marked ambiguous.
 */
import type { Context, Span } from "./grammar.ts";
import { DAY, HOUR, midnight } from "./zone.ts";
import type { LocalTime } from "./zone.ts";

/**
 * The nth occurrence, counted from the period that holds today (0): -1 the one before, 1 the next. May be undefined where
 * that period has none (31 in a short month).
 */
export type Occurrence = (n: number) => Span | undefined;

/** The last one that has begun when the sentence looks back, else the next one that is not over. */
export function nearest(occurrence: Occurrence, context: Context, reading: string): Span | undefined {
  const around = [-2, -1, 0, 1, 2].map(occurrence).filter((span) => span !== undefined);
  const candidates = around.length > 0 ? around : rare(occurrence);
  if (context.tense === "past") {
    const last = candidates.filter((span) => span.start <= context.now).at(-1);
    return last && { ...last, direction: "past" };
  }
  const next = candidates.find((span) => span.end > context.today);
  const last = candidates.at(-1);
  if (next === undefined) return last && { ...last, direction: "past" };
  if (context.tense === "future") return { ...next, direction: "future" };
  return { ...next, ambiguous: `the coming ${reading}; the last one is possible` };
}

/** What comes less than once in five periods (a leap month): the nearest one of forty, the past one first. */
function rare(occurrence: Occurrence): Span[] {
  for (let n = 3; n <= 20; n++) {
    const found = [-n, n].map(occurrence).find((span) => span !== undefined);
    if (found !== undefined) return [found];
  }
  return [];
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

/** How far a day's evening reaches: 今晚三点 is 27 hours after that day's midnight. */
const NIGHT_ENDS = 29 * HOUR;

/**
 * A part of today, or an hour of it, for a person who is still awake after midnight: of the day that is ending, except for an
 * hour after midnight that has just begun or gone (今天凌晨一点, said at two), a morning that lies ahead, and what is
 * over in a clause that looks ahead. `on` places it on the day with a given midnight.
 */
export function ofWakingDay(on: (day: LocalTime) => Span, context: Context): Span {
  const { now, today, tense } = context;
  const ending = { ...on(today), isToday: true };
  const calendarDay = midnight(now);
  if (calendarDay === today) return ending;
  const coming = on(today + DAY);
  if (coming.start <= now) return coming;
  const reachesNow = ending.dayPart !== undefined && ending.grain === "daypart" && ending.dayPart.to >= 24;
  if (ending.end > now || (reachesNow && now < today + NIGHT_ENDS)) return ending;
  const isMorning = coming.start < calendarDay + 12 * HOUR;
  if (tense === "past" || (tense === "none" && !isMorning)) return ending;
  return tense === "future"
    ? { ...coming, direction: "future" }
    : { ...coming, direction: "future", ambiguous: "of the day that comes; the day before is possible" };
}
