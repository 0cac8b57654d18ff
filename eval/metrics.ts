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

/** Figures of one question, from a ranking and its gold items. */
export interface Judged {
  readonly r5: number;
  readonly r10: number;
  readonly hit1: number;
  readonly hit5: number;
  /** Reciprocal rank of the first gold item in the whole ranking. */
  readonly mrr: number;
  readonly ndcg10: number;
}

export const JUDGED = [
  "r5",
  "r10",
  "hit1",
  "hit5",
  "mrr",
  "ndcg10",
] as const satisfies readonly (keyof Judged)[];

/**
 * Recall@k is the share of the gold items among the first k; nDCG has gains of 0 and 1 (Järvelin and Kekäläinen 2002).
 * An id that is ranked twice counts where it stands first. Without gold all figures are 0.
 */
export function judge(ranking: readonly string[], gold: readonly string[]): Judged {
  const wanted = new Set(gold);
  const ranks = [...new Set(ranking)].flatMap((id, at) => (wanted.has(id) ? at + 1 : []));
  const within = (k: number): number => ranks.filter((rank) => rank <= k).length;
  const gain = (rank: number): number => 1 / Math.log2(rank + 1);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const ideal = sum(Array.from({ length: Math.min(10, wanted.size) }, (_, at) => gain(at + 1)));
  return {
    r5: within(5) / Math.max(1, wanted.size),
    r10: within(10) / Math.max(1, wanted.size),
    hit1: within(1) > 0 ? 1 : 0,
    hit5: within(5) > 0 ? 1 : 0,
    mrr: ranks[0] === undefined ? 0 : 1 / ranks[0],
    ndcg10: sum(ranks.filter((rank) => rank <= 10).map(gain)) / (ideal || 1),
  };
}

/** Arithmetic mean; NaN for none. */
export function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

/** How well "nothing found" is told: precision, recall and their harmonic mean, each 1 where there was nothing to tell. */
export interface Abstention {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export function abstention(
  questions: readonly { readonly nothing: boolean; readonly foundNothing: boolean }[],
): Abstention {
  const both = questions.filter(({ nothing, foundNothing }) => nothing && foundNothing).length;
  const told = questions.filter(({ foundNothing }) => foundNothing).length;
  const true_ = questions.filter(({ nothing }) => nothing).length;
  const precision = told === 0 ? 1 : both / told;
  const recall = true_ === 0 ? 1 : both / true_;
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

/**
 * Paired bootstrap over questions (Efron and Tibshirani 1993; Sakai 2006 for retrieval): the share of resamples in which
 * the mean of `now` is not below that of `before`. A small figure means a fall that resampling does not explain. The
 * lists are of the same questions in the same order; the seed is fixed, so the same lists give the same figure.
 */
export function fallProbability(
  before: readonly number[],
  now: readonly number[],
  resamples = 2_000,
): number {
  const differences = now.map((value, at) => value - (before[at] ?? 0));
  const random = seeded(20_261_201);
  let notBelow = 0;
  for (let round = 0; round < resamples; round++) {
    let total = 0;
    for (let draw = 0; draw < differences.length; draw++) {
      total += differences[Math.floor(random() * differences.length)] ?? 0;
    }
    if (total >= 0) notBelow++;
  }
  return notBelow / resamples;
}

/** Mulberry32: numbers in 0..1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
