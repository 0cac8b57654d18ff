/**
 * Times told by a distance from now in Chinese: 3天前, 半个月后, 两三天前, 过去一周, 三天内; and the vague ones (刚才, 前几天, 最近).
 */
import { beginningWith, firstOf, LEVEL, matcher } from "../grammar.ts";
import type { Matcher } from "../grammar.ts";
import { NUMERAL, NUMERAL_CHARACTERS, parseAbout, parseNumeral } from "../numerals.ts";
import { adjoining, alone, daysAround, stretchFromNow, unitsFromNow } from "../placing.ts";
import type { Unit } from "../placing.ts";
import { HOUR, MINUTE } from "../zone.ts";

/** Nobody plans or remembers farther than this: 十亿年前 is no time of a life. */
const FARTHEST: Readonly<Record<Unit, number>> = {
  ...{
    second: 86_400,
    minute: 14_400,
    hour: 2_400,
    day: 3_660,
    workday: 400,
    week: 520,
    month: 1_200,
    year: 150,
  },
};

const UNITS: readonly (readonly [RegExp, Unit, number])[] = [
  [/^秒/, "second", 1],
  [/^分/, "minute", 1],
  [/^刻/, "minute", 15],
  [/^(?:小时|钟头|钟)/, "hour", 1],
  [/^[天日晚夜]/, "day", 1],
  [/^工作日|^交易日/, "workday", 1],
  [/^(?:周|星期|礼拜)/, "week", 1],
  [/^月/, "month", 1],
  [/^季度/, "month", 3],
  [/^[年载]/, "year", 1],
];

/** 个 is needed before 月 (三月 is March) unless the number is one that months never have (半, 仨). */
const AMOUNT =
  `(?<amount>${NUMERAL}|半|好?几|数)(?:(?<more>[多来几])?个?(?<half>半)?|个(?<more2>多))` +
  "(?<unit>秒钟?|分钟?|刻钟|小时|钟头|(?<=个)钟|[天日晚夜]|工作日|交易日|周(?![一二三四五六日末])|星期(?![一二三四五六日])|礼拜(?![一二三四五六日])|(?<=[个半仨多]|[近前][一二两三四五六七八九十])月|季度|[年载])(?<tail>半)?(?<more3>多)?钟?";

interface Distance {
  readonly low: number;
  readonly high: number;
  readonly unit: Unit;
}

/** Amount and unit; undefined when it is no distance that anybody means. */
function distanceOf(groups: Readonly<Record<string, string | undefined>>): Distance | undefined {
  const { amount = "", half, tail, more, unit: said = "" } = groups;
  const found = UNITS.find(([pattern]) => pattern.test(said));
  if (found === undefined) return undefined;
  const [, unit, factor] = found;
  // 五八年前 is before a year, not fifty-eight years ago.
  if (/^[〇零一二三四五六七八九]{2,}$/.test(amount) && parseAbout(amount) === undefined) return undefined;
  const range: readonly [number, number] | undefined = /几|数/.test(amount)
    ? [2, 7]
    : amount === "半"
      ? [0.5, 0.5]
      : (parseAbout(amount) ?? twice(parseNumeral(amount)));
  if (range === undefined) return undefined;
  const extra = half !== undefined || tail !== undefined ? 0.5 : 0;
  // 十几天前 is eleven to nineteen.
  const high = more === "几" ? range[1] + 9 : range[1] + extra;
  const distance = { low: (range[0] + extra) * factor, high: high * factor, unit };
  return distance.low > 0 && distance.high <= FARTHEST[unit] ? distance : undefined;
}

function twice(number: number | undefined): readonly [number, number] | undefined {
  return number === undefined ? undefined : [number, number];
}

/** 3天前, 两周后, 三天内, 三个多月以来. */
const withSuffix = matcher(
  new RegExp(
    `(?<![\\d第])${AMOUNT}(?:(?<ago>之前|以前|前)(?![台面端提])|(?<later>之后|以后|过后|后)(?![面来悔])|(?<within>之内|以内|内)|(?<since>以来|来(?=[,，一]|$)))`,
  ),
  (groups) => {
    const distance = distanceOf(groups);
    if (distance === undefined) return undefined;
    const { low, high, unit } = distance;
    if (groups["ago"] !== undefined) return unitsFromNow(-low, -high, unit);
    if (groups["later"] !== undefined) return unitsFromNow(low, high, unit);
    if (groups["within"] !== undefined) return stretchFromNow(high, unit);
    return sinceUnitsAgo(high, unit);
  },
);

