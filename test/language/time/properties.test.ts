/** What holds of every day, not only of examples: relative days and weekdays over ten years, changes of the clock, leap days. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveTimes } from "../../../language/time/resolve.ts";
import { DAY, HOUR, fieldsOf, instantOf, localTime, localTimeOf } from "../../../language/time/zone.ts";
import type { LocalTime } from "../../../language/time/zone.ts";

const FIRST = localTime(2021, 1, 1);
const LAST = localTime(2030, 12, 31);

function everyDay(check: (day: LocalTime) => void, step = 1): void {
  for (let day = FIRST; day <= LAST; day += step * DAY) check(day);
}

/** Wall-clock [start, end) of the only mention of `text`, said at `now`. */
function spanOf(text: string, now: LocalTime, timezone = "Asia/Shanghai"): [LocalTime, LocalTime] {
  const mentions = resolveTimes(text, { now: instantOf(now, timezone), timezone });
  expect(mentions.map((mention) => mention.text)).toEqual([text]);
  const [mention] = mentions;
  if (mention === undefined) throw new Error(`no time in ${text}`);
  return [localTimeOf(mention.start, timezone), localTimeOf(mention.end, timezone)];
}

const mondayOf = (day: LocalTime) => day - ((new Date(day).getUTCDay() + 6) % 7) * DAY;

describe("every day of ten years", () => {
  it.each([
    ["大前天", -3],
    ["前天", -2],
    ["昨天", -1],
    ["今天", 0],
    ["明天", 1],
    ["后天", 2],
    ["大后天", 3],
    ["yesterday", -1],
    ["today", 0],
    ["tomorrow", 1],
    ["the day after tomorrow", 2],
  ])(
    "%s is %i days away",
    (text, offset) => {
      everyDay((day) => {
        const start = day + offset * DAY;
        expect(spanOf(text, day + 12 * HOUR)).toEqual([start, start + DAY]);
      });
    },
    60_000,
  );

  it("is read from its date, across months, years and leap days", () => {
    everyDay((day) => {
      const { year, month, day: number } = fieldsOf(day);
      const two = (value: number) => String(value).padStart(2, "0");
      const now = localTime(2026, 6, 15, 12);
      for (const text of [`${year}年${month}月${number}日`, `${year}-${two(month)}-${two(number)}`]) {
        expect(spanOf(text, now)).toEqual([day, day + DAY]);
      }
    });
  }, 60_000);

  it("is yesterday's tomorrow until four in the morning, and its own day from then on", () => {
    everyDay((day) => {
      expect(spanOf("今天", day + 4 * HOUR - 1000)[0]).toBe(day - DAY);
      expect(spanOf("今天", day + 4 * HOUR)[0]).toBe(day);
    }, 7);
  }, 60_000);
});

describe("every weekday phrase", () => {
  const weeks = [
    ["上上", -2],
    ["上", -1],
    ["这", 0],
    ["本", 0],
    ["下", 1],
    ["下下", 2],
  ] as const;
  const names = ["周", "星期", "礼拜"].flatMap((week) => Array.from("一二三四五六日天", (day) => week + day));
  const numberOf = (name: string) => "一二三四五六日天".indexOf(name.slice(-1));

  it.each(weeks)("with %s is in the week %i from this one", (which, offset) => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.integer({ min: 0, max: 3651 }), (name, n) => {
        const day = FIRST + n * DAY;
        const expected = mondayOf(day) + (7 * offset + Math.min(numberOf(name), 6)) * DAY;
        expect(spanOf(which + name, day + 12 * HOUR)).toEqual([expected, expected + DAY]);
      }),
      { numRuns: 300 },
    );
  });

  it("without a prefix is within the seven days to come, and in the past tense within the seven before", () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.integer({ min: 0, max: 3651 }), (name, n) => {
        const day = FIRST + n * DAY;
        const [coming] = spanOf(name, day + 12 * HOUR);
        expect(coming).toBeGreaterThan(day);
        expect(coming).toBeLessThanOrEqual(day + 7 * DAY);
        expect((coming - mondayOf(coming)) / DAY).toBe(Math.min(numberOf(name), 6));
        const now = instantOf(day + 12 * HOUR, "Asia/Shanghai");
        const [past] = resolveTimes(`${name}我们去爬山了`, { now, timezone: "Asia/Shanghai" });
        expect(past && localTimeOf(past.start, "Asia/Shanghai")).toBe(
          coming <= day + 7 * DAY - 1 ? coming - 7 * DAY : day - 7 * DAY,
        );
      }),
      { numRuns: 300 },
    );
  });

  const english = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

  it("in English: next is of the next week, last the one before today", () => {
    fc.assert(
      fc.property(fc.nat({ max: 6 }), fc.integer({ min: 0, max: 3651 }), (weekday, n) => {
        const day = FIRST + n * DAY;
        const name = english[weekday] ?? "";
        expect(spanOf(`next ${name}`, day + 12 * HOUR)[0]).toBe(mondayOf(day) + (7 + weekday) * DAY);
        const [last] = spanOf(`last ${name}`, day + 12 * HOUR);
        expect(last).toBeLessThan(day);
        expect(last).toBeGreaterThanOrEqual(day - 7 * DAY);
      }),
      { numRuns: 300 },
    );
  });
});

