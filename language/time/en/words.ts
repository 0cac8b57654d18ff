/** Words that several parts of the English grammar share: patterns, and what their groups stand for. */
import type { Unit } from "../placing.ts";

export type Groups = Readonly<Record<string, string | undefined>>;

const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
export const WEEKDAY =
  "(?<weekday>sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?)s?\\.?\\b";
/** Weekday abbreviations that are words of their own ("sat", "sun", "wed") need their full name to stand alone. */
export const FULL_WEEKDAY =
  "(?<weekday>sunday|monday|tuesday|wednesday|thursday|friday|saturday|mon|tues|thurs|fri)\\b";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
export const MONTH =
  "(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?";
export const FULL_MONTH =
  "(?<month>january|february|april|june|july|august|september|october|november|december|(?<=(?:in|last|next|this|of|since|until|by|late|early) )(?:march|may))\\b";

export const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
export const TENS: Readonly<Record<string, number>> = {
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  ninety: 90,
};
export const NUMBER = `(?<amount>\\d+|an?|${[...NUMBERS, ...Object.keys(TENS)].join("|")}|half an?|a couple(?: of)?|a few|several)(?<half> and a half)?`;
export const UNIT = "(?<unit>second|sec|minute|min|hour|hr|day|week|month|year|fortnight)s?\\b";

export const weekdayNumber = (name = "") => WEEKDAYS.indexOf(name.slice(0, 3));
export const monthNumber = (name = "") => MONTHS.indexOf(name.slice(0, 3)) + 1;

export function amountOf(said = ""): readonly [number, number] {
  if (said.startsWith("half")) return [0.5, 0.5];
  if (said.startsWith("a couple")) return [2, 2];
  if (said === "a few" || said === "several") return [3, 5];
  const number = numberOf(said);
  return [number, number];
}

export function numberOf(said: string): number {
  if (/^\d/.test(said)) return Number(said);
  return TENS[said] ?? (/^an?$/.test(said) ? 1 : NUMBERS.indexOf(said) + 1);
}

export function unitOf(said = ""): readonly [Unit, number] {
  if (said.startsWith("sec")) return ["second", 1];
  if (said.startsWith("min")) return ["minute", 1];
  if (said.startsWith("h")) return ["hour", 1];
  if (said === "fortnight") return ["week", 2];
  return [said === "day" ? "day" : said === "week" ? "week" : said === "month" ? "month" : "year", 1];
}

const OFFSETS: Readonly<Record<string, number>> = {
  last: -1,
  past: -1,
  previous: -1,
  this: 0,
  current: 0,
  next: 1,
  coming: 1,
};
export const offsetOf = (which = "") => OFFSETS[which] ?? 0;
export const WHICH = "(?:the )?(?<which>last|previous|this|next|coming)";
