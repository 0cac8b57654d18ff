/** Ways for a part to place itself, shared by the Chinese and the English grammar. */
import { addMonths, dayOfMonth, daySpan, mondayOf, monthSpan, weekSpan, yearSpan } from "./calendar.ts";
import type { Festival } from "./festivals.ts";
import { LEVEL } from "./grammar.ts";
import type { Context, DayPart, Part, Span } from "./grammar.ts";
import { current, nearest, ofWakingDay } from "./policy.ts";
import { DAY, fieldsOf, HOUR, MINUTE } from "./zone.ts";
import type { LocalTime } from "./zone.ts";

type Placing = Omit<Part, "end">;

export function directionOf(offset: number): "past" | "future" | "none" {
  return offset < 0 ? "past" : offset > 0 ? "future" : "none";
}

/** A span that stands by itself only: 昨天 cannot be within anything. */
export function alone(
  level: number,
  place: (context: Context) => Span | undefined,
  more?: Partial<Part>,
): Placing {
  return { level, place: (outer, context) => (outer === undefined ? place(context) : undefined), ...more };
}

export function year(number: number): Placing {
  return alone(LEVEL.year, () => yearSpan(number));
}

/** 去年 -1, 今年 0, 明年 1. */
export function yearFromNow(offset: number): Placing {
  return alone(LEVEL.year, ({ today }) => ({
    ...yearSpan(fieldsOf(today).year + offset),
    direction: directionOf(offset),
  }));
}

export function monthFromNow(offset: number): Placing {
  return alone(LEVEL.month, ({ today }) => {
    const { year, month } = fieldsOf(today);
    return { ...monthSpan(year, month + offset), direction: directionOf(offset) };
  });
}

/** The calendar quarter `offset` quarters from this one. */
export function quarterFromNow(offset: number): Placing {
  return alone(LEVEL.season, ({ today }) => {
    const { year, month } = fieldsOf(today);
    const first = Math.floor((month - 1) / 3) * 3 + 1;
    return { ...monthSpan(year, first + 3 * offset, 3), direction: directionOf(offset) };
  });
}

export function weekFromNow(offset: number): Placing {
  return alone(LEVEL.week, ({ today }) => ({
    ...weekSpan(today + offset * 7 * DAY),
    direction: directionOf(offset),
  }));
}

export function dayFromNow(offset: number): Placing {
  return alone(LEVEL.day, ({ today }) => ({
    ...daySpan(today + offset * DAY),
    direction: directionOf(offset),
    ...(offset === 0 ? { isToday: true } : {}),
  }));
}

/** `weekday` 0 (Sunday) .. 6 of the week `offset` weeks from this one; weeks begin on Monday. */
export function weekdayOfWeek(weekday: number, offset: number): Placing {
  return alone(LEVEL.weekday, ({ today }) => {
    const day = mondayOf(today) + (offset * 7 + ((weekday + 6) % 7)) * DAY;
    return { ...daySpan(day), direction: directionOf(day - today) };
  });
}

/**
 * A bare weekday: after a date it only repeats it, within a week it is that week's; by itself the last one before today when
 * the sentence looks back, else the next one after today (of today one says 今天).
 */
export function weekday(number: number): Placing {
  return {
    level: LEVEL.weekday,
    place: (outer, context) => {
      if (outer !== undefined) {
        if (outer.grain === "day") return outer;
        return outer.grain === "week"
          ? { ...outer, ...daySpan(outer.start + ((number + 6) % 7) * DAY) }
          : undefined;
      }
      const ahead = (number - fieldsOf(context.today).weekday + 7) % 7 || 7;
      if (context.tense === "past") {
        const back = (fieldsOf(context.today).weekday - number + 7) % 7 || 7;
        return { ...daySpan(context.today - back * DAY), direction: "past" };
      }
      const coming: Span = { ...daySpan(context.today + ahead * DAY), direction: "future" };
      return context.tense === "future"
        ? coming
        : { ...coming, ambiguous: "the coming one; the last one is possible" };
    },
  };
}

