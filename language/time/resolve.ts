/**
 * Time expressions of a text, resolved to intervals: the entry of the time grammar (grammar.ts says how it works).
 *
 * What is taken where words leave it open, for all of the grammar:
 * - A person's day begins at the night-owl hour (4): at half past one 今天 and 今晚 are still the day before by the calendar,
 *   and 明天上午九点 is the coming morning.
 * - Weeks begin on Monday. 这周三 is in this week, 下周三 in the next one, even when this week's has not come yet.
 * - A bare 周三 is the last one when its clause looks back (了, 过, 当时), else the next one after today; a bare 9号, 5月 or
 *   5月3号 is of the current month or year unless the tense says otherwise; a festival is the coming one.
 * - 晚上 reaches from 18:00 to midnight, and 今晚一点 is an hour after it. 深夜1点 of a date is that date's first night.
 * - 三天前 is that day, 两周前 that calendar week, 三个月前 that month, 两年前 that year.
 * - Three o'clock on a named day is in the afternoon, nine in the morning; by itself it is the nearest in waking hours.
 * - A time whose direction, half of the day or bounds were guessed carries `ambiguous`. Times farther than a human life
 *   (十亿年前) are none.
 */
import type { TimeMention, TimeReference } from "../types.ts";
import { simplify } from "../traditional.ts";
import { english } from "./en/index.ts";
import type { Context, Matcher, Part, Span } from "./grammar.ts";
import { LEVEL } from "./grammar.ts";
import { NUMERAL, parseNumeral } from "./numerals.ts";
import { tenseAround } from "./tense.ts";
import { chinese, notTimes } from "./zh/index.ts";
import { DAY, HOUR, instantOf, localTimeOf, midnight } from "./zone.ts";
import type { LocalTime } from "./zone.ts";

/** Hour at which a person's day begins when nothing else is set. */
export const NIGHT_OWL_HOUR = 4;

/** Stand-in for a bound that the words leave open. */
const FAR = 100 * 366 * DAY;

/**
 * The times that `text` mentions, in order of appearance, not overlapping. A range (下午1点到3点) is one mention. Never throws
 * for any text; throws RangeError for an unknown timezone.
 */
export function resolveTimes(text: string, reference: TimeReference): TimeMention[] {
  const folded = fold(text);
  const now = localTimeOf(reference.now, reference.timezone);
  const today = midnight(now - (reference.nightOwlHour ?? NIGHT_OWL_HOUR) * HOUR);
  const mentions: TimeMention[] = [];
  let before: Placed | undefined;
  for (let at = 0; at < folded.length;) {
    const found = expressionAt(folded, at, now, today, before);
    if (found === undefined) {
      at = skip(folded, at);
      continue;
    }
    const { start, end, grain, direction = "none", ambiguous, open } = found.span;
    mentions.push({
      text: text.slice(at, found.end),
      index: at,
      start: instantOf(start, reference.timezone),
      end: instantOf(end, reference.timezone),
      grain,
      direction,
      ...(ambiguous === undefined ? {} : { ambiguous }),
      ...(open === undefined ? {} : { open }),
    });
    before = found;
    at = found.end;
  }
  return mentions;
}

