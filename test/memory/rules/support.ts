/** What the tests of the rule engine share: one evening in Shanghai and two names. */
import { extractByRules } from "../../../memory/rules/extract.ts";
import { understandByRules } from "../../../memory/rules/understand.ts";
import type { Extraction, ExtractionInput } from "../../../memory/extraction.ts";
import type { Understanding } from "../../../memory/understanding.ts";

export interface Said {
  /** ISO instant; default Monday, 9 June 2025, 15:20 in Shanghai. */
  readonly at?: string;
  readonly timezone?: string;
  /** Messages before, "U:…" or "C:…", oldest first. */
  readonly before?: readonly string[];
  readonly companionText?: string;
}

export const NOW = "2025-06-09T07:20:00Z";

function messages(before: readonly string[] = []): ExtractionInput["before"] {
  return before.map((line) => ({ role: line.startsWith("C:") ? "companion" : "user", text: line.slice(2) }));
}

/** Names follow the language: 小伙伴 and 小梦, or Alex and Mira. */
function names(text: string): { userName: string; companionName: string } {
  return /\p{Script=Han}/u.test(text)
    ? { userName: "小伙伴", companionName: "小梦" }
    : { userName: "Alex", companionName: "Mira" };
}

export function extract(
  text: string,
  { at = NOW, timezone = "Asia/Shanghai", before, companionText = "" }: Said = {},
): Extraction {
  return extractByRules({
    userText: text,
    companionText,
    before: messages(before),
    said: new Date(at),
    timezone,
    nightOwlHour: 4,
    ...names(text + companionText),
  });
}

export function understand(
  text: string,
  { at = NOW, timezone = "Asia/Shanghai", before }: Said = {},
): Understanding {
  return understandByRules({
    text,
    history: messages(before),
    now: new Date(at),
    timezone,
    nightOwlHour: 4,
    ...names(text),
  });
}

/** Contents of facts and preferences together. */
export function contents({ facts, preferences }: Extraction): string[] {
  return [...facts, ...preferences].map(({ content }) => content);
}

/** "subject.attribute=value" of every belief. */
export function beliefs({ facts, preferences }: Extraction): string[] {
  return [...facts, ...preferences].flatMap(({ belief }) =>
    belief === undefined ? [] : [`${belief.subject}.${belief.attribute}=${belief.value}`],
  );
}

/** "key=value" of every profile item. */
export function profile({ profile: items }: Extraction): string[] {
  return items.map(({ key, value }) => `${key}=${value}`);
}

/** The local day of the first dated fact, YYYY-MM-DD. */
export function dayOf({ facts }: Extraction, timezone = "Asia/Shanghai"): string | undefined {
  const start = facts.find(({ when }) => when !== undefined)?.when?.start;
  return start === undefined
    ? undefined
    : new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short" }).format(new Date(start));
}
