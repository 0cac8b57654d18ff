/**
 * Words in small: of each token of an entry a hash of 32 bits and how often it stands there. That is all a keyword
 * search has to know; the text itself is in the documents, and an index without words cannot tell them to anybody.
 * Among the 30,000 words of a long life, a word that was never said looks like one of them once in 140,000 times.
 */
export interface WordCounts {
  /** Each token once, in any order. */
  readonly hashes: Uint32Array;
  /** How often each stands there, at most 255: BM25 hardly tells more apart. */
  readonly times: Uint8Array;
}

/** MurmurHash3 (32 bits, Austin Appleby, public domain) over the UTF-16 code units, each taken for a block. */
export function tokenHash(token: string): number {
  let hash = 0;
  for (let index = 0; index < token.length; index += 1) {
    const block = Math.imul(token.charCodeAt(index), 0xcc9e2d51);
    hash ^= Math.imul((block << 15) | (block >>> 17), 0x1b873593);
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
  }
  hash ^= token.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Counts what the tokens of a text come to. */
export function countWords(tokens: Iterable<string>): WordCounts {
  const counts = new Map<number, number>();
  for (const token of tokens) {
    const hash = tokenHash(token);
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  return {
    hashes: Uint32Array.from(counts.keys()),
    times: Uint8Array.from(counts.values(), (count) => Math.min(count, 255)),
  };
}
