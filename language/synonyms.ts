/** Everyday variants of a word, for query expansion. */
const GROUPS = [
  ["妈妈", "老妈", "母亲", "妈", "mom", "mother"],
  ["爸爸", "老爸", "父亲", "爸", "dad", "father"],
];
const BY_WORD = new Map(GROUPS.flatMap((group) => group.map((word) => [word, group] as const)));
/** The other words of the word's group; [] when there is none. */
export function synonymsOf(word: string): string[] {
  return (BY_WORD.get(word.toLowerCase()) ?? []).filter((other) => other !== word.toLowerCase());
}
