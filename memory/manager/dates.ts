/**
 * Dates in what the manager saves. Whatever a model wrote, a time that leans on the day of the conversation (明天下午, "next
 * Friday") becomes that day's date, and a date that it worked out wrongly becomes the one that the user's words give.
 */
import { languageOf } from "../../language/detect.ts";
import type { TimeMention } from "../../language/types.ts";
import type { When } from "../extraction.ts";
import { timesIn, whenOf, writtenOut } from "../rules/extract/dates.ts";
import type { Turn } from "../turn.ts";

export interface Dated {
  readonly text: string;
  /** When it is, of the one time that it names. */
  readonly when?: When;
}

interface Said extends Pick<Turn, "userText" | "companionText" | "before" | "timezone"> {
  readonly said: Date;
  readonly nightOwlHour: number;
  readonly userName: string;
  readonly companionName: string;
}

/** Days and weeks by how they lie to today: these are what has to be written out. */
const LEANS =
  /今|明|昨|前天|后天|大前|大后|这周|本周|上周|下周|周[一二三四五六日天末]|星期|礼拜|这个?月|上个?月|下个?月|月底|月初|去年|前年|明年|后年|今年|[天周月年]以?[前后]|\b(?:today|tonight|tomorrow|yesterday|this|next|last|ago|in (?:a|an|\d+|two|three|few)|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i;
/** A calendar date: it says itself which day it is. */
const IS_DATE =
  /\d{4}\s*[年/-]|[\d一二三四五六七八九十]+月[\d一二三四五六七八九十]+[日号]?|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d/i;

/** `text` as it is to be kept of a turn. */
export function withDates(text: string, turn: Said): Dated {
  const reference = { now: turn.said, timezone: turn.timezone, nightOwlHour: turn.nightOwlHour };
  const own = timesIn(turn.userText, reference).filter(isPlaced);
  const told = timesIn(text, reference).filter(isPlaced);
  const reading = { input: turn, language: languageOf(text), reference, certainty: 1 };
  const [only] = own;
  let kept = text;
  let when: When | undefined;
  // From the end, so that the places of the earlier ones hold.
  for (const mention of [...told].reverse()) {
    const meant =
      told.length === 1 && own.length === 1 && only !== undefined && contradicts(mention, only)
        ? only
        : mention;
    when = whenOf(meant);
    if (meant === mention && !LEANS.test(mention.text)) continue;
    kept =
      kept.slice(0, mention.index) +
      writtenOut(meant, reading) +
      kept.slice(mention.index + mention.text.length);
  }
  return told.length === 1 && when !== undefined ? { text: kept, when } : { text: kept };
}

/** A time that names its day; "8点" of a habit, or 最近, names none. */
function isPlaced({ text }: TimeMention): boolean {
  return LEANS.test(text) || IS_DATE.test(text);
}

/** Two times that cannot be the same: no day in common. */
function contradicts(one: TimeMention, other: TimeMention): boolean {
  return one.start >= other.end || other.start >= one.end;
}
