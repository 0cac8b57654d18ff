/** Years, decades, halves, quarters and seasons in Chinese. */
import { daySpan, monthSpan, yearSpan } from "../calendar.ts";
import { beginningWith, firstOf, LEVEL, matcher } from "../grammar.ts";
import type { Matcher } from "../grammar.ts";
import { lunarDay } from "../lunar.ts";
import { NUMERAL, NUMERAL_CHARACTERS, parseNumeral } from "../numerals.ts";
import { alone, inYear, quarterFromNow, year, yearFromNow } from "../placing.ts";
import { fieldsOf, localTime } from "../zone.ts";

const RELATIVE: Readonly<Record<string, number>> = {
  ...{ 大前: -3, 前: -2, 去: -1, 上: -1, 旧: -1, 今: 0, 本: 0, 这: 0, 这一: 0 },
  ...{ 明: 1, 来: 1, 下: 1, 后: 2, 大后: 3 },
};

const relative = matcher(
  /(?<which>大前|大后|这一|[前去上旧今本这明来下后])年(?![龄纪代级轻薪糕货假会])/,
  ({ which = "" }) => yearFromNow(RELATIVE[which] ?? 0),
);

const absolute = matcher(
  /(?:公元)?(?<year>[12]\d{3}|[一二][〇零一二三四五六七八九]{3})年(?:度|里|内)?(?!代)/,
  ({ year: said = "" }) => year(parseNumeral(said) ?? 0),
);

/** A year and nothing else: who answers "2018" to "when?" means the year. */
const bareYear = matcher(/(?<=^\s*)(?<year>(?:19|20)\d{2})(?=\s*$)/, ({ year: said = "" }) =>
  year(Number(said)),
);

/** 今明两年, 去今两年: from the first to the last. */
const twoYears = matcher(/(?<first>[去今])(?<second>[今明])(?:两|二)?年/, ({ first = "", second = "" }) =>
  alone(LEVEL.year, ({ today }) => {
    const { year: here } = fieldsOf(today);
    const from = here + (RELATIVE[first] ?? 0);
    const to = here + (RELATIVE[second] ?? 0);
    return from < to
      ? { start: localTime(from, 1, 1), end: localTime(to + 1, 1, 1), grain: "year" }
      : undefined;
  }),
);

/** 11世纪初, 上世纪末: a century, or its first or last third. */
const century = matcher(
  new RegExp(`(?:(?<which>[上本这])个?|(?<number>${NUMERAL}))世纪(?<part>初|中叶|中期|末|初期|后期)?`),
  ({ which, number, part = "" }) =>
    alone(LEVEL.year, ({ today }) => {
      const here = Math.floor(fieldsOf(today).year / 100) * 100;
      const counted = ((parseNumeral(number ?? "") ?? 0) - 1) * 100;
      const first = number === undefined ? here - (which === "上" ? 100 : 0) : counted;
      if (first < 0 || first > here + 100) return undefined;
      const from = part === "" || part.startsWith("初") ? 0 : part.startsWith("中") ? 30 : 70;
      const to = part === "" ? 100 : from + 30;
      return { start: localTime(first + from, 1, 1), end: localTime(first + to, 1, 1), grain: "year" };
    }),
);

/**
 * Two digits are a year (03年, 98年, 九零年) when something of a year follows or when they can hardly be a count; 20年 alone
 * is twenty years.
 */
const twoDigits = matcher(
  new RegExp(
    "(?<year>\\d{2}|[〇零一二三四五六七八九]{2})年" +
      `(?=的?(?:${NUMERAL}月|第|[一二三四]季度|[春夏秋冬]|[初底末]|年[初底末]|[上下]半年|[寒暑]假|除夕|中秋|国庆|[出毕][生业]|前${NUMERAL}个?月)` +
      "|(?<=[5-90〇零五六七八九][\\d〇零一二三四五六七八九]年)(?![前后内间来以之多代]))",
  ),
  ({ year: said = "" }) => {
    const number = parseNumeral(said) ?? 0;
    return alone(LEVEL.year, ({ today }) => {
      // The century that puts it at most twenty years ahead.
      const thisYear = fieldsOf(today).year;
      const full = Math.floor(thisYear / 100) * 100 + number;
      return yearSpan(full > thisYear + 20 ? full - 100 : full);
    });
  },
);

const decade = matcher(
  new RegExp(
    `(?:(?<century>${NUMERAL})世纪)?(?<decade>[1-9]0|[二三四五六七八九]十|[一二三四五六七八九][〇零])年代(?<part>初|前期|中期|末期?|后期)?`,
  ),
  ({ century, decade: said = "", part = "" }) => {
    const tens = parseNumeral(said) ?? 0;
    return alone(LEVEL.year, ({ today }) => {
      const base = century === undefined ? 1900 : ((parseNumeral(century) ?? 20) - 1) * 100;
      const first = century === undefined && 2000 + tens <= fieldsOf(today).year ? 2000 + tens : base + tens;
      const from = part.startsWith("末") || part.startsWith("后") ? 7 : part.startsWith("中") ? 4 : 0;
      const to = part === "" || from === 7 ? 10 : from + 3;
      return { start: localTime(first + from, 1, 1), end: localTime(first + to, 1, 1), grain: "year" };
    });
  },
);

const STEMS = "甲乙丙丁戊己庚辛壬癸";
const BRANCHES = "子丑寅卯辰巳午未申酉戌亥";
const ANIMALS = "鼠牛虎兔龙蛇马羊猴鸡狗猪";