/** Saturday and Sunday of the week `offset` weeks from this one; bare (undefined) by the tense. */
export function weekend(offset?: number): Placing {
  return {
    level: LEVEL.day,
    place: (outer, context) => {
      const ofWeek = (monday: LocalTime): Span => daySpan(monday + 5 * DAY, 2);
      if (outer !== undefined)
        return outer.grain === "week" ? { ...outer, ...ofWeek(outer.start) } : undefined;
      const monday = mondayOf(context.today);
      if (offset !== undefined)
        return { ...ofWeek(monday + offset * 7 * DAY), direction: directionOf(offset) };
      return nearest((n) => ofWeek(monday + n * 7 * DAY), context, "weekend");
    },
  };
}

/** A calendar month by number within a year, or by itself of the current one. */
export function month(number: number): Placing | undefined {
  if (number < 1 || number > 12) return undefined;
  return inYear(LEVEL.month, (year) => monthSpan(year, number));
}

/** A day of a month by number within a month, or by itself of the current one. */
export function dayNumber(number: number): Placing | undefined {
  if (number < 1 || number > 31) return undefined;
  return {
    level: LEVEL.day,
    place: (outer, context) => {
      if (outer === undefined) {
        const { year, month } = fieldsOf(context.today);
        return current((n) => dayOfMonth(year, month + n, number), context, "month");
      }
      if (outer.grain !== "month") return undefined;
      const { year, month } = fieldsOf(outer.start);
      const day = dayOfMonth(year, month, number);
      return { ...outer, ...(day ?? { ambiguous: "the whole month, which has no such day" }) };
    },
  };
}

/** A day of a month of a year. */
export function monthDay(monthNumber: number, day: number): Placing | undefined {
  if (monthNumber < 1 || monthNumber > 12 || day < 1 || day > 31) return undefined;
  return inYear(LEVEL.day, (year) => dayOfMonth(year, monthNumber, day));
}

export function fullDate(yearNumber: number, monthNumber: number, day: number): Placing | undefined {
  if (monthNumber < 1 || monthNumber > 12) return undefined;
  return alone(LEVEL.day, () => dayOfMonth(yearNumber, monthNumber, day));
}

/** Something that a year has once and that is said by itself of the current year. */
export function inYear(level: number, of: (year: number) => Span | undefined): Placing {
  return {
    level,
    place: (outer, context) => {
      if (outer === undefined) {
        return current((n) => of(fieldsOf(context.today).year + n), context, "year");
      }
      const span = outer.grain === "year" ? of(fieldsOf(outer.start).year) : undefined;
      return span && { ...outer, ...span };
    },
  };
}

/** A festival of a year; by itself the nearest one by the tense. */
export function festival(of: Festival): Placing {
  return {
    level: LEVEL.day,
    place: (outer, context) => {
      if (outer === undefined) return nearest((n) => of(fieldsOf(context.today).year + n), context, "one");
      const span = outer.grain === "year" ? of(fieldsOf(outer.start).year) : undefined;
      return span && { ...outer, ...span };
    },
  };
}

/** A part of the day, of a day or by itself of today (or of the nearest day that the tense allows). */
export function dayPart(part: DayPart): Placing {
  return {
    level: LEVEL.daypart,
    place: (outer, context) => {
      if (outer !== undefined && outer.grain !== "day") return undefined;
      const { isToday, ...rest } = outer ?? { isToday: true };
      const on = (day: LocalTime): Span => ({
        ...rest,
        start: day + part.from * HOUR,
        end: day + part.to * HOUR,
        grain: "daypart",
        dayPart: part,
      });
      if (outer !== undefined) return isToday === true ? ofWakingDay(on, context) : on(outer.start);
      const today = ofWakingDay(on, context);
      if (context.tense === "past" && today.start > context.now)
        return { ...on(context.today - DAY), direction: "past" };
      if (context.tense === "future" && today.end <= context.now) {
        return { ...on(context.today + DAY), direction: "future" };
      }
      return today;
    },
  };
}

