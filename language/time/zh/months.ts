/** Months and their thirds, weeks and edges in Chinese. */
import { daySpan, mondayOf } from "../calendar.ts";
import { beginningWith, firstOf, LEVEL, matcher } from "../grammar.ts";
import type { Matcher, Part, Span } from "../grammar.ts";
import { NUMERAL, NUMERAL_CHARACTERS, parseNumeral } from "../numerals.ts";
import { month, monthFromNow } from "../placing.ts";
import { DAY, fieldsOf } from "../zone.ts";
import { monthSpan } from "../calendar.ts";
import { isDash, WEEKDAY_NUMBER } from "./words.ts";

const relative = matcher(/(?<which>上{1,3}|下{1,3}|[这本当今])一?个?月(?![亮饼薪租])/, ({ which = "" }) =>
  monthFromNow(which.startsWith("上") ? -which.length : which.startsWith("下") ? which.length : 0),
);

/** 5月, 五月份, 元月; and the first number of 2-4月, 1至五月. */
const numbered = matcher(
  new RegExp(
    `(?<!\\d)(?<month>元|1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])(?:月份?(?![亮饼薪租经嫂瓜]|天(?!气)|怀胎)|(?=${isDash}${NUMERAL}月(?!\\d)))`,
  ),
  ({ month: said = "" }) => month(said === "元" ? 1 : (parseNumeral(said) ?? 0)),
);

/** Within a month, or (with 月 said) of the current one. */
function ofMonth(level: number, of: (month: Span) => Span | undefined, opens: boolean): Omit<Part, "end"> {
  return {
    level,
    opens,
    place: (outer, { today }) => {
      const { year, month: number } = fieldsOf(today);
      const within = outer ?? monthSpan(year, number);
      if (within.grain !== "month") return undefined;
      const span = of(within);
      return span && { ...outer, ...span };
    },
  };
}

/** First and last day of the stretch; 0 for the last day of the month. */
const STRETCHES: Readonly<Record<string, readonly [number, number]>> = {
  ...{ 上旬: [1, 10], 中旬: [11, 20], 下旬: [21, 0] },
  ...{ 初: [1, 5], 中: [11, 20], 底: [25, 0], 末: [25, 0] },
};

function stretch(name: string): (month: Span) => Span {
  const [first, last] = STRETCHES[name] ?? [1, 0];
  return ({ start, end }) => ({
    start: start + (first - 1) * DAY,
    end: last === 0 ? end : start + last * DAY,
    grain: "week",
  });
}

const edge = matcher(/月(?<edge>[初底末]|中(?![了奖国秋旬午]))/, ({ edge: name = "" }) =>
  ofMonth(LEVEL.week, stretch(name), true),
);

const stretchOfMonth = matcher(
  /(?<name>[上中下]旬|(?<=月份?)[初底末](?![一二三四五六七八九十]))/,
  ({ name = "" }) => ofMonth(LEVEL.week, stretch(name), name.endsWith("旬")),
);

/** The nth week is the one that begins with the month's nth Monday. */
const weekOfMonth = matcher(
  new RegExp(`第(?<n>${NUMERAL})个?(?:周|星期|礼拜)(?![一二三四五六日天])`),
  ({ n = "" }) => ofMonth(LEVEL.week, (within) => nthWeekday(within, 1, parseNumeral(n) ?? 0, 7), false),
);

const weekdayOfMonth = matcher(
  new RegExp(`第(?<n>${NUMERAL})个?(?:周|星期|礼拜)(?<day>[一二三四五六日天])`),
  ({ n = "", day = "" }) =>
    ofMonth(
      LEVEL.day,
      (within) => nthWeekday(within, WEEKDAY_NUMBER[day] ?? 0, parseNumeral(n) ?? 0, 1),
      false,
    ),
);

function nthWeekday(within: Span, weekday: number, n: number, days: number): Span | undefined {
  const first = mondayOf(within.start) + ((weekday + 6) % 7) * DAY;
  const start = first + ((first < within.start ? 1 : 0) + n - 1) * 7 * DAY;
  if (n < 1 || start >= within.end) return undefined;
  return { ...daySpan(start, days), grain: days === 7 ? "week" : "day" };
}

/** 上月最后五天, 4月前4天. */
const daysOfMonth = matcher(
  new RegExp(`(?<which>前|头|最后)(?<count>${NUMERAL})[天日]`),
  ({ which, count = "" }) => {
    const days = parseNumeral(count) ?? 0;
    if (days < 1 || days > 31) return undefined;
    return ofMonth(
      LEVEL.week,
      ({ start, end }) => (which === "最后" ? daySpan(end - days * DAY, days) : daySpan(start, days)),
      false,
    );
  },
);

export const months: Matcher = beginningWith(
  `${NUMERAL_CHARACTERS}上下这本当今元月中初底末第前头最`,
  firstOf(relative, numbered, edge, weekdayOfMonth, weekOfMonth, daysOfMonth, stretchOfMonth),
);
