/** Words that say nothing about what a text is about. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  "的 了 是 在 我 你 他 她 它 们 我们 你们 吗 呢 吧 啊 和 也 都 就 很 还 the a an is are was were be to of in on at and or i you it".split(
    " ",
  ),
);
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
