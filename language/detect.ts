/** Which of the two languages a text is in. */
import type { Language } from "./types.ts";

/**
 * "zh" when the text holds Chinese at all beyond a name in an English sentence, else "en". One Han character says about
 * as much as one English word, so the two are counted against each other. A text without letters (numbers, emoji) is "zh".
 */
export function languageOf(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[A-Za-z]+(?:['’][A-Za-z]+)?/g)?.length ?? 0;
  if (words === 0) return "zh";
  return han >= words ? "zh" : "en";
}
