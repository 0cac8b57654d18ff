/** The best of many, without sorting them all: a heap whose root is the first to go (Williams 1964). */
export interface Scored {
  readonly slot: number;
  readonly score: number;
}

export class Best {
  private readonly slots: Int32Array;
  private readonly scores: Float64Array;
  private size = 0;

  /** Keeps at most `limit`, which is at least 1. Slots are offered in rising order. */
  constructor(limit: number) {
    this.slots = new Int32Array(limit);
    this.scores = new Float64Array(limit);
  }

  /** Returns what a score has to be above to be kept from now on: most of many need not be offered then. */
  offer(slot: number, score: number): number {
    if (this.size < this.scores.length) {
      this.rise(this.size, slot, score);
      this.size += 1;
    } else if (score > (this.scores[0] ?? 0)) {
      this.sink(slot, score);
    }
    return this.size < this.scores.length ? -Infinity : (this.scores[0] ?? 0);
  }

  /** What is kept, in no order, put behind what is in `all`. */
  collect(all: Scored[]): void {
    for (let at = 0; at < this.size; at += 1)
      all.push({ slot: this.slots[at] ?? 0, score: this.scores[at] ?? 0 });
  }

  /** Puts it in at the end, and the larger ones above it down. */
  private rise(from: number, slot: number, score: number): void {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.goesBefore(slot, score, above)) break;
      this.move(above, at);
      at = above;
    }
    this.put(at, slot, score);
  }

  /** Puts it in place of the root, and the smaller ones below it up. */
  private sink(slot: number, score: number): void {
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= this.size) break;
      const other = below + 1;
      if (other < this.size && this.goesBefore(this.slots[other] ?? 0, this.scores[other] ?? 0, below))
        below = other;
      if (this.goesBefore(slot, score, below)) break;
      this.move(below, at);
      at = below;
    }
    this.put(at, slot, score);
  }

  /** Whether it leaves before the one at `at`: the lower score, among equals what was offered later. */
  private goesBefore(slot: number, score: number, at: number): boolean {
    const other = this.scores[at] ?? 0;
    return score < other || (score === other && slot > (this.slots[at] ?? 0));
  }

  private move(from: number, to: number): void {
    this.put(to, this.slots[from] ?? 0, this.scores[from] ?? 0);
  }

  private put(at: number, slot: number, score: number): void {
    this.slots[at] = slot;
    this.scores[at] = score;
  }
}

/** The best of all groups, best first; among equals those of the lower slots. */
export function inOneList(groups: readonly Best[]): Scored[] {
  const all: Scored[] = [];
  for (const best of groups) best.collect(all);
  return all.sort((one, other) => other.score - one.score || one.slot - other.slot);
}
