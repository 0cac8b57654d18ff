/**
 * Recalled text in an answer is only ever quoted: line breaks folded, markup taken out, cut to a length. It cannot
 * close its own quotation mark or pose as part of the conversation.
 */
import type { Language } from "../../../language/types.ts";
import { secondPerson } from "../extract/third-person.ts";

const LONGEST_QUOTE = 120;

/** White space that may break a line, control characters, invisible ones but the joiners that hold an emoji together. */
const UNSEEN = /(?:[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf})+/gu;

/** One line of plain text. Blanks of all kinds, traditional characters and emoji stay as they were said. */
export function plain(text: string): string {
  const flat = text
    .replace(/<[^>]*>/g, " ")
    .replace(/[<>`]/g, "")
    .replace(/[“”"「」『』]/g, "'")
    .replace(UNSEEN, " ")
    .trim();
  if (flat.length <= LONGEST_QUOTE) return flat;
  // Not in the middle of a character.
  return `${flat.slice(0, LONGEST_QUOTE).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** A memory told to the user: 小伙伴对花生过敏 → 你对花生过敏, "Alex loves jazz" → "you love jazz". */
export function toldToUser(text: string, userName: string, language: Language): string {
  const said = plain(text).replace(/[。.！!]+$/, "");
  return language === "zh" ? said.replaceAll(userName, "你") : secondPerson(said, userName);
}

/** One side of a dialogue log ("小伙伴：…\n小梦：…"); undefined when that side said nothing. */
export function lineOf(log: string, speaker: string): string | undefined {
  const line = log.split("\n").find((one) => one.startsWith(`${speaker}：`) || one.startsWith(`${speaker}:`));
  const said = line === undefined ? "" : plain(line.slice(speaker.length + 1));
  return said === "" ? undefined : said;
}

/** In the quotation marks of the language. */
export function inQuotes(text: string, language: Language): string {
  return language === "zh" ? `“${text}”` : `"${text}"`;
}
