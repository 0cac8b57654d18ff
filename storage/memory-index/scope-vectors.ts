/**
 * The vectors of a scope, kept in memory between queries: comparing 10,000 of them takes well under a millisecond here
 * and several in SQL. Two steps: the entries that differ in the fewest sign bits, then the cosine of those.
 *
 * Entries are numbered upwards and never change, so what is new has a higher number, whichever process wrote it.
 * Entries that are gone stay here until there are too many of them: whoever looks up their ids does not find them.
 */
export interface VectorRow {
  readonly entry: number;
  readonly active: number;
  /** One bit a dimension, and one signed byte a dimension (quantise.ts). */
  readonly bits: ArrayBuffer;
  readonly vector: ArrayBuffer;
}

export interface NearEntry {
  readonly entry: number;
  /** Cosine similarity -1..1. */
  readonly score: number;
}

interface Held {
  entries: Float64Array;
  active: Uint8Array;
  words: Uint32Array;
  bytes: Int8Array;
  count: number;
  last: number;
}

/** Over all scopes; with 384 dimensions about 450 bytes each. The scopes used longest ago go first. */
const MOST_ENTRIES = 60_000;

export class ScopeVectors {
  private readonly dimension: number;
  private readonly wordsPerVector: number;
  private readonly scopes = new Map<number, Held>();

  constructor(dimension: number) {
    this.dimension = dimension;
    this.wordsPerVector = Math.ceil(dimension / 32);
  }

  /** Whether what is held of the scope is mostly gone by now; `alive` is how many entries it has. */
  private isStale(held: Held, alive: number): boolean {
    return held.count > 2 * alive + 64;
  }

  /** Brings a scope up to date; `read` gives its rows above a number, in the order of their numbers. */
  refresh(scope: number, alive: number, read: (after: number) => VectorRow[]): void {
    let held = this.scopes.get(scope);
    this.scopes.delete(scope);
    if (held === undefined || this.isStale(held, alive)) held = empty();
    this.append(held, read(held.last));
    this.scopes.set(scope, held);
    this.makeRoom();
  }

  /** All that are among the `candidates` with the fewest differing bits, nearest first; ties by number. */
  nearest(
    scope: number,
    bits: Uint8Array,
    bytes: Uint8Array,
    candidates: number,
    leastActive: 0 | 1,
  ): NearEntry[] {
    const held = this.scopes.get(scope) ?? empty();
    const query = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    const queryLength = lengthOf(query);
    return this.fewestDifferences(held, bits, candidates, leastActive)
      .map((index) => {
        const vector = held.bytes.subarray(index * this.dimension, (index + 1) * this.dimension);
        return { entry: held.entries[index] ?? 0, score: cosine(query, queryLength, vector) };
      })
      .sort((one, other) => other.score - one.score || one.entry - other.entry);
  }

  private fewestDifferences(held: Held, bits: Uint8Array, limit: number, leastActive: 0 | 1): number[] {
    const wanted = asWords(bits, this.wordsPerVector);
    const distances = new Uint16Array(held.count);
    const histogram = new Uint32Array(this.wordsPerVector * 32 + 1);
    for (let index = 0; index < held.count; index += 1) {
      if ((held.active[index] ?? 0) < leastActive) continue;
      let distance = 0;
      const from = index * this.wordsPerVector;
      for (let word = 0; word < this.wordsPerVector; word += 1) {
        distance += bitCount((held.words[from + word] ?? 0) ^ (wanted[word] ?? 0));
      }
      distances[index] = distance;
      histogram[distance] = (histogram[distance] ?? 0) + 1;
    }
    // Everything below the distance at which the limit is reached, and as many at that distance as still fit.
    let border = 0;
    let left = limit;
    while (border < histogram.length && (histogram[border] ?? 0) <= left) {
      left -= histogram[border] ?? 0;
      border += 1;
    }
    const found: number[] = [];
    for (let index = 0; index < held.count; index += 1) {
      if ((held.active[index] ?? 0) < leastActive) continue;
      const distance = distances[index] ?? 0;
      if (distance < border || (distance === border && left-- > 0)) found.push(index);
    }
    return found;
  }

  private append(held: Held, rows: readonly VectorRow[]): void {
    const needed = held.count + rows.length;
    if (needed > held.entries.length) {
      const room = Math.ceil(needed * 1.25) + 16;
      held.entries = grown(held.entries, new Float64Array(room));
      held.active = grown(held.active, new Uint8Array(room));
      held.words = grown(held.words, new Uint32Array(room * this.wordsPerVector));
      held.bytes = grown(held.bytes, new Int8Array(room * this.dimension));
    }
    for (const { entry, active, bits, vector } of rows) {
      held.entries[held.count] = entry;
      held.active[held.count] = active;
      held.words.set(asWords(new Uint8Array(bits), this.wordsPerVector), held.count * this.wordsPerVector);
      held.bytes.set(new Int8Array(vector), held.count * this.dimension);
      held.count += 1;
      held.last = Math.max(held.last, entry);
    }
  }

  private makeRoom(): void {
    let total = 0;
    for (const held of this.scopes.values()) total += held.count;
    for (const [scope, held] of this.scopes) {
      if (total <= MOST_ENTRIES || this.scopes.size === 1) return;
      this.scopes.delete(scope);
      total -= held.count;
    }
  }
}

function empty(): Held {
  return {
    entries: new Float64Array(0),
    active: new Uint8Array(0),
    words: new Uint32Array(0),
    bytes: new Int8Array(0),
    count: 0,
    last: 0,
  };
}

function grown<T extends Float64Array | Uint8Array | Uint32Array | Int8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function cosine(query: Int8Array, queryLength: number, vector: Int8Array): number {
  let product = 0;
  let square = 0;
  for (let index = 0; index < vector.length; index += 1) {
    const value = vector[index] ?? 0;
    product += value * (query[index] ?? 0);
    square += value * value;
  }
  return square === 0 || queryLength === 0 ? 0 : product / (Math.sqrt(square) * queryLength);
}

function lengthOf(vector: Int8Array): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}

/** Bytes as 32-bit words, the rest filled with zeros; the same order of bytes on both sides is all that matters. */
function asWords(bytes: Uint8Array, words: number): Uint32Array {
  const padded = new Uint8Array(words * 4);
  padded.set(bytes.subarray(0, words * 4));
  return new Uint32Array(padded.buffer);
}

/** Bits set in a 32-bit word (Hacker's Delight, 5-1). */
function bitCount(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
