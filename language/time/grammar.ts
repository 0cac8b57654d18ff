/**
 * The frame of the time grammar. A time expression is a row of parts from coarse to fine (明年 | 5月 | 3号 | 晚上 | 8点).
 * A matcher recognises one part at one place of the text; a part then places itself within the span of the parts before it,
 * or, when it comes first, by its own policy in the light of the speaker's now and the tense of the sentence.
 *
 * All reckoning is in wall-clock time (zone.ts); text is folded (resolve.ts): half-width, lower case, simplified.
 */
import type { Grain } from "../types.ts";
import type { LocalTime } from "./zone.ts";

/** A stretch of wall-clock time, half open. */
export interface Span {
  readonly start: LocalTime;
  readonly end: LocalTime;
  readonly grain: Grain;
  readonly direction?: "past" | "future" | "none";
  /** Which reading was taken where the words allow another one. */
  readonly ambiguous?: string;
  /** The part of the day it is limited to, by which a following hour is read (晚上 8点 is 20:00). */
  readonly dayPart?: DayPart;
  /** It was said as 今天 or not said at all, so that a person still awake may mean the day that comes (policy.ts). */
  readonly isToday?: boolean;
  /** The bound on this side is only a stand-in: the words name none (今晚八点以后). */
  readonly open?: "start" | "end";
}

/** Hours of the day; may reach beyond 24 into the next day, as the evening does. */
export interface DayPart {
  readonly from: number;
  readonly to: number;
  /** The hour 0..29 that "N o'clock" (0..24) means in this part of the day. */
  readonly hourOf: (said: number) => number;
}

export type Tense = "past" | "future" | "none";

/** What a part may know of the moment of speaking. */
export interface Context {
  readonly now: LocalTime;
  /** Midnight of the day that the speaker calls today (before the night-owl hour that is the day before). */
  readonly today: LocalTime;
  readonly tense: Tense;
}

/** How coarse a part is. A part follows only a coarser one. A weekday may follow a date, which it then only repeats. */
export const LEVEL = {
  year: 7,
  season: 6,
  month: 5,
  week: 4,
  day: 3,
  weekday: 2.5,
  daypart: 2,
  clock: 1,
} as const;

export interface Part {
  /** Offset in the text just after the part. */
  readonly end: number;
  readonly level: number;
  /** Its span within `outer`, or by itself; undefined when it cannot be (31月, a month within a month). */
  readonly place: (outer: Span | undefined, context: Context) => Span | undefined;
  /** Whether it may open an expression. Default true. */
  readonly opens?: boolean;
  /** Nothing may follow: it is a whole expression by itself. */
  readonly closes?: boolean;
}

/** Recognises one part that begins at offset `at`. */
export type Matcher = (text: string, at: number) => Part | undefined;

/** A matcher from a sticky pattern and what its groups mean; `undefined` means that it is not a time after all. */
export function matcher(
  pattern: RegExp,
  build: (
    groups: Readonly<Record<string, string | undefined>>,
    match: RegExpExecArray,
  ) => Omit<Part, "end"> | undefined,
): Matcher {
  const sticky = new RegExp(pattern.source, "y");
  return (text, at) => {
    sticky.lastIndex = at;
    const match = sticky.exec(text);
    if (match === null || match[0] === "") return undefined;
    const part = build(match.groups ?? {}, match);
    return part && { ...part, end: at + match[0].length };
  };
}

/** The first matcher that recognises something. */
export function firstOf(...matchers: readonly Matcher[]): Matcher {
  return (text, at) => {
    for (const match of matchers) {
      const part = match(text, at);
      if (part !== undefined) return part;
    }
    return undefined;
  };
}

/** A matcher that is only asked where one of its first characters stands; the rest of a text costs a look-up a character. */
export function beginningWith(characters: string, match: Matcher): Matcher {
  const first = new Set(characters);
  return (text, at) => (first.has(text.charAt(at)) ? match(text, at) : undefined);
}
