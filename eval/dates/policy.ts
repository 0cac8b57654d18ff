/**
 * Expressions that the sources read differently from each other. docs/dates.md says how the product reads them; by it some
 * rows of a source cannot come out right, whatever is built, so such rows are counted apart.
 */

export type Source = "jionlp" | "duckling" | "chrono";

const NUMBER = "(?:[\\d一二两兩三四五六七八九十半几幾]+)";
const UNIT =
  "(?:秒鐘?钟?|分[钟鐘]?|[个個]?小[时時]|[个個][钟鐘]|[天日]|[个個]?(?:星期|[礼禮]拜)|[周週]|[个個]月|年)";
const WEEK = "(?:[周週]|星期|[礼禮]拜)";
const WEEKDAY = "[一二三四五六日天]";
/** An hour is named, not only a part of the day. */
const CLOCK = /[点點时時]|\d:\d|[ap]m/i;
const PART_OF_DAY =
  /[凌清]晨|[早晚]上|早晨|朝早|上午|中午|下午|晏[昼晝]|傍晚|黄昏|今[早晚]|[昨尋琴明聽听]晚|[当當]晚|夜[里裡晚]|午后|午後|白天/;

const DIFFERENT: Readonly<Record<Source | "all", readonly RegExp[]>> = {
  all: [
    // The last, this or the coming one. Not where a date stands beside it, or where it is part of a feast's name (圣周五).
    new RegExp(
      `(?<![上下这這本每个個今周週圣聖色默节節号號日])${WEEK}${WEEKDAY}(?!早?[到至節节]|[,，]?[\\d一二三四五六七八九十]+月)`,
    ),
  ],
  jionlp: [],
  duckling: [
    // The next Wednesday to come, not that of the next week; the same of 这.
    new RegExp(`(?:[下这這]|今[个個])[个個]?${WEEK}${WEEKDAY}`),
    // Exactly two days; elsewhere a few.
    /前[两兩][天日]/,
    // Begins on Friday evening.
    /[这這][个個]?[周週]末/,
    // The coming three days, from the next whole one on; elsewhere the third day from now.
    new RegExp(`${NUMBER}${UNIT}(?:之?[后後])|[下后後]${NUMBER}${UNIT}`),
  ],
  chrono: [
    // The day that it ends on; elsewhere the days until then.
    new RegExp(`${NUMBER}${UNIT}之?[内內]`),
    // Fourteen days to the hour; elsewhere that week.
    new RegExp(`${NUMBER}[个個]?(?:星期|[礼禮]拜|[周週])前`),
  ],
};

/** Whether the sources contradict each other on what it says, or on when a part of the day begins. */
export function isReadDifferently(text: string, source: Source): boolean {
  const bare = text.replace(/\s+/g, "");
  const beginsAnywhere = source !== "jionlp" && PART_OF_DAY.test(bare) && !CLOCK.test(bare);
  return beginsAnywhere || [...DIFFERENT.all, ...DIFFERENT[source]].some((pattern) => pattern.test(bare));
}