/** Half-width, lower case, simplified, and exactly as long as before, so that offsets hold. */
function fold(text: string): string {
  const narrow = text.replace(/[\uFF01-\uFF5E\u3000]/g, (wide) =>
    wide === "\u3000" ? " " : String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  );
  return simplify(narrow.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
}

/**
 * What comes again and again (每周三晚上8点, every Friday) is a habit, not a time, and what hangs on a day told before (那天晚上)
 * cannot be placed here.
 */
const UNPLACED =
  /那(?:一?天|晚|年|个?月|周)|第[一二两三四五六七八九十几]天|(?:每|逢)(?:个|一|隔)?(?:天|年|周(?![一二三四五六日天末])|星期(?![一二三四五六日天])|月|[早晚]上?)?|\bevery (?:other )?(?:(?:day|night|week|month|year)\b ?)?/y;

/** Where to go on when nothing begins at `at`: past a word or number, never into its middle. */
function skip(text: string, at: number): number {
  notTimes.lastIndex = at;
  if (notTimes.test(text)) return notTimes.lastIndex;
  UNPLACED.lastIndex = at;
  if (UNPLACED.test(text)) return partsAt(text, UNPLACED.lastIndex, true).at(-1)?.end ?? UNPLACED.lastIndex;
  WORD.lastIndex = at;
  return WORD.test(text) ? WORD.lastIndex : at + 1;
}

const WORD =
  /[a-z]+|\d+(?![月日号年点时])(?:\.\d+)?|[〇零一二两三四五六七八九十百千万亿]{0,9}[百千万亿][〇零一二两三四五六七八九十百千万亿]{0,9}/y;

/** What an expression's parts came to: the last span is its meaning, the others are what a range's end leans on. */
interface Placed {
  readonly trail: readonly { readonly level: number; readonly span: Span }[];
  readonly span: Span;
  readonly end: number;
}

function expressionAt(
  text: string,
  at: number,
  now: LocalTime,
  today: LocalTime,
  before: Placed | undefined,
): Placed | undefined {
  notTimes.lastIndex = at;
  if (notTimes.test(text)) return undefined;
  const parts = partsAt(text, at);
  const last = parts.at(-1);
  if (last === undefined) return undefined;
  const context: Context = { now, today, tense: tenseAround(text, at, last.end) };
  const placed =
    listed(text, at, parts, before, context) ??
    placeAll(parts, undefined, context) ??
    placeAll(parts.slice(0, 1), undefined, context);
  if (placed === undefined) return undefined;
  if (last.closes === true) return placed;
  return bounded(text, rangeFrom(text, placed, context) ?? placed, context);
}

// --- parts in a row

/** The matcher for the script at hand; English words are read from their beginning only. */
const match: Matcher = (text, at) => {
  const character = text.charAt(at);
  if (character > "\u007F") return chinese(text, at);
  if (/[a-z\d]/.test(text.charAt(at - 1)) && /[a-z]/.test(character)) return undefined;
  return chinese(text, at) ?? english(text, at);
};

/** What may stand between two parts of one expression. */
const JOINT = /\s{0,2}[的,，]?\s{0,2}(?:of )?/y;

/** The longest row of parts from `at` on: coarse to fine, or an hour or weekday before its day. */
function partsAt(text: string, at: number, leaning = false): Part[] {
  const parts: Part[] = [];
  for (let part = match(text, at); part !== undefined;) {
    if (!follows(part, parts, leaning)) break;
    parts.push(part);
    if (part.closes === true) break;
    part = nextPart(text, part.end, parts);
  }
  return parts;
}

function nextPart(text: string, end: number, before: readonly Part[]): Part | undefined {
  const adjacent = match(text, end);
  if (adjacent !== undefined && follows(adjacent, before, false)) return adjacent;
  JOINT.lastIndex = end;
  return JOINT.test(text) && JOINT.lastIndex > end ? match(text, JOINT.lastIndex) : undefined;
}

function follows(part: Part, before: readonly Part[], leaning: boolean): boolean {
  const last = before.at(-1);
  if (last === undefined) return leaning || part.opens !== false;
  if (before.some(({ level }) => level === part.level)) return false;
  if (part.level < last.level) return true;
  if (before.length > 1 || part.level < LEVEL.weekday || part.opens === false) return false;
  // 9am on Monday; 星期天，二月十号.
  return last.level <= LEVEL.daypart ? part.level <= LEVEL.day : last.level === LEVEL.weekday;
}

/**
 * Each part within the ones before it, coarse to fine. A finer part that does not fit is left to the rest of the text;
 * undefined when the first words themselves do not fit.
 */
function placeAll(parts: readonly Part[], outer: Span | undefined, context: Context): Placed | undefined {
  const coarseFirst = [...parts].sort((a, b) => b.level - a.level);
  const reordered = coarseFirst[0] !== parts[0];
  const trail: { level: number; span: Span }[] = [];
  let span = outer;
  let end = 0;
  for (const part of coarseFirst) {
    const within = part.place(span, context);
    if (within === undefined) {
      if (reordered) return undefined;
      break;
    }
    span = within;
    end = Math.max(end, part.end);
    trail.push({ level: part.level, span });
  }
  return span === undefined || trail.length === 0 ? undefined : { trail, span, end };
}

// --- lists

const AND = /\s{0,2}(?:、|和|跟|与|及|或者?|还有|(?:and|or)\s)\s{0,2}/y;

/** One more of a list leans on what the one before it said of the coarser parts: 下周一和周三, 1月3号、5号, 明天八点和十点. */
function listed(
  text: string,
  at: number,
  parts: readonly Part[],
  before: Placed | undefined,
  context: Context,
): Placed | undefined {
  const level = parts[0]?.level;
  if (before === undefined || level === undefined) return undefined;
  AND.lastIndex = before.end;
  if (!AND.test(text) || AND.lastIndex !== at) return undefined;
  if (level === LEVEL.weekday && before.trail[0]?.level === LEVEL.weekday) {
    const placed = placeAll(parts, undefined, daysAfter(before, context));
    return placed && { ...placed, span: { ...placed.span, direction: before.span.direction ?? "none" } };
  }
  const coarser = before.trail.filter((step) => step.level > level);
  const placed = coarser.length === 0 ? undefined : placeAll(parts, coarser.at(-1)?.span, context);
  return placed && { ...placed, trail: [...coarser, ...placed.trail] };
}

/** As seen from a day, so that a weekday is the first one after it. */
function daysAfter({ span }: Placed, context: Context): Context {
  return { ...context, today: midnight(span.start), tense: "future" };
}

// --- ranges and bounds

const DASH = /\s{0,2}(?:到|至|~|-{1,3}|—{1,3}|–|(?:until|till|to)\s)\s{0,2}/y;

/** "A to B" as one span. B leans on what A said of the coarser parts: 8月11日至22日, 下午1点到3点. */
function rangeFrom(text: string, from: Placed, context: Context): Placed | undefined {
  DASH.lastIndex = from.end;
  if (!DASH.test(text)) return undefined;
  const parts = partsAt(text, DASH.lastIndex, true);
  const level = parts[0]?.level;
  if (level === undefined) return upToNow(text, DASH.lastIndex, from, context);
  if (level === LEVEL.weekday) {
    // 周一到周五: the first Friday after that Monday.
    return rangeTo(from, placeAll(parts, undefined, daysAfter(from, context)), level);
  }
  const leaning = from.trail.filter((step) => step.level > level).at(-1)?.span;
  const sameDay: Span = {
    start: midnight(from.span.start),
    end: midnight(from.span.start) + DAY,
    grain: "day",
  };
  const to =
    placeAll(parts, leaning ?? (level <= LEVEL.day ? sameDay : undefined), context) ??
    placeAll(parts, undefined, context);
  return rangeTo(from, to, level);
}

/** One span from the start of `from`; undefined when the second end does not lie after it. */
function rangeTo(from: Placed, to: Placed | undefined, level: number): Placed | undefined {
  if (to === undefined) return undefined;
  const clockTime = to.span.grain === "hour" || to.span.grain === "minute";
  const until = clockTime ? to.span.start : to.span.end;
  // 晚上11点到凌晨2点 ends on the next day.
  const end = until <= from.span.start && level < LEVEL.day ? until + DAY : until;
  if (end <= from.span.start) return undefined;
  return { ...from, span: { ...from.span, end }, end: to.end };
}

const NOW = /(?:现在|如今|今(?![天日年晚早])|目前|now\b)/y;

function upToNow(text: string, at: number, from: Placed, { now }: Context): Placed | undefined {
  NOW.lastIndex = at;
  if (!NOW.test(text) || from.span.start >= now) return undefined;
  return { ...from, span: { ...from.span, end: now }, end: NOW.lastIndex };
}

const BEFORE = /之前|以前|前(?![后面台天年任几两夕往者方途程])/y;
const AFTER = /之后|以后|起(?![床来飞航诉点码身])/y;
const SINCE = /以来|至今/y;

/** 年底前, 今晚八点以后, 去年以来: the span opened on one side, towards now where now lies there. */
function bounded(text: string, found: Placed, { now }: Context): Placed {
  const { span, end } = found;
  const counted = countedFrom(text, found);
  if (counted !== undefined) return counted;
  for (const [pattern, reach] of BOUNDS) {
    pattern.lastIndex = end;
    if (pattern.test(text)) return { ...found, span: reach(span, now), end: pattern.lastIndex };
  }
  return found;
}

const COUNTED = new RegExp(
  `(?:(?:之|以)?(?<side>前|后)的?(?:第(?<nth>${NUMERAL})[天日]|(?<count>${NUMERAL})(?:(?<days>[天日])|个?(?:周(?![一二三四五六日末])|星期(?![一二三四五六日天])|礼拜(?![一二三四五六日天])))))(?!之?内)|(?<eve>前[夕夜])`,
  "y",
);

/** Days before or after a day: 春节前三天 (all three of them), 国庆后第二天, 中秋前夕. */
function countedFrom(text: string, found: Placed): Placed | undefined {
  const { span, trail } = found;
  if (span.grain !== "day") return undefined;
  COUNTED.lastIndex = found.end;
  const groups = COUNTED.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { side, nth, count, days, eve } = groups;
  const number = eve === undefined ? (parseNumeral(nth ?? count ?? "") ?? 0) : 1;
  const length = number * (count !== undefined && days === undefined ? 7 : 1);
  if (length < 1 || length > 366) return undefined;
  const [from, to] = nth === undefined ? [0, length] : [length - 1, length];
  const counted =
    side === "后"
      ? { start: span.end + from * DAY, end: span.end + to * DAY }
      : { start: span.start - to * DAY, end: span.start - from * DAY };
  return { trail, span: { ...span, ...counted }, end: COUNTED.lastIndex };
}

const BOUNDS: readonly (readonly [RegExp, (span: Span, now: LocalTime) => Span])[] = [
  [
    BEFORE,
    (span, now) =>
      span.end > now
        ? { ...span, start: now, direction: "future" }
        : { ...span, start: span.start - FAR, end: span.start, direction: "past", open: "start" },
  ],
  [SINCE, (span, now) => (span.start < now ? { ...span, end: now, direction: "past" } : span)],
  [
    AFTER,
    (span, now) =>
      span.start < now
        ? { ...span, end: now, direction: "past" }
        : { ...span, end: span.end + FAR, direction: "future", open: "end" },
  ],
];
