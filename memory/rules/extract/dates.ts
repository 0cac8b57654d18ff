/** Times of clauses: written out in words for contents, and as intervals for `when`. */
import { resolveTimes } from "../../../language/time/resolve.ts";
import { dateInWords, dayPartOf, timeInWords } from "../../../language/time/words.ts";
import { addDays, calendarDay, startOfDay } from "../../../language/time/zone.ts";
import type { Language, TimeMention, TimeReference } from "../../../language/types.ts";
import type { When } from "../../extraction.ts";
import type { Reading } from "./clause.ts";

const DAY_MS = 86_400_000;
/** Around now, without fixing a day: told as a state, not as an event. */
const PRESENT =
  /^(?:最近|近来|近期|目前|现在|如今|眼下|此[时刻]|当前|而家|这(?:段时间|阵子?|一阵)|recently|lately|currently|now|these days|nowadays|at the moment)$/i;
/** A few days around a day. */
const VAGUE =
  /^(?:这几天|这两天|前几天|前两天|前些天|前阵子?|前段时间|过几天|过两天|the other day|a few days ago|in a few days)$/i;
const FESTIVAL =
  /中秋节?|除夕|春节|元宵节?|端午节?|国庆节?|元旦|圣诞节?|清明节?|七夕节?|重阳节?|情人节|母亲节|父亲节|christmas|new year's (?:eve|day)|easter|thanksgiving|halloween|valentine's day/i;

/** "最近", "now": says that something holds at present, dates nothing. */
export function isPresent(mention: TimeMention): boolean {
  return PRESENT.test(mention.text.trim());
}

/** The times that a text names, but for those inside titles and quotations (《深夜加油站》). */
export function timesIn(text: string, reference: TimeReference): TimeMention[] {
  const titled = [...text.matchAll(/《[^《》]*》|[“「『"][^“「『”」』"]*[”」』"]/g)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  );
  return resolveTimes(text, reference).filter(
    ({ index }) => !titled.some(([start, end]) => index > start && index < end),
  );
}

export function whenOf(mention: TimeMention): When {
  return { start: mention.start.toISOString(), end: mention.end.toISOString(), grain: mention.grain };
}

/** The day on which the turn was said, moved by whole days; the night owl's hours belong to the day before. */
export function daysFromToday(reading: Reading, days: number, length = 1): When {
  const { input } = reading;
  const owlish = new Date(input.said.getTime() - input.nightOwlHour * 3_600_000);
  const start = addDays(startOfDay(owlish, input.timezone), days, input.timezone);
  return {
    start: start.toISOString(),
    end: addDays(start, length, input.timezone).toISOString(),
    grain: "day",
  };
}

/**
 * A mention in words that stay true: "明天下午" said on 9 June gives "2025年6月10日星期二下午". "" for words of the
 * present, which a content does not need.
 */
export function writtenOut(mention: TimeMention, reading: Reading): string {
  if (isPresent(mention)) return "";
  const { timezone } = reading.input;
  const { language } = reading;
  const day = dateInWords(mention.start, timezone, language);
  if (VAGUE.test(mention.text) || (mention.grain === "day" && spanInDays(mention) > 2.5)) {
    const said = dateInWords(
      new Date((mention.start.getTime() + mention.end.getTime()) / 2),
      timezone,
      language,
    );
    return language === "zh" ? `${said}前后` : `around ${said}`;
  }
  const festival = FESTIVAL.exec(mention.text)?.[0];
  const suffix = festival === undefined ? "" : language === "zh" ? `（${festival}）` : ` (${festival})`;
  return `${inGrain(mention, day, timezone, language)}${suffix}`;
}

function inGrain(mention: TimeMention, day: string, timezone: string, language: Language): string {
  const [year = "", month = ""] = calendarDay(mention.start, timezone).split("-");
  switch (mention.grain) {
    case "minute":
    case "hour":
      return timeInWords(mention.start, timezone, language);
    case "daypart": {
      if (language === "en")
        return `${day}, ${mention.text
          .replace(/^.*\b(morning|noon|afternoon|evening|night|tonight)\b.*$/i, "$1")
          .toLowerCase()
          .replace("tonight", "evening")}`;
      return `${day}${partOfDay(mention, timezone)}`;
    }
    case "day":
      return spanInDays(mention) > 1.5 ? spanInWords(mention, timezone, language) : day;
    case "week":
      return spanInWords(mention, timezone, language);
    case "month":
      return language === "zh" ? `${year}年${Number(month)}月` : monthInEnglish(mention.start, timezone);
    case "season":
      return language === "zh"
        ? `${year}年${mention.text.replace(/^.*([春夏秋冬]天?).*$/, "$1")}`
        : `${mention.text} ${year}`;
    case "year":
      return language === "zh" ? `${year}年` : year;
  }
}

/** The user's own word for the part of the day where there is one, else the clock's. */
function partOfDay(mention: TimeMention, timezone: string): string {
  const own = /凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|深夜|半夜|夜里/.exec(mention.text)?.[0];
  if (own !== undefined) return own;
  if (/早$/.test(mention.text)) return "早上";
  if (/晚$/.test(mention.text)) return "晚上";
  const hour = Number(
    new Intl.DateTimeFormat("en-GB", { timeZone: timezone, hour: "2-digit" }).format(mention.start),
  );
  return dayPartOf(hour);
}

function spanInWords(mention: TimeMention, timezone: string, language: Language): string {
  const last = new Date(mention.end.getTime() - 1);
  const from = dateInWords(mention.start, timezone, language);
  const to = dateInWords(last, timezone, language);
  if (from === to) return from;
  // The year and month are said once where they are the same.
  const [fromYear, fromMonth] = calendarDay(mention.start, timezone).split("-");
  const [toYear, toMonth] = calendarDay(last, timezone).split("-");
  if (language === "en") return `${from} to ${to}`;
  const shortened = fromYear === toYear ? to.replace(/^\d+年/, "") : to;
  return `${from}到${fromYear === toYear && fromMonth === toMonth ? shortened.replace(/^\d+月/, "") : shortened}`;
}

function monthInEnglish(date: Date, timezone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone: timezone, month: "long", year: "numeric" }).format(
    date,
  );
}

function spanInDays(mention: TimeMention): number {
  return (mention.end.getTime() - mention.start.getTime()) / DAY_MS;
}
