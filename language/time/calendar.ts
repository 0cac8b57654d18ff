/** Calendar spans in wall-clock time: years, seasons, months, weeks (from Monday) and days, and steps between them. */
import type { Span } from "./grammar.ts";
import { DAY, fieldsOf, localTime, midnight } from "./zone.ts";
import type { LocalTime } from "./zone.ts";

export function yearSpan(year: number): Span {
  return { start: localTime(year, 1, 1), end: localTime(year + 1, 1, 1), grain: "year" };
}

/** `months` calendar months from month `month` (1..12, others carry over) of `year`. */
export function monthSpan(year: number, month: number, months = 1): Span {
  return {
    start: localTime(year, month, 1),
    end: localTime(year, month + months, 1),
    grain: months === 1 ? "month" : "season",
  };
}

/** `days` whole days from the one that holds `at`. */
export function daySpan(at: LocalTime, days = 1): Span {
  const start = midnight(at);
  return { start, end: start + days * DAY, grain: "day" };
}

/** The week, Monday to Sunday, that holds `at`. */
export function weekSpan(at: LocalTime): Span {
  const start = mondayOf(at);
  return { start, end: start + 7 * DAY, grain: "week" };
}

export function mondayOf(at: LocalTime): LocalTime {
  return midnight(at) - ((fieldsOf(at).weekday + 6) % 7) * DAY;
}

/** A day of a month, or undefined where the month has no such day. */
export function dayOfMonth(year: number, month: number, day: number): Span | undefined {
  const start = localTime(year, month, day);
  const fields = fieldsOf(start);
  return day >= 1 && fields.day === day ? daySpan(start) : undefined;
}

/** The same day `months` later; the last day of the month where that is shorter (31 January, 28 February). */
export function addMonths(at: LocalTime, months: number): LocalTime {
  const { year, month, day } = fieldsOf(at);
  const last = fieldsOf(localTime(year, month + months + 1, 0)).day;
  return localTime(year, month + months, Math.min(day, last)) + (at - midnight(at));
}
