/**
 * What searching needs of an entry, as one blob: reading many rows costs by the value, so that a user's memories are loaded
 * in half the time. Four bytes with the number of tokens, four for each hash, one for each count, one for each dimension;
 * numbers in the machine's order of bytes, which is least first nearly anywhere.
 */
import type { WordCounts } from "./words.ts";

export interface Content {
  readonly words: WordCounts;
  /** How many tokens the text has, repetitions included. */
  readonly length: number;
  /** One signed byte a dimension (quantise.ts). */
  readonly vector: Int8Array;
}

export function packContent({ words: { hashes, times }, length, vector }: Content): Uint8Array {
  const packed = new Uint8Array(4 + 5 * hashes.length + vector.length);
  new Uint32Array(packed.buffer, 0, 1 + hashes.length).set([length, ...hashes]);
  packed.set(times, 4 + 4 * hashes.length);
  packed.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.length), 4 + 5 * hashes.length);
  return packed;
}

/** Views of the blob, not copies. */
export function unpackContent(packed: ArrayBuffer, dimension: number): Content {
  const different = (packed.byteLength - 4 - dimension) / 5;
  const numbers = new Uint32Array(packed, 0, 1 + different);
  return {
    length: numbers[0] ?? 0,
    words: {
      hashes: numbers.subarray(1),
      times: new Uint8Array(packed, 4 + 4 * different, different),
    },
    vector: new Int8Array(packed, 4 + 5 * different, dimension),
  };
}
