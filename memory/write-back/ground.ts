/**
 * Rule 3: only what the user said becomes a memory of the user. An item that a model extracted is kept only when the
 * user's own words carry it: the quote stands in what was said in this turn, and the content's words stand there or in
 * what the user said just before. Where the user only confirms ("对，在滨江那边"), the companion's question counts as said
 * by the user too.
 */
import { languageOf } from "../../language/detect.ts";
import { normaliseForSearch } from "../../language/normalise.ts";
import { searchTokens } from "../../language/segment.ts";
import { synonymsOf } from "../../language/synonyms.ts";
import type { Extraction, ExtractionInput } from "../extraction.ts";

/** Share of a content's words that must be the user's. The rest are connecting words, names and dates written out. */
export const CARRIED = 0.4;

/** What an unsupported extraction loses; the reason goes to the trace. */
export interface Grounded {
  readonly extraction: Extraction;
  readonly dropped: string[];
}

export function ground(extraction: Extraction, input: ExtractionInput): Grounded {
  const said = normaliseForSearch(input.userText);
  const dropped: string[] = [];
  const keep = (ok: boolean, content: string): boolean => {
    if (!ok) dropped.push(content);
    return ok;
  };
  const quoted = (quote: string): boolean => quote.trim() !== "" && said.includes(normaliseForSearch(quote));
  const secret = (text: string): boolean =>
    extraction.secrets.some((value) => value !== "" && text.includes(value));
  const supported = ({ content, quote }: { content: string; quote: string }): boolean =>
    keep(quoted(quote) && !secret(content) && isCarried(content, input), content);

  return {
    extraction: {
      ...extraction,
      facts: extraction.facts.filter(supported),
      preferences: extraction.preferences.filter(supported),
      profile: extraction.profile.filter(({ value, quote }) =>
        keep(quoted(quote) && !secret(value) && mayBeValue(value, input), value),
      ),
      focus: extraction.focus.filter(supported),
      retracts: extraction.retracts.filter((item) => quoted(item.quote)),
      secrets: extraction.secrets.filter((value) => input.userText.includes(value)),
    },
    dropped,
  };
}

/** What counts as said by the user in this turn, and just before it. */
export function wordsOfUser(input: Heard): string {
  return [
    input.userText,
    ...input.before.filter(({ role }) => role === "user").map(({ text }) => text),
    confirmsQuestion(input) ? (input.before.at(-1)?.text ?? "") : "",
  ].join("\n");
}

/** Whether the user's words carry a content: facts, preferences, plans. */
export function isCarried(content: string, input: Heard): boolean {
  return shareCarried(content, wordsOfUser(input), `${input.userName} ${input.companionName}`) >= CARRIED;
}

/** Whether it may be a value of the profile: a word of ours ("male" for 我是男生), but none that only the companion said. */
export function mayBeValue(value: string, input: Heard): boolean {
  const names = `${input.userName} ${input.companionName}`;
  return (
    shareCarried(value, wordsOfUser(input), names) > 0 ||
    shareCarried(value, `${input.companionText} ${input.before.at(-1)?.text ?? ""}`, names) === 0
  );
}

/** What was said in a turn and right before it, and by whom. */
export type Heard = Pick<
  ExtractionInput,
  "userText" | "companionText" | "before" | "userName" | "companionName"
>;

/**
 * Share 0..1 of the content's words that stand in `text`, in any everyday variant; 1 when it has none of its own beside
 * names and dates. `names` are words that any content may hold.
 */
export function shareCarried(content: string, text: string, names: string): number {
  const [carriers, free] = [wordsIn(text), wordsIn(`${names} 用户 user`)];
  const words = [...wordsIn(content)].filter((word) => !free.has(word) && !isTimeWord(word));
  const held = words.filter(
    (word) => carriers.has(word) || synonymsOf(word).some((other) => carriers.has(other)),
  );
  return words.length === 0 ? 1 : held.length / words.length;
}

const YES = /^(对|是的|是啊|是呀|嗯|没错|正是|对呀|对啊|yes\b|yeah\b|yep\b|right\b|exactly\b|correct\b)/i;
const QUESTION = /[?？]|吗|呢|是不是|是否/;

function confirmsQuestion(input: Heard): boolean {
  const last = input.before.at(-1);
  return last?.role === "companion" && QUESTION.test(last.text) && YES.test(input.userText.trim());
}

function wordsIn(text: string): Set<string> {
  return new Set(searchTokens(text));
}

/** Dates are written out by extraction, so their words need not be the user's. */
function isTimeWord(word: string): boolean {
  return languageOf(word) === "zh"
    ? /^[\d一二三四五六七八九十零〇两年月日号星期周天点分上下午中晚早凌晨]+$/.test(word)
    : /^(\d+(st|nd|rd|th|am|pm)?|mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december)$/i.test(
        word,
      );
}
