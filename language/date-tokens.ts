/**
 * Calendar days and months in one form, so that a day is found however it was written: 5月3号, 五月三日, 05-03, 2025-05-03, May
 * 3rd and 3 May all give 5月3日 and 5月. They stand in place of their parts: 5 and 3 are in too many other things. For search
 * alone; what a time means is the time grammar's business (time/resolve.ts).
 */
import { NUMERAL, NUMERAL_CHARACTERS, parseNumeral } from "./time/numerals.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Whole names and their short forms alone: a novel is no November and a decade no December. */
const MONTH_NAME =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const ZH_NUMBER = `(?:\\d{1,2}|${NUMERAL})`;
/** What may not follow a day that goes without 日 or 号: 5月3个人 is of May, and 3 people. */
const COUNTS = `(?![${NUMERAL_CHARACTERS}.%个次天周年月块元斤岁件本张只])`;

/** Ways of writing a day or a month in normalised text, each with the groups `month` and, of a day, `day`. */
const WAYS: readonly RegExp[] = [
  new RegExp(`(?<month>${ZH_NUMBER})月(?:(?<day>${ZH_NUMBER})(?:日|号|${COUNTS})|份)?`, "gu"),
  // With two digits each: 3-2 is a score and 1/2 a half.
  /(?<![\d/.-])(?:(?<year>\d{4})[-/.])?(?<month>\d{2})[-/](?<day>\d{2})(?![\d/-])/g,
  new RegExp(`\\b(?<month>${MONTH_NAME})\\.? (?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)?\\b`, "g"),
  new RegExp(`\\b(?<day>\\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<month>${MONTH_NAME})\\b`, "g"),
];

/** The tokens of all days and months that a normalised text names, and the text without them. */
export function takeDates(normalised: string): { readonly tokens: string[]; readonly rest: string } {
  if (!/\d|月/.test(normalised)) return { tokens: [], rest: normalised };
  const tokens: string[] = [];
  const rest = WAYS.reduce(
    (text, way) =>
      text.replace(way, (whole, ...match) => {
        const groups = match.at(-1) as { year?: string; month: string; day?: string };
        const [month, day] = [monthOf(groups.month), numberOf(groups.day ?? "1")];
        if (month < 1 || month > 12 || day < 1 || day > 31) return whole;
        tokens.push(`${month}月`, ...(groups.day === undefined ? [] : [`${month}月${day}日`]));
        return ` ${groups.year ?? ""} `;
      }),
    normalised,
  );
  return { tokens, rest };
}

function monthOf(text: string): number {
  const named = MONTHS.indexOf(text.slice(0, 3));
  return named >= 0 ? named + 1 : numberOf(text);
}

function numberOf(text: string): number {
  return parseNumeral(text) ?? 0;
}
