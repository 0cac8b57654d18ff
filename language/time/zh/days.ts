/** Days in Chinese: relative words, dates of both calendars, festivals. */
import { addMonths, daySpan } from "../calendar.ts";
import { DAY_PARTS_ZH } from "../dayparts.ts";
import { FESTIVALS_ZH } from "../festivals.ts";
import { beginningWith, firstOf, LEVEL, matcher } from "../grammar.ts";
import type { Matcher } from "../grammar.ts";
import { lunarDay, lunarMonth } from "../lunar.ts";
import { NUMERAL, NUMERAL_CHARACTERS, parseNumeral } from "../numerals.ts";
import {
  alone,
  directionOf,
  dayFromNow,
  dayNumber,
  dayPart,
  festival,
  fullDate,
  inYear,
  monthDay,
} from "../placing.ts";
import { DAY, fieldsOf } from "../zone.ts";
import { isDash } from "./words.ts";

/** 寻日, 琴日 and 听日 are Cantonese for yesterday and tomorrow. */
const RELATIVE: Readonly<Record<string, number>> = {
  ...{ 大大前: -4, 大前: -3, 前: -2, 昨: -1, 寻: -1, 琴: -1, 今: 0, 本: 0, 当: 0 },
  ...{ 明: 1, 听: 1, 后: 2, 大后: 3, 大大后: 4 },
};

const relative = matcher(
  /(?<which>大{0,2}[前后]|[昨今明])天(?!性|赋|免疫)|(?<formal>大?[前后]|[昨寻琴今本明听])日(?!子|本|记|期|程|说法|头条)/,
  ({ which, formal }) => dayFromNow(RELATIVE[which ?? formal ?? ""] ?? 0),
);

const YEARS_AWAY: Readonly<Record<string, number>> = { 大前: -3, 前: -2, 去: -1, 明: 1, 后: 2 };

/** 去年今天, 上个月的今天, 下周今天: today's date or weekday in another period (of 29 February the 28th). */
export const sameDay: Matcher = beginningWith(
  "大前去明后上下",
  matcher(
    /(?:(?<year>大前|[前去明后])年|(?<month>上{1,3}|下{1,3})个?月|(?<week>上{1,3}|下{1,3})个?(?:周|星期|礼拜))的?(?:今[天日]|同一天)/,
    ({ year, month, week }) =>
      alone(LEVEL.day, ({ today }) => {
        const steps = (which: string) => (which.startsWith("上") ? -which.length : which.length);
        const months = year === undefined ? steps(month ?? "") : 12 * (YEARS_AWAY[year] ?? 0);
        const day = week === undefined ? addMonths(today, months) : today + steps(week) * 7 * DAY;
        return { ...daySpan(day), direction: directionOf(day - today) };
      }),
  ),
);

/**
 * 全天 and 第三天上午 as all that is said: of today, and counted from it. Within a sentence they hang on a day told before
 * (resolve.ts), and are none.
 */
const allDay = matcher(/(?<=^\s*)全天(?=\s*$)/, () => dayFromNow(0));
const countedDay = matcher(
  new RegExp(`(?<=^\\s*)第(?<n>${NUMERAL})天(?=起?\\s*$|[上下中]午|[早晚]上|凌晨|傍晚)`),
  ({ n = "" }) => {
    const day = dayFromNow((parseNumeral(n) ?? 1) - 1);
    return {
      ...day,
      place: (outer, context) => {
        const span = day.place(outer, context);
        return span && { ...span, ambiguous: "counted from today; from a day told before is possible" };
      },
    };
  },
);

/** Day and part of the day in one word: 昨晚, 今早, 明早, 大前晚. */
const PART_NAMES: Readonly<Record<string, string>> = {
  早: "早上",
  朝: "早上",
  晨: "清晨",
  午: "中午",
  晚: "晚上",
  夜: "晚上",
};

const relativePart = matcher(
  /(?<which>大?[前后](?=[晚早])|[昨寻琴今明听当])(?<part>早上?|朝|晨|午|晚上?|夜)/,
  ({ which = "", part = "" }) => {
    const day = dayFromNow(RELATIVE[which] ?? 0);
    const hours = DAY_PARTS_ZH.get(PART_NAMES[part.charAt(0)] ?? "晚上");
    if (hours === undefined) return undefined;
    const within = dayPart(hours);
    return alone(LEVEL.daypart, (context) => within.place(day.place(undefined, context), context));
  },
);

