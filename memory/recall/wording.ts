/** Wording: what stands next to what in a text. Two texts with the same pairs say the same in the same words. */
import { normaliseForSearch } from "../../language/normalise.ts";
import { searchTokens } from "../../language/segment.ts";

/** Longer texts are compared by their beginning. */
const MOST_CHARACTERS = 600;
const RUNS = /\p{Script=Han}+|[^\p{Script=Han}]+/gu;
const HAN = /^\p{Script=Han}/u;

/** Neighbouring characters of Chinese, neighbouring words of other text. */
export function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>();
  for (const [run] of normaliseForSearch(text.slice(0, MOST_CHARACTERS)).matchAll(RUNS)) {
    const units = HAN.test(run) ? [...run] : searchTokens(run);
    if (units.length === 1) pairs.add(units[0] ?? "");
    for (let at = 0; at + 1 < units.length; at++) pairs.add(`${units[at] ?? ""} ${units[at + 1] ?? ""}`);
  }
  return pairs;
}

/** The numbers of a text, in order: 9月11日 and 9月13日 are worded alike and say different things. */
export function numbersOf(text: string): string {
  return (
    text
      .normalize("NFKC")
      .match(/\d+(?:\.\d+)?|[一二三四五六七八九十百千万]{1,4}(?=[月日号点岁元块个年])/g) ?? []
  ).join(" ");
}
