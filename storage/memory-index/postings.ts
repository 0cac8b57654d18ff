/**
 * Which entries hold a token: an inverted index in memory over hashes of tokens (words.ts). Entries are only ever added,
 * so the postings of a token are a chain from the newest to the oldest, and all chains share two growing arrays, in which
 * they are laid out one after another every now and then: a long chain is then read in a row.
 *
 * A posting is one number: the slot of the entry (below 2^24) and, in the last eight bits, how often the token stands in
 * it; `slotOf` and `timesOf` take it apart.
 */
import { grown } from "./growing.ts";
import type { WordCounts } from "./words.ts";

export const slotOf = (posting: number): number => posting >>> 8;
export const timesOf = (posting: number): number => posting & 255;

export class Postings {
  /** Hashes by open addressing; a place is free while it has no chain. The number of places is a power of two. */
  private keys = new Uint32Array(1_024);
  /** By place: one more than the number of the newest posting, the number of the oldest, and how many there are. */
  private newest = new Uint32Array(1_024);
  private oldest = new Uint32Array(1_024);
  private lengths = new Uint32Array(1_024);
  private used = 0;

  /** By number: the posting, and one more than the number of the one before it in its chain, or 0. */
  private postings = new Uint32Array(0);
  private before = new Uint32Array(0);
  private count = 0;
  private laidOut = 0;

  /** Adds the words of one more entry; an entry must not be added twice. */
  add(slot: number, { hashes, times }: WordCounts): void {
    this.makeRoom(hashes.length);
    const { keys, newest, oldest, lengths, postings, before } = this;
    for (let index = 0; index < hashes.length; index += 1) {
      const hash = hashes[index] ?? 0;
      const place = placeOf(hash, keys, newest);
      const former = newest[place] ?? 0;
      if (former === 0) {
        keys[place] = hash;
        oldest[place] = this.count;
        this.used += 1;
      }
      postings[this.count] = (slot << 8) | (times[index] ?? 0);
      before[this.count] = former;
      this.count += 1;
      newest[place] = this.count;
      lengths[place] = (lengths[place] ?? 0) + 1;
    }
  }

  /** The postings of a token, newest first. */
  of(hash: number): Uint32Array {
    if (this.count > 1.5 * this.laidOut + 4_096) this.layOut();
    const { postings, before } = this;
    const place = placeOf(hash, this.keys, this.newest);
    const found = new Uint32Array(this.lengths[place] ?? 0);
    let number = (this.newest[place] ?? 0) - 1;
    for (let index = 0; index < found.length; index += 1) {
      found[index] = postings[number] ?? 0;
      number = (before[number] ?? 0) - 1;
    }
    return found;
  }

  /** Writes every chain in a row, oldest first. */
  private layOut(): void {
    const { newest, oldest, lengths, count } = this;
    /** By former number: the new one. That of the oldest of a chain is known, every other follows the one before it. */
    const numbers = new Uint32Array(count);
    let end = 0;
    for (let place = 0; place < newest.length; place += 1) {
      if (newest[place] === 0) continue;
      numbers[oldest[place] ?? 0] = end;
      oldest[place] = end;
      end += lengths[place] ?? 0;
      newest[place] = end;
    }
    const postings = new Uint32Array(count);
    const before = new Uint32Array(count);
    for (let former = 0; former < count; former += 1) {
      const preceding = this.before[former] ?? 0;
      if (preceding > 0) numbers[former] = (numbers[preceding - 1] ?? 0) + 1;
      const number = numbers[former] ?? 0;
      postings[number] = this.postings[former] ?? 0;
      before[number] = preceding > 0 ? number : 0;
    }
    this.postings = postings;
    this.before = before;
    this.laidOut = count;
  }

  private makeRoom(more: number): void {
    this.postings = grown(this.postings, this.count + more);
    this.before = grown(this.before, this.count + more);
    // At most two places in three are taken, so that the way to a free one stays short.
    if (3 * (this.used + more) <= 2 * this.keys.length) return;
    const { keys, newest, oldest, lengths } = this;
    const places = 2 ** Math.ceil(Math.log2(2 * (this.used + more)));
    this.keys = new Uint32Array(places);
    this.newest = new Uint32Array(places);
    this.oldest = new Uint32Array(places);
    this.lengths = new Uint32Array(places);
    for (let former = 0; former < keys.length; former += 1) {
      if (newest[former] === 0) continue;
      const place = placeOf(keys[former] ?? 0, this.keys, this.newest);
      this.keys[place] = keys[former] ?? 0;
      this.newest[place] = newest[former] ?? 0;
      this.oldest[place] = oldest[former] ?? 0;
      this.lengths[place] = lengths[former] ?? 0;
    }
  }
}

/** Where the hash stands, or the free place where it would. */
function placeOf(hash: number, keys: Uint32Array, newest: Uint32Array): number {
  const last = keys.length - 1;
  let place = hash & last;
  while (newest[place] !== 0 && keys[place] !== hash) place = (place + 1) & last;
  return place;
}