/** 三个多月以来: from the beginning of that month. */
function sinceUnitsAgo(amount: number, unit: Unit) {
  const ago = unitsFromNow(-amount, -amount, unit);
  return alone(
    LEVEL.day,
    (context) => {
      const began = ago.place(undefined, context);
      return began && { ...began, end: context.now };
    },
    { closes: true },
  );
}

/** 过去三天, 近一周, 未来两个月, 再过半小时, 前两天, 上两周, 后三天. */
const withPrefix = matcher(
  new RegExp(
    "(?:(?<past>过去|最近|近)|(?<future>未来|今后|接下来|往后)|(?<later>再过|过(?=[两几]))" +
      `|(?<before>前|[上头](?!半年))|(?<after>后|下(?!半年)))(?:的|这)?(?<![\\d目])${AMOUNT}(?:之内|以内|内|里)?(?![前后]|级)`,
  ),
  (groups) => {
    const distance = distanceOf(groups);
    if (distance === undefined) return undefined;
    const { low, high, unit } = distance;
    if (groups["past"] !== undefined) return stretchFromNow(-high, unit);
    if (groups["future"] !== undefined) return stretchFromNow(high, unit);
    if (groups["later"] !== undefined) return unitsFromNow(low, high, unit);
    return adjoining(high, unit, groups["before"] !== undefined ? "past" : "future");
  },
);

/** Words that name no bounds; the range is the usual one and the mention says so. */
const VAGUE: readonly (readonly [RegExp, number, number, "past" | "future" | "none"])[] = [
  [/^[前头](?:几|两)[天日]/, -7, 0, "past"],
  [/^前(?:些日子|些天|一?阵子|一?段时间|不久)|^不久(?:之|以)?前/, -45, 0, "past"],
  [/^这几|^这两/, -3, 4, "none"],
  [/^(?:最近|近来|近期|近日|近几天|这一?阵子|这一?段时间|这些天|这些日子)/, -30, 1, "past"],
];

/** 最近 before an amount is the stretch of that length (withPrefix). */
const COUNTED = `这?(?:${NUMERAL}|半|几)(?:个|[天日周年]|星期|礼拜|小时|分)`;

const vague = matcher(
  new RegExp(
    `[前头](?:几|两)[天日]|前(?:些日子|些天|一?阵子|一?段时间|不久)|不久(?:之|以)?前|这[几两][天日]|最近(?!的|${COUNTED})|近来|近期|近日|近几天|这一?阵子|这一?段时间|这些天|这些日子`,
  ),
  (_, [words]) => {
    const found = VAGUE.find(([pattern]) => pattern.test(words));
    if (found === undefined) return undefined;
    const [, from, to, direction] = found;
    const days = daysAround(from, to, direction);
    return {
      ...days,
      place: (outer, context) => {
        const span = days.place(outer, context);
        return span && { ...span, ambiguous: "about: the words name no bounds" };
      },
    };
  },
);

/** The moment of speaking; that something holds at present dates nothing, which is for the reader to tell. */
const rightNow = matcher(/现在(?!的)|此[时刻]|当前|目前|而家|眼下|如今/, () =>
  alone(LEVEL.clock, ({ now }) => ({ start: now, end: now + MINUTE, grain: "minute", direction: "none" }), {
    closes: true,
  }),
);

/** The hours to come, of which no one says how many. */
const soon = matcher(/[待等过]一?会儿?(?![员议计场费社])|稍后/, () =>
  alone(
    LEVEL.clock,
    ({ now }) => ({
      start: now,
      end: now + 3 * HOUR,
      grain: "hour",
      direction: "future",
      ambiguous: "about: the words name no bounds",
    }),
    { closes: true },
  ),
);

const justNow = matcher(/刚才|方才|刚刚(?!好|够|开始)/, () =>
  alone(
    LEVEL.clock,
    ({ now }) => ({
      start: now - 2 * HOUR,
      end: now,
      grain: "hour",
      direction: "past",
      ambiguous: "about: the words name no bounds",
    }),
    { closes: true },
  ),
);

export const durations: Matcher = beginningWith(
  `${NUMERAL_CHARACTERS}半几好数大约再过去最近未今接往前头上后下这刚方不现此当目而眼如待等稍`,
  firstOf(vague, soon, justNow, rightNow, withSuffix, withPrefix),
);