/** 甲辰年, 龙年: the lunar year of the cycle of sixty or of twelve; by itself the nearest, or by the tense. */
const cyclic = matcher(
  new RegExp(
    `(?:(?<stem>[${STEMS}])(?<branch>[${BRANCHES}])|(?<![小大老公母])(?<animal>[${ANIMALS}]))年(?![级货轻糕幼])`,
  ),
  ({ stem = "", branch = "", animal }) => {
    const twelfth = animal === undefined ? BRANCHES.indexOf(branch) : ANIMALS.indexOf(animal);
    const tenth = STEMS.indexOf(stem);
    // 1984 began the cycle anew; stem and branch advance together, so both are even or both odd.
    const isOf = (of: number) =>
      (of + 8) % 12 === twelfth && (animal !== undefined || (of + 6) % 10 === tenth);
    if (animal === undefined && tenth % 2 !== twelfth % 2) return undefined;
    return alone(LEVEL.year, ({ today, tense }) => {
      const here = fieldsOf(today).year;
      const cycle = animal === undefined ? 60 : 12;
      const past = Array.from({ length: cycle }, (_, back) => here - back).find(isOf) ?? here;
      const coming = past === here ? here : past + cycle;
      const isComing = tense === "future" || (tense === "none" && coming - here < here - past);
      const of = isComing ? coming : past;
      const start = lunarDay(of, 1, 1);
      const end = lunarDay(of + 1, 1, 1);
      if (start === undefined || end === undefined) return undefined;
      return {
        start,
        end,
        grain: "year",
        ambiguous: "the nearest such year; another of the cycle is possible",
      };
    });
  },
);

const half = matcher(/(?<which>[上下])半年/, ({ which }) =>
  inYear(LEVEL.season, (of) => monthSpan(of, which === "上" ? 1 : 7, 6)),
);

const quarter = matcher(
  /(?:(?:第(?=.个?季)|(?=.季))(?<zh>[一二三四1-4])个?季度|q(?<latin>[1-4])(?:季度)?(?![a-z\d])(?: ?(?:of )?(?<year>20\d\d)(?!\d))?)/,
  ({ zh, latin, year: said }) => {
    const of = (number: number) => monthSpan(number, 3 * (parseNumeral(zh ?? latin ?? "1") ?? 1) - 2, 3);
    return said === undefined ? inYear(LEVEL.season, of) : alone(LEVEL.season, () => of(Number(said)));
  },
);

const relativeQuarter = matcher(/(?<which>[上本这下])一?个?季度/, ({ which = "" }) =>
  quarterFromNow(which === "上" ? -1 : which === "下" ? 1 : 0),
);

/** Three whole months, spring from March; the winter of a year runs into the next one. */
const SEASON_START: Readonly<Record<string, number>> = { 春: 3, 夏: 6, 秋: 9, 冬: 12 };

const season = matcher(/(?<name>[春夏秋冬])(?:天|季)/, ({ name = "" }) =>
  inYear(LEVEL.season, (of) => monthSpan(of, SEASON_START[name] ?? 3, 3)),
);

const seasonOfYear = matcher(/(?<name>[春夏秋冬])(?![节至分游令装])/, ({ name = "" }) => ({
  ...inYear(LEVEL.season, (of) => monthSpan(of, SEASON_START[name] ?? 3, 3)),
  opens: false,
}));

/** Start or end of a year: 年初 January and February, 年中 June and July, 年底 the last two months. */
const EDGE_START: Readonly<Record<string, number>> = { 初: 1, 中: 6, 底: 11, 末: 11 };

const edge = matcher(/年(?<edge>[初底末]|中(?!秋))/, ({ edge: said = "" }) =>
  inYear(LEVEL.season, (of) => monthSpan(of, EDGE_START[said] ?? 1, 2)),
);

const edgeOfYear = matcher(/(?<=年)(?<edge>[初底末])/, ({ edge: said = "" }) => ({
  ...inYear(LEVEL.season, (of) => monthSpan(of, EDGE_START[said] ?? 1, 2)),
  opens: false,
}));

/** 2022年前十一个月, 今年第8个月, 首月. */
const monthsOfYear = matcher(
  new RegExp(`(?<which>前|第|首)(?<count>${NUMERAL})?个?月`),
  ({ which, count }) => {
    const number = count === undefined ? 1 : (parseNumeral(count) ?? 0);
    if (number < 1 || number > 12) return undefined;
    const [first, months] = which === "前" ? [1, number] : [number, 1];
    return { ...inYear(LEVEL.month, (of) => monthSpan(of, first, months)), opens: false };
  },
);

/** 2023年第十天. */
const dayOfYear = matcher(new RegExp(`第(?<n>${NUMERAL})天`), ({ n = "" }) => ({
  ...inYear(LEVEL.day, (of) => daySpan(localTime(of, 1, parseNumeral(n) ?? 1))),
  opens: false,
}));

export const years: Matcher = beginningWith(
  `${NUMERAL_CHARACTERS}${STEMS}${ANIMALS}大前去上旧今本这当明来下后公世第首年春夏秋冬初底末q`,
  firstOf(
    cyclic,
    dayOfYear,
    bareYear,
    twoYears,
    decade,
    century,
    relative,
    absolute,
    twoDigits,
    half,
    quarter,
    relativeQuarter,
    season,
    edge,
    monthsOfYear,
    edgeOfYear,
    seasonOfYear,
  ),
);