// --- dates in figures

const YEAR = "(?<year>[12]\\d{3})";
const MONTH = "(?<month>1[0-2]|0?[1-9])";
const DAY_OF_MONTH = "(?<day>3[01]|[12]\\d|0?[1-9])";
/** Not in the middle of a longer number or fraction. */
const ALONE = "(?<![\\d./:-])";
const NO_MORE = "(?![\\d/]|\\.\\d)";

const iso = matcher(
  new RegExp(
    `${ALONE}${YEAR}(?<mark>[-/. ])${MONTH}\\k<mark>(?:(?<day>3[01]|[12]\\d|0?[1-9])(?!\\d(?!\\d:)))(?:[t-](?=\\d))?`,
  ),
  ({ year, month, day }) => fullDate(Number(year), Number(month), Number(day)),
);

const isoMonth = matcher(
  new RegExp(`${ALONE}${YEAR}[-./](?<month>1[0-2]|0[1-9])(?![\\d./])`),
  ({ year, month }) => {
    const start = fullDate(Number(year), Number(month), 1);
    return (
      start &&
      alone(LEVEL.month, (context) => {
        const first = start.place(undefined, context);
        return (
          first && {
            start: first.start,
            end: first.start + daysIn(Number(year), Number(month)) * DAY,
            grain: "month",
          }
        );
      })
    );
  },
);

function daysIn(year: number, month: number): number {
  return fieldsOf(Date.UTC(year, month, 0)).day;
}

/** Month first, as written in China and the US: 10/31/74, 3/3/2015. */
const slashed = matcher(
  new RegExp(`${ALONE}${MONTH}/${DAY_OF_MONTH}/(?<year>\\d{4}|\\d{2})(?!\\d)`),
  ({ year = "", month, day }) => {
    const number = Number(year);
    const full = year.length === 4 ? number : number < 70 ? 2000 + number : 1900 + number;
    return fullDate(full, Number(month), Number(day));
  },
);

const monthAndDay = matcher(
  new RegExp(
    `${ALONE}(?:${MONTH}[/·]${DAY_OF_MONTH}${NO_MORE}(?![的杯勺])|(?<m2>0[1-9]|1[0-2])-(?<d2>0[1-9]|[12]\\d|3[01])(?![\\d-]))`,
  ),
  ({ month, day, m2, d2 }) => monthDay(Number(month ?? m2), Number(day ?? d2)),
);

// --- dates in words

/** 15号, 二十一日; and the first number of 3到5号. Not 3日游, 90日内. */
const numbered = matcher(
  new RegExp(
    `(?<![\\d第])(?<day>3[01]|[12]\\d|0?[1-9]|三十一?|[二廿]十?[一二三四五六七八九]?|十[一二三四五六七八九]?|[一三四五六七八九])` +
      `(?:(?:号|(?<=(?:月|[日号\\d][、和及与]).{1,3})日|日(?!之?以?[内后前]))(?![子本常期程记游线码楼院房店机床病室桌馆厅球])|(?=(?:(?:${isDash}|[、和及与])${NUMERAL}){1,8}[日号]))`,
  ),
  ({ day = "" }) => dayNumber(parseNumeral(day) ?? 0),
);

/** After a month 日 may be missing: 1月3, 十月31. */
const figuresAfterMonth = matcher(
  /(?<=月)(?<day>3[01]|[12]\d|0?[1-9])(?![\d:.点时月年个号日])/,
  ({ day }) => {
    const part = dayNumber(Number(day));
    return part && { ...part, opens: false };
  },
);

// --- the lunar calendar

const LUNAR_MONTH = "(?<month>正|冬|腊|十[一二]?|[一二三四五六七八九]|1[0-2]|[1-9])月";
const LUNAR_DAY = `(?<day>初(?:[一二三四五六七八九十]|\\d{1,2})|廿[一二三四五六七八九]?|二十[一二三四五六七八九]?|十[一二三四五六七八九]|三十)`;

