/** Words of a text, as displayed and as searched. */
import { Jieba } from "@node-rs/jieba";
import { dict } from "@node-rs/jieba/dict.js";
import { normaliseForSearch } from "./normalise.ts";
import { isStopWord } from "./stopwords.ts";

let jieba: Jieba | undefined;
function dictionary(): Jieba {
  jieba ??= Jieba.withDict(dict);
  return jieba;
}
/** Loads the dictionary, so that the first sentence does not wait for it. */
export function warmLanguage(): void {
  dictionary();
}
export function segment(text: string): string[] {
  return dictionary().cut(text, true);
}
export function searchTokens(text: string): string[] {
  const words = dictionary().cutForSearch(normaliseForSearch(text), true);
  return words.filter((word) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(word) && !isStopWord(word));
}
export function keywordsOf(text: string, limit = 8): string[] {
  const words = segment(text).filter((word) => /[\p{L}\p{N}]/u.test(word) && !isStopWord(word.toLowerCase()));
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, limit);
}