/** A clock reading as said. `said` hours 0..24. */
export interface ClockReading {
  readonly hour: number;
  readonly minute: number;
  readonly second?: number;
  /** The hour is of 24 and needs no part of the day: 15:37, 09:30, 18时. */
  readonly exact: boolean;
  /** Minutes were said, so that the span is a minute long, not an hour. */
  readonly toTheMinute: boolean;
}

/**
 * A clock time: within a part of the day by that part; on a day, hours up to 6 are taken for the afternoon and 7 to 11 for
 * the morning; by itself the nearest reading by the tense, waking hours (7 to 22) first.
 */
export function clock(reading: ClockReading): Placing | undefined {
  const { hour, minute, second = 0, exact, toTheMinute } = reading;
  if (hour > 24 || minute > 59 || second > 59 || (hour === 24 && minute > 0)) return undefined;
  const at = (day: LocalTime, on: number): Span => {
    const start = day + on * HOUR + minute * MINUTE + second * 1000;
    return { start, end: start + (toTheMinute ? MINUTE : HOUR), grain: toTheMinute ? "minute" : "hour" };
  };
  const twofold = !exact && hour >= 1 && hour <= 11;
  return {
    level: LEVEL.clock,
    place: (outer, context) => {
      if (outer?.dayPart !== undefined) {
        const chosen = exact && hour >= 13 ? hour : outer.dayPart.hourOf(hour);
        const { isToday, ...rest } = outer;
        const on = (day: LocalTime): Span => ({ ...rest, ...at(day, chosen) });
        return isToday === true ? ofWakingDay(on, context) : on(outer.start - outer.dayPart.from * HOUR);
      }
      if (outer !== undefined) {
        if (outer.grain !== "day") return undefined;
        const chosen = twofold && hour < 7 ? hour + 12 : hour;
        const ambiguous = twofold ? { ambiguous: `${chosen} o'clock; twelve hours off is possible` } : {};
        const { isToday, ...rest } = outer;
        const on = (day: LocalTime): Span => ({ ...rest, ...at(day, chosen), ...ambiguous });
        return isToday === true ? ofWakingDay(on, context) : on(outer.start);
      }
      if (!twofold) return nearestClock([hour], at, context);
      const chosen = nearestClock([hour, hour + 12], at, context);
      return chosen && { ...chosen, ambiguous: "the nearest such hour; twelve hours off is possible" };
    },
  };
}

/** The hour of 24 for 12 am .. 11 pm. */
export function withMeridiem(hour: number, meridiem: string | undefined): number {
  if (meridiem === undefined || hour > 12) return hour;
  return (hour % 12) + (meridiem.startsWith("p") ? 12 : 0);
}

function nearestClock(
  hours: readonly number[],
  at: (day: LocalTime, hour: number) => Span,
  { now, today, tense }: Context,
): Span | undefined {
  const waking = hours.filter((hour) => hour >= 7 && hour <= 22);
  const usual = waking.length > 0 ? waking : hours;
  const spans = [-DAY, 0, DAY].flatMap((offset) => usual.map((hour) => at(today + offset, hour)));
  if (tense === "past") {
    const last = spans.filter((span) => span.start <= now).at(-1);
    return last && { ...last, direction: "past" };
  }
  const next = spans.find((span) => span.end > now);
  return next && { ...next, direction: "future" };
}

export type Unit = "second" | "minute" | "hour" | "day" | "workday" | "week" | "month" | "year";

const LENGTH = { second: 1000, minute: MINUTE, hour: HOUR } as const;

/**
 * `amount` units away from a moment: months and years by the calendar, half a month as 15 days, workdays without
 * weekends (public holidays are not known).
 */
export function shift(at: LocalTime, amount: number, unit: Unit): LocalTime {
  switch (unit) {
    case "year":
      return shift(at, amount * 12, "month");
    case "month":
      return addMonths(at, Math.trunc(amount)) + Math.round((amount - Math.trunc(amount)) * 30) * DAY;
    case "week":
      return at + Math.round(amount * 7 * 24) * HOUR;
    case "day":
      return at + Math.round(amount * 24) * HOUR;
    case "workday":
      return addWorkdays(at, Math.round(amount));
    default:
      return at + amount * LENGTH[unit];
  }
}

