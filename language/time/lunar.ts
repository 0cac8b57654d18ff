/**
 * The Chinese lunisolar calendar and the solar terms. Lunar months are read off the platform's own Chinese calendar (ICU),
 * year by year on first use (about 0.3 ms); solar terms are the moments when the sun reaches a multiple of 15 degrees.
 */
import { DAY, HOUR, localTime, midnight } from "./zone.ts";
import type { LocalTime } from "./zone.ts";

interface LunarMonth {
  readonly month: number;
  readonly leap: boolean;
  readonly start: LocalTime;
  readonly days: number;
}

const chinese = new Intl.DateTimeFormat("en-u-ca-chinese-nu-latn", {
  timeZone: "UTC",
  month: "numeric",
  day: "numeric",
});

function lunarFields(at: LocalTime): {
  readonly month: number;
  readonly leap: boolean;
  readonly day: number;
} {
  const parts = chinese.formatToParts(at);
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  const month = value("month");
  return { month: Number.parseInt(month, 10), leap: month.endsWith("bis"), day: Number(value("day")) };
}

const years = new Map<number, readonly LunarMonth[]>();

/** The months of the lunar year that begins in `year`. */
function lunarYear(year: number): readonly LunarMonth[] {
  let months = years.get(year);
  if (months === undefined) {
    months = [];
    // The first month begins between 21 January and 20 February.
    let start = nextMonthStart(localTime(year, 1, 20));
    if (lunarFields(start).month !== 1) start = nextMonthStart(start);
    const found: LunarMonth[] = [];
    for (
      let first = true;
      first || lunarFields(start).month !== 1 || lunarFields(start).leap;
      first = false
    ) {
      const next = nextMonthStart(start);
      const { month, leap } = lunarFields(start);
      found.push({ month, leap, start, days: (next - start) / DAY });
      start = next;
    }
    months = found;
    years.set(year, months);
  }
  return months;
}

/** The first day of the lunar month after the one that holds `at`. A lunar month has 29 or 30 days. */
function nextMonthStart(at: LocalTime): LocalTime {
  const early = at + (30 - lunarFields(at).day) * DAY;
  return lunarFields(early).day === 1 ? early : early + DAY;
}

/** Midnight of a lunar date of the lunar year that begins in `year`; undefined when the year has no such day. */
export function lunarDay(year: number, month: number, day: number, leap = false): LocalTime | undefined {
  const found = lunarMonth(year, month, leap);
  return found !== undefined && day >= 1 && day <= found.days ? found.start + (day - 1) * DAY : undefined;
}

/** A whole lunar month; undefined for a leap month that the year does not have. */
export function lunarMonth(year: number, month: number, leap = false): LunarMonth | undefined {
  return lunarYear(year).find((candidate) => candidate.month === month && candidate.leap === leap);
}

/** 除夕: the last day of the lunar year that begins in `year`. */
export function lunarNewYearsEve(year: number): LocalTime | undefined {
  const next = lunarDay(year + 1, 1, 1);
  return next === undefined ? undefined : next - DAY;
}

/** The 24 solar terms in the order of the calendar year, from 小寒 in January (sun at 285 degrees) on. */
export const SOLAR_TERMS = (
  "小寒 大寒 立春 雨水 惊蛰 春分 清明 谷雨 立夏 小满 芒种 夏至 " +
  "小暑 大暑 立秋 处暑 白露 秋分 寒露 霜降 立冬 小雪 大雪 冬至"
).split(" ");

/**
 * The day of a solar term by Beijing time. The sun's apparent longitude is the low-precision formula of the Astronomical
 * Almanac (0.01 degrees, a quarter of an hour), so a term within minutes of midnight may be a day off.
 */
export function solarTermDay(year: number, index: number): LocalTime {
  const target = (285 + 15 * index) % 360;
  let at = Date.UTC(year, 0, 5) + index * 15.2184 * DAY;
  for (let step = 0; step < 4; step++) {
    const off = ((target - sunLongitude(at) + 540) % 360) - 180;
    at += (off / 0.98565) * DAY;
  }
  return midnight(at + 8 * HOUR);
}

/** Apparent ecliptic longitude of the sun in degrees, 0..360, at an instant. */
function sunLongitude(instant: number): number {
  const radians = Math.PI / 180;
  const days = instant / DAY - 10_957.5; // since J2000.0
  const anomaly = (357.528 + 0.9856003 * days) * radians;
  const longitude =
    280.46 + 0.9856474 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly) - 0.0057;
  return ((longitude % 360) + 360) % 360;
}