/**
 * 农历八月十五, 腊月初十, 闰四月. Without 农历 a date is lunar by its month (正, 冬, 腊, 闰), its day (初), or because both
 * are in Chinese figures without 日 or 号 (八月十五).
 */
const lunar = matcher(
  new RegExp(
    `(?<mark>农历|阴历|旧历)?的?(?<leap>闰)?${LUNAR_MONTH}(?:${LUNAR_DAY}|(?<=[正冬腊]月)(?<figures>[12]\\d|30|[1-9])(?!\\d))?(?<unit>[日号])?`,
  ),
  ({ mark, leap, month = "", day, figures, unit }) => {
    const special = leap !== undefined || /[正冬腊]/.test(month);
    const lunarDayWord = day !== undefined && (day.startsWith("初") || unit === undefined);
    if (mark === undefined && !special && !lunarDayWord) return undefined;
    const number =
      month === "正" ? 1 : month === "冬" ? 11 : month === "腊" ? 12 : (parseNumeral(month) ?? 0);
    const said = day ?? figures;
    return lunarDate(
      number,
      said === undefined ? undefined : (parseNumeral(said.replace("初", "")) ?? 0),
      leap !== undefined,
    );
  },
);

/** 三月三, 九月九: lunar days that are named by their number, twice. */
const doubled = matcher(
  /(?<month>[二三五六七九])月\k<month>(?![〇零一二三四五六七八九十百\d日号点个天年月:时旬])/,
  ({ month: said = "" }) => {
    const number = parseNumeral(said) ?? 0;
    return lunarDate(number, number, false);
  },
);

const newYearDay = matcher(/大年初(?<day>[一二三四五六七八九十]|十[一二三四五])/, ({ day = "" }) =>
  lunarDate(1, parseNumeral(day) ?? 0, false),
);

function lunarDate(month: number, day: number | undefined, leap: boolean) {
  if (day === undefined) {
    return inYear(LEVEL.month, (year) => {
      const found = lunarMonth(year, month, leap);
      return found && { start: found.start, end: found.start + found.days * DAY, grain: "month" };
    });
  }
  const of = (year: number) => {
    const start = lunarDay(year, month, day, leap);
    return start === undefined ? undefined : daySpan(start);
  };
  return inYear(LEVEL.day, of);
}

// --- festivals

/** Solar terms that are weather, food or names first: only after a year or with 那天 or 节气 behind. */
const UNSURE = /^(?:雨水|小雪|大雪|白露|霜降|小满|小年|元宵|惊蛰)$/;

const FESTIVAL_NAMES = [...FESTIVALS_ZH.keys()].sort((a, b) => b.length - a.length).join("|");

const festivals = matcher(
  new RegExp(
    `(?<![\\d一二三四五六七八九十吃])(?<name>${FESTIVAL_NAMES})(?<sure>节气|那天|当天|这天|当日)?(?![树帽歌卡]|老人|礼物|晚会|联欢)`,
  ),
  ({ name = "", sure }) => {
    const of = FESTIVALS_ZH.get(name);
    return of && { ...festival(of), opens: sure !== undefined || !UNSURE.test(name) };
  },
);

/** The day after the first end of a range: 13:20~次日05:40. Elsewhere 次日 hangs on what was told before. */
const nextDay = matcher(/[次翌]日/, () => ({
  level: LEVEL.day,
  opens: false,
  place: (outer) => outer && daySpan(outer.start + DAY),
}));

const festivalInitials = [...FESTIVALS_ZH.keys()].map((name) => name.charAt(0)).join("");

const dates = beginningWith(
  `${NUMERAL_CHARACTERS}大前后昨寻琴今本当明听农阴旧闰正冬腊次翌全第`,
  firstOf(
    allDay,
    countedDay,
    relativePart,
    relative,
    iso,
    slashed,
    isoMonth,
    monthAndDay,
    newYearDay,
    lunar,
    doubled,
    numbered,
    nextDay,
    figuresAfterMonth,
  ),
);

export const days: Matcher = firstOf(dates, beginningWith(festivalInitials, festivals));
