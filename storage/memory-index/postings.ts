/**
 * Which entries hold a token: an inverted index in memory over hashes of tokens (words.ts). Entries are only ever added,
 * so the postings of a token are a chain from the newest to the oldest, and all chains share three growing arrays.
 */
import { grown } from "./growing.ts";
import type { WordCounts } from "./words.ts";

export class Postings {
  /** Hashes by open addressing; a place is free while it has no chain. The number of places is a power of two. */
  private keys = new Uint32Array(1_024);
  /** By place: one more than the number of the newest posting, and how many there are. */
  private newest = new Uint32Array(1_024);
  private lengths = new Uint32Array(1_024);
  private used = 0;

  /** By posting: the entry, how often the token stands in it, and one more than the number of the posting before. */
  private slots = new Uint32Array(0);
  private times = new Uint8Array(0);
  private before = new Uint32Array(0);
  private count = 0;

  /** Adds the words of one more entry; an entry must not be added twice. */
  add(slot: number, { hashes, times }: WordCounts): void {
    this.makeRoom(hashes.length);
    for (let index = 0; index < hashes.length; index += 1) {
      const hash = hashes[index] ?? 0;
      const place = this.placeOf(hash);
      const before = this.newest[place] ?? 0;
      if (before === 0) {
        this.keys[place] = hash;
        this.used += 1;
      }
      this.slots[this.count] = slot;
      this.times[this.count] = times[index] ?? 0;
      this.before[this.count] = before;
      this.count += 1;
      this.newest[place] = this.count;
      this.lengths[place] = (this.lengths[place] ?? 0) + 1;
    }
  }

  /** All entries that hold the token, and how often; newest first. */
  holdersOf(hash: number): { readonly slots: Uint32Array; readonly times: Uint8Array } {
    const place = this.placeOf(hash);
    const slots = new Uint32Array(this.lengths[place] ?? 0);
    const times = new Uint8Array(slots.length);
    let posting = (this.newest[place] ?? 0) - 1;
    for (let index = 0; index < slots.length; index += 1) {
      slots[index] = this.slots[posting] ?? 0;
      times[index] = this.times[posting] ?? 0;
      posting = (this.before[posting] ?? 0) - 1;
    }
    return { slots, times };
  }

  /** Where the hash stands, or the free place where it would. */
  private placeOf(hash: number): number {
    const { keys, newest } = this;
    const last = keys.length - 1;
    let place = hash & last;
    while (newest[place] !== 0 && keys[place] !== hash) place = (place + 1) & last;
    return place;
  }

  private makeRoom(more: number): void {
    this.slots = grown(this.slots, this.count + more);
    this.times = grown(this.times, this.count + more);
    this.before = grown(this.before, this.count + more);
    // At most two places in three are taken, so that chains of taken places stay short.
    if (3 * (this.used + more) <= 2 * this.keys.length) return;
    const { keys, newest, lengths } = this;
    const places = 2 ** Math.ceil(Math.log2(2 * (this.used + more)));
    this.keys = new Uint32Array(places);
    this.newest = new Uint32Array(places);
    this.lengths = new Uint32Array(places);
    keys.forEach((hash, former) => {
      if (newest[former] === 0) return;
      const place = this.placeOf(hash);
      this.keys[place] = hash;
      this.newest[place] = newest[former] ?? 0;
      this.lengths[place] = lengths[former] ?? 0;
    });
  }
}
