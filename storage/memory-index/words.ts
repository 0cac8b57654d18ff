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

/** The hashes, then the counts: five bytes a token. Numbers in the machine's order of bytes, least first nearly anywhere. */
export function packWords(tokens: Iterable<string>): Uint8Array {
  const counts = new Map<number, number>();
  for (const token of tokens) {
    const hash = tokenHash(token);
    counts.set(hash, (counts.get(hash) ?? 0) + 1);
  }
  const packed = new Uint8Array(5 * counts.size);
  new Uint32Array(packed.buffer, 0, counts.size).set([...counts.keys()]);
  packed.set(
    Array.from(counts.values(), (count) => Math.min(count, 255)),
    4 * counts.size,
  );
  return packed;
}

export function unpackWords(packed: ArrayBuffer): WordCounts {
  const size = packed.byteLength / 5;
  return { hashes: new Uint32Array(packed, 0, size), times: new Uint8Array(packed, 4 * size, size) };
}