function addWorkdays(at: LocalTime, days: number): LocalTime {
  let day = at;
  for (let left = Math.abs(days); left > 0;) {
    day += Math.sign(days) * DAY;
    if (fieldsOf(day).weekday % 6 !== 0) left--;
  }
  return day;
}

/**
 * `low` to `high` units before (negative) or after today: one span of the unit that was counted in. 3天前 is that day, 两周前
 * that calendar week, 三个月前 that month, 两年前 that year; hours and minutes count from now.
 */
export function unitsFromNow(low: number, high: number, unit: Unit): Placing {
  const direction = directionOf(low);
  const level = LEVEL_OF_UNIT[unit];
  return alone(level, ({ now, today }) => {
    if (unit === "hour" || unit === "minute" || unit === "second") {
      const start = shift(now, Math.min(low, high), unit);
      const end = shift(now, Math.max(low, high), unit) + (unit === "hour" ? HOUR : MINUTE);
      return { start, end, grain: unit === "hour" ? "hour" : "minute", direction };
    }
    const first = unitSpan(shift(today, Math.min(low, high), unit), low, unit);
    const last = unitSpan(shift(today, Math.max(low, high), unit), high, unit);
    return { start: first.start, end: last.end, grain: first.grain, direction };
  });
}

const LEVEL_OF_UNIT: Readonly<Record<Unit, number>> = {
  ...{ second: LEVEL.clock, minute: LEVEL.clock, hour: LEVEL.clock },
  ...{ day: LEVEL.day, workday: LEVEL.day, week: LEVEL.week, month: LEVEL.month, year: LEVEL.year },
};

/** A half counts one unit finer: 半个月后 is a day, 半年后 and 一年半后 a month. */
function unitSpan(at: LocalTime, amount: number, unit: Unit): Span {
  const { year, month } = fieldsOf(at);
  const half = !Number.isInteger(amount);
  if (unit === "year") return half ? monthSpan(year, month) : yearSpan(year);
  if (unit === "month") return half ? daySpan(at) : monthSpan(year, month);
  return unit === "week" ? weekSpan(at) : daySpan(at);
}

/** A stretch that ends or begins now: 过去三天, 未来两周, 三天内. `amount` negative for the past. */
export function stretchFromNow(amount: number, unit: Unit): Placing {
  return alone(
    LEVEL.day,
    ({ now }) => {
      const far = shift(now, amount, unit);
      const grain = unit === "second" ? "minute" : unit === "workday" ? "day" : unit;
      return { start: Math.min(far, now), end: Math.max(far, now), grain, direction: directionOf(amount) };
    },
    { closes: true },
  );
}

/** Whole days around today, without and with today: 前几天, 这几天, recently. Offsets in days, half open. */
export function daysAround(from: number, to: number, direction: "past" | "future" | "none"): Placing {
  return alone(LEVEL.day, ({ today }) => ({ ...daySpan(today + from * DAY, to - from), direction }), {
    closes: true,
  });
}

/** The `amount` whole units just before or just after the current one: 前两天, 上两周, 后三天. Hours and finer count from now. */
export function adjoining(amount: number, unit: Unit, side: "past" | "future"): Placing {
  const count = Math.ceil(amount);
  return alone(
    LEVEL.day,
    ({ now, today }) => {
      if (unit === "hour" || unit === "minute" || unit === "second") {
        const far = shift(now, side === "past" ? -amount : amount, unit);
        const grain = unit === "hour" ? "hour" : "minute";
        return { start: Math.min(far, now), end: Math.max(far, now), grain, direction: side };
      }
      const first = unitSpan(shift(today, side === "past" ? -count : 1, unit), count, unit);
      const last = unitSpan(shift(today, side === "past" ? -1 : count, unit), count, unit);
      return { start: first.start, end: last.end, grain: first.grain, direction: side };
    },
    { closes: true },
  );
}
