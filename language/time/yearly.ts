/** What a year has once: the type of a festival and the plain ways to tell its day. Used by festivals.ts and its parts. */
import { daySpan } from "./calendar.ts";
import type { Span } from "./grammar.ts";
import { DAY, fieldsOf, localTime } from "./zone.ts";
import type { LocalTime } from "./zone.ts";

/** The span in a year; undefined when that year has none. */
export type Festival = (year: number) => Span | undefined;

/** The same date every year, `days` long. */
export const fixed =
  (month: number, day: number, days = 1): Festival =>
  (year) =>
    daySpan(localTime(year, month, day), days);

/** The nth weekday (0 Sunday) of a month; n = -1 the last. */
export const nth =
  (month: number, weekday: number, n: number): Festival =>
  (year) => {
    const first = n > 0 ? localTime(year, month, 1) : localTime(year, month + 1, -6);
    const ahead = (weekday - fieldsOf(first).weekday + 7) % 7;
    return daySpan(first + (ahead + (n > 0 ? (n - 1) * 7 : 0)) * DAY);
  };

/** Dates that no rule gives: `first` is the year of the first one, each month * 100 + day. */
export const listed =
  (first: number, dates: readonly number[], days = 1): Festival =>
  (year) => {
    const date = dates[year - first];
    return date === undefined
      ? undefined
      : daySpan(localTime(year, Math.floor(date / 100), date % 100), days);
  };

/** A festival some days before or after another one, `days` long. */
export const shifted =
  (of: Festival, by: number, days = 1): Festival =>
  (year) => {
    const span = of(year);
    return span && daySpan(span.start + by * DAY, days);
  };

export function spanOf(day: LocalTime | undefined): Span | undefined {
  return day === undefined ? undefined : daySpan(day);
}

/** The same festival under each of the names, which spaces divide. */
export function names(list: string, festival: Festival): [string, Festival][] {
  return list.split(" ").map((name) => [name, festival]);
}
