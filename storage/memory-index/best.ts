/** The best of many, without sorting them all. */
export interface Scored {
  readonly slot: number;
  readonly score: number;
}

export class Best {
  private readonly limit: number;
  private readonly kept: Scored[] = [];

  /** Keeps at most `limit`. */
  constructor(limit: number) {
    this.limit = limit;
  }

  offer(slot: number, score: number): void {
    const { kept, limit } = this;
    if (kept.length >= limit && score <= (kept[limit - 1]?.score ?? Infinity)) return;
    let place = kept.length;
    while (place > 0 && (kept[place - 1]?.score ?? Infinity) < score) place -= 1;
    kept.splice(place, 0, { slot, score });
    if (kept.length > limit) kept.pop();
  }

  /** Best first; equals in the order they were offered in. */
  get inOrder(): readonly Scored[] {
    return this.kept;
  }
}
