/**
 * How text looks on a terminal: colours, widths and what may be shown at all. Stored and generated texts come from
 * outside, so control characters are taken out before a terminal could obey them.
 */
import { styleText } from "node:util";
import type { Locale } from "../../base/errors.ts";
import type { MemoryRecord } from "../../memory/record.ts";
import { agoInWords, dateInWords, timeInWords } from "../../language/time/words.ts";

type Style = Parameters<typeof styleText>[0];

export interface View {
  paint(style: Style, text: string): string;
  /** "2025年6月9日星期一下午3点20分" of an ISO instant; the text itself when it is none. */
  time(instant: string): string;
  /** "3天前" */
  ago(instant: string, now: Date): string;
  /** When the event of a memory is, by its grain; null when it has none. */
  eventTime(memory: EventTimes): string | null;
}

type EventTimes = Pick<MemoryRecord, "eventStart" | "eventEnd" | "eventGrain">;

export function createView(options: {
  readonly colours: boolean;
  readonly timezone: string;
  readonly locale: Locale;
}): View {
  const { colours, timezone, locale } = options;
  const time = (instant: string): string => {
    const date = new Date(instant);
    return Number.isNaN(date.getTime()) ? printable(instant) : timeInWords(date, timezone, locale);
  };
  return {
    // Whether colours are wanted was decided for the stream that is written to, which need not be stdout.
    paint: (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text),
    time,
    ago: (instant, now) => agoInWords(new Date(instant), now, timezone, locale),
    eventTime: ({ eventStart, eventEnd, eventGrain }) => {
      if (eventStart === undefined) return null;
      if (eventGrain === "minute" || eventGrain === "hour" || eventGrain === "daypart")
        return time(eventStart);
      const first = dateInWords(new Date(eventStart), timezone, locale);
      // The end is open: the last day is the one before it.
      const last =
        eventEnd === undefined ? first : dateInWords(new Date(Date.parse(eventEnd) - 1), timezone, locale);
      return last === first ? first : `${first} – ${last}`;
    },
  };
}

/** Whether a stream may be coloured: it is a terminal and nobody asked against it (https://no-color.org). */
export function takesColours(
  stream: { readonly isTTY?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}

/** Control characters (all but line feed and tab) and marks that turn the writing direction. */
const UNPRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** The text without anything that a terminal would obey. Works on pieces of a stream too. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, "");
}

/** The printable text in one line: runs of white space that hold a line break become one space. */
export function oneLine(text: string): string {
  return printable(text.replace(/\s*[\r\n\u2028\u2029]\s*/g, " "));
}

/** Columns of a text on a terminal: two for East Asian wide characters and emoji, none for combining marks. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/^[\p{Mark}\u200b-\u200d\ufe0f]$/u.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

/** East Asian wide and full-width blocks (Unicode Annex 11), and characters shown as emoji by default. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation})$/u;

/** Filled with spaces up to `width` columns. */
export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** A number as short as it can be read: at most two decimals. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
