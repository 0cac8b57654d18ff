/** Figures of retrieval, from the ranks (1 is first) of the first gold item; undefined where none was found. */
export interface RankSummary {
  readonly questions: number;
  /** Share of questions with a gold item anywhere, and among the first five. */
  readonly hit: number;
  readonly hit5: number;
  /** Mean of 1/rank; 0 for none. */
  readonly mrr: number;
}

export function summariseRanks(ranks: readonly (number | undefined)[]): RankSummary {
  const share = (holds: (rank: number | undefined) => number): number =>
    ranks.length === 0 ? 0 : ranks.reduce<number>((sum, rank) => sum + holds(rank), 0) / ranks.length;
  return {
    questions: ranks.length,
    hit: share((rank) => (rank === undefined ? 0 : 1)),
    hit5: share((rank) => (rank !== undefined && rank <= 5 ? 1 : 0)),
    mrr: share((rank) => (rank === undefined ? 0 : 1 / rank)),
  };
}

/** The least value that the share `p` (0..1) of the values does not exceed (nearest rank); NaN for none. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN;
}
