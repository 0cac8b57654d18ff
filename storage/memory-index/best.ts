/** The best of many, without sorting them all. */
export interface Scored {
  readonly slot: number;
  readonly score: number;
}

export class Best {
  private readonly limit: number;
  private readonly kept: Scored[] = [];
  /** What a score has to be above to be kept. */
  private floor = -Infinity;

  /** Keeps at most `limit`, which is at least 1. */
  constructor(limit: number) {
    this.limit = limit;
  }

  offer(slot: number, score: number): void {
    if (score <= this.floor) return;
    const { kept, limit } = this;
    let place = kept.length;
    while (place > 0 && (kept[place - 1]?.score ?? Infinity) < score) place -= 1;
    kept.splice(place, 0, { slot, score });
    if (kept.length > limit) kept.pop();
    if (kept.length === limit) this.floor = kept[limit - 1]?.score ?? Infinity;
  }

  /** Best first; equals in the order they were offered in. */
  get inOrder(): readonly Scored[] {
    return this.kept;
  }
}
