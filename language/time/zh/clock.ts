/** Parts of the day and clock times in Chinese, and clock times in figures. */
import { DAY_PARTS_ZH } from "../dayparts.ts";
import { beginningWith, firstOf, matcher } from "../grammar.ts";
import type { Matcher } from "../grammar.ts";
import { NUMERAL_CHARACTERS, parseAbout, parseNumeral } from "../numerals.ts";
import { clock, dayPart, withMeridiem } from "../placing.ts";
import { HOUR } from "../zone.ts";

const PART_NAMES = [...DAY_PARTS_ZH.keys()].sort((a, b) => b.length - a.length);

/** A single character (周三晚, 十五晚8点) is a part of the day only after a day. */
const parts = matcher(new RegExp(`(?<name>${PART_NAMES.join("|")})(?![餐饭安恋茶市班])`), ({ name = "" }) => {
  const part = DAY_PARTS_ZH.get(name);
  return part && { ...dayPart(part), opens: name.length > 1 };
});

// --- spoken: 三点, 十一点半, 8点20分, 18时三刻

const HOUR_SAID =
  "(?<hour>2[0-4]|1\\d|0?\\d|二十[一二三四]?|十[一二三四五六七八九]?|[零〇一二两三四五六七八九])\\s*";
const SIXTY = "[0-5]?\\d|[二三四五]?十[一二三四五六七八九]?|[零〇]?[一二三四五六七八九]";
const MINUTES = `(?:(?<half>[踏搭]?半)|过?(?<quarters>[一三])刻钟?|过?(?<minute>${SIXTY})(?:分(?!钟[前后之以])|(?![\\d十个点号月日天年时人块元岁刻线])(?<!点[一二三四五六七八九])))`;
/** Cantonese counts the twelfths of an hour: 三点搭三, 三点三个字 and 三点三 are a quarter past three. */
const TWELFTHS =
  "(?:[踏搭](?<twelfths>十[一二]?|[一二三四五六七八九])(?:个字)?|(?<characters>(?:十[一二]?|[一二三四五六七八九])(?=个字)|(?<=点)[一二三四五六七八九](?=\\s*(?:$|[,，。.!！?？;；、])))(?:个字)?)";
const AFTER_HOUR = `(?:整|正|多钟?|左右)?(?:${TWELFTHS}|${MINUTES})?(?:(?<second>${SIXTY})秒)?(?<meridiem>[ap]\\.?m?\\.?(?![a-z]))?`;

/** What follows when points are counted, not hours: 三点建议; and what stands before: 这三点, 早一点. */
const POINTS_FOLLOW = "[建意要原理内看好感心体启共不以积注问条优缺特重难疑也都儿点]";
const COUNT_PRECEDES = "[\\d.这那第有差几每早晚快慢多少大小高低好说讲了零〇点]";

/** The hour by itself. 一点 is "a little" far more often than one o'clock. */
const spokenAlone = matcher(
  new RegExp(
    `(?<!${COUNT_PRECEDES})${HOUR_SAID}(?<mark>点钟|点(?=[半整正一三\\d零〇二四五十过多左踏搭]|\\s?[ap]\\.?m)(?!${POINTS_FOLLOW})|(?<!(?:^|[^十二])一)(?<!(?:^|\\D)1)点(?!${POINTS_FOLLOW})|时(?![候间常刻髦代光差不而]))${AFTER_HOUR}`,
  ),
  spokenReading,
);

const spokenAfterDay = matcher(
  new RegExp(`${HOUR_SAID}(?<mark>点钟?|时(?![候间常髦代光差而]))${AFTER_HOUR}`),
  (groups) => {
    const part = spokenReading(groups);
    return part && { ...part, opens: false };
  },
);

function spokenReading(groups: Readonly<Record<string, string | undefined>>) {
  const { hour = "", mark = "", minute, half, quarters, second, meridiem } = groups;
  const twelfths = groups["twelfths"] ?? groups["characters"];
  const minutes =
    twelfths !== undefined
      ? 5 * number(twelfths)
      : half !== undefined
        ? 30
        : quarters !== undefined
          ? 15 * number(quarters)
          : minute === undefined
            ? 0
            : number(minute);
  return clock({
    hour: withMeridiem(number(hour), meridiem),
    minute: minutes,
    second: second === undefined ? 0 : number(second),
    exact: mark === "时" || meridiem !== undefined || /^0\d/.test(hour),
    toTheMinute:
      twelfths !== undefined ||
      minute !== undefined ||
      half !== undefined ||
      quarters !== undefined ||
      second !== undefined,
  });
}

/** 差五分八点, 差一刻九点, 八点差五分: minutes short of an hour. */
const SHORT = `(?:(?<short>${SIXTY})分钟?|(?<quarters>[一三])刻钟?)`;
const shortOfHour = firstOf(
  matcher(new RegExp(`(?:还?差)${SHORT}(?:就?到)?${HOUR_SAID}点钟?`), shortReading),
  matcher(new RegExp(`(?<!${COUNT_PRECEDES})${HOUR_SAID}点钟?还?差${SHORT}`), shortReading),
);

function shortReading({ hour = "", short, quarters }: Readonly<Record<string, string | undefined>>) {
  const minutes = short === undefined ? 15 * number(quarters ?? "") : number(short);
  const said = number(hour);
  if (minutes < 1 || minutes > 59) return undefined;
  // 差五分一点 is said of the same half of the day as 一点.
  const before = said === 1 ? 12 : (said + 23) % 24;
  return clock({ hour: before, minute: 60 - minutes, exact: false, toTheMinute: true });
}

/** 七八点, 两三点: from the lower to the end of the higher hour. */
const about = matcher(
  /(?<hours>[一二两三四五六七八][二三四五六七八九])点(?:钟|多|左右)?/,
  ({ hours = "" }) => {
    const range = parseAbout(hours);
    if (range === undefined) return undefined;
    const part = clock({ hour: range[0], minute: 0, exact: false, toTheMinute: false });
    return (
      part && {
        ...part,
        place: (outer, context) => {
          const first = part.place(outer, context);
          return first && { ...first, end: first.end + HOUR };
        },
      }
    );
  },
);

// --- figures: 15:37, 6:42:02, 3:15pm

const figures = matcher(
  /(?<![\d:.])(?<hour>2[0-4]|1\d|0?\d):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?(?![\d:])时?\s?(?<meridiem>[ap]\.?m?\.?(?![a-z]))?/,
  figureReading,
);

/** Right behind a date without a blank: 2021-09-0910:09, 2021-09-12-11:23. */
const figuresAfterDate = matcher(
  /-?(?<hour>2[0-4]|1\d|0?\d):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?(?![\d:])/,
  (groups) => {
    const part = figureReading(groups);
    return part && { ...part, opens: false };
  },
);

function figureReading({
  hour = "",
  minute,
  second,
  meridiem,
}: Readonly<Record<string, string | undefined>>) {
  return clock({
    hour: withMeridiem(Number(hour), meridiem),
    minute: Number(minute),
    second: Number(second ?? 0),
    exact: meridiem !== undefined || hour.length === 2,
    toTheMinute: true,
  });
}

function number(said: string): number {
  return parseNumeral(said) ?? Number.NaN;
}

const times = beginningWith(
  `${NUMERAL_CHARACTERS}-差还`,
  firstOf(shortOfHour, figures, figuresAfterDate, about, spokenAlone, spokenAfterDay),
);

export const clocks: Matcher = firstOf(
  times,
  beginningWith(PART_NAMES.map((name) => name.charAt(0)).join(""), parts),
);