describe("lunar feasts", () => {
  /** The platform's Chinese calendar, asked for each day by itself. */
  const chinese = new Intl.DateTimeFormat("en-u-ca-chinese-nu-latn", {
    timeZone: "UTC",
    month: "numeric",
    day: "numeric",
  });
  const feasts = {
    ...{ 春节: "1-1", 元宵节: "1-15", 端午: "5-5", 七夕: "7-7", 中元节: "7-15", 中秋: "8-15", 重阳: "9-9" },
    ...{ 腊八: "12-8" },
  };

  it.each(Object.entries(feasts))("%s is on its day of the platform's calendar", (name, lunar) => {
    let next: LocalTime | undefined;
    for (let day = LAST; day >= FIRST; day -= DAY) {
      const parts = chinese.formatToParts(day);
      const value = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
      if (`${value("month")}-${value("day")}` === lunar) next = day;
      if (next !== undefined && new Date(day).getUTCDate() % 9 === 0)
        expect(spanOf(name, day + 12 * HOUR)).toEqual([next, next + DAY]);
    }
  });
});

describe("changes of the clock", () => {
  /** The days on which clocks go forward and back; the gap and the fold are in the small hours. */
  const changes = [
    ["America/New_York", localTime(2025, 3, 9), 23],
    ["America/New_York", localTime(2025, 11, 2), 25],
    ["Europe/Berlin", localTime(2025, 3, 30), 23],
    ["Europe/Berlin", localTime(2025, 10, 26), 25],
  ] as const;

  it.each(changes)("in %s leave the day whole", (timezone, day, hours) => {
    const now = instantOf(day - 12 * HOUR, timezone);
    const [mention] = resolveTimes("tomorrow", { now, timezone });
    expect(mention?.start).toEqual(instantOf(day, timezone));
    expect(mention && (mention.end.getTime() - mention.start.getTime()) / HOUR).toBe(hours);
  });

  it.each(changes)("in %s leave the clock of the days around as it was said", (timezone, day) => {
    const now = instantOf(day - 12 * HOUR, timezone);
    for (const [text, hour] of [
      ["明天上午九点", 9],
      ["tomorrow at 6pm", 18],
      ["24小时后", undefined],
      ["后天早上八点", 32],
    ] as const) {
      const [mention] = resolveTimes(text, { now, timezone });
      const start = mention && localTimeOf(mention.start, timezone);
      expect(start).toBe(hour === undefined ? day + 12 * HOUR : day + hour * HOUR);
    }
  });

  it("move a reading that the gap leaves out on by its length", () => {
    const timezone = "Europe/Berlin";
    const now = instantOf(localTime(2025, 3, 29, 12), timezone);
    const [mention] = resolveTimes("明天凌晨两点半", { now, timezone });
    expect(mention?.start.toISOString()).toBe("2025-03-30T01:30:00.000Z");
    expect(mention?.end.getTime()).toBeGreaterThan(mention?.start.getTime() ?? 0);
  });
});

describe("leap days and year ends", () => {
  it("exist in leap years only", () => {
    for (let year = 1996; year <= 2032; year++) {
      const [start, end] = spanOf(`${year}年2月29日`, localTime(2026, 6, 15, 12));
      const isLeap = year % 4 === 0;
      expect([start, end]).toEqual(
        isLeap
          ? [localTime(year, 2, 29), localTime(year, 3, 1)]
          : [localTime(year, 2, 1), localTime(year, 3, 1)],
      );
    }
  });

  it("are met by months and years that are counted from them", () => {
    const leapDay = localTime(2024, 2, 29, 12);
    expect(spanOf("去年今天", leapDay)[0]).toBe(localTime(2023, 2, 28));
    expect(spanOf("上个月的今天", localTime(2025, 3, 31, 12))[0]).toBe(localTime(2025, 2, 28));
    expect(spanOf("下周今天", leapDay)[0]).toBe(localTime(2024, 3, 7));
    expect(spanOf("明天", leapDay)[0]).toBe(localTime(2024, 3, 1));
    expect(spanOf("一个月后", localTime(2025, 1, 31, 12))[0]).toBe(localTime(2025, 2, 1));
    expect(spanOf("一年后", leapDay)[0]).toBe(localTime(2025, 1, 1));
  });

  it("carry weeks, months and days over", () => {
    for (let year = 2021; year <= 2030; year++) {
      const eve = localTime(year, 12, 31, 12);
      expect(spanOf("明天", eve)[0]).toBe(localTime(year + 1, 1, 1));
      expect(spanOf("下个月", eve)[0]).toBe(localTime(year + 1, 1, 1));
      expect(spanOf("明年", eve)[0]).toBe(localTime(year + 1, 1, 1));
      expect(spanOf("下周一", eve)[0]).toBe(mondayOf(localTime(year, 12, 31)) + 7 * DAY);
      expect(spanOf("上个月", localTime(year, 1, 1, 12))[0]).toBe(localTime(year - 1, 12, 1));
    }
  });
});
