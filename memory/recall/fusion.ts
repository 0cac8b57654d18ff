/**
 * Fusion: from what the legs found to three figures a memory, how near it is in meaning and how well its words fit, each
 * 0..1 and over all queries. Each leg is scaled by its best hit of the same query: a mix of scaled scores beat
 * reciprocal-rank fusion on every evaluation set (docs/recall.md).
 */
import type { Query } from "./question.ts";
import { STRATEGY_WEIGHTS, WHOLE_BESIDE_PARTS, WORDS_BESIDE } from "./strategies.ts";
import type { Leg } from "./types.ts";
import type { Weights } from "./weights.ts";

/** How one memory was found. */
export interface FoundBy {
  readonly legs: readonly Leg[];
}

export interface Fused {
  /** Nearness in meaning. */
  readonly vector: number;
  /** BM25. */
  readonly keyword: number;
  /** How much of what was asked stands in it, which a long memory is not punished for. */
  readonly coverage: number;
}

const MEASURES = ["vector", "keyword", "coverage"] as const satisfies readonly (keyof Fused)[];
type Measure = (typeof MEASURES)[number];

/** The figures of every memory found; what a leg did not find is 0 in it. */
export function fuse(found: readonly FoundBy[], queries: readonly Query[]): (entry: FoundBy) => Fused {
  const best = bestOf(found);
  const shareOf = (query: number): number => {
    const strategy = queries[query]?.strategy;
    if (strategy === undefined) return WORDS_BESIDE;
    return strategy === "part" ? 0 : STRATEGY_WEIGHTS[strategy];
  };
  const totals: Record<Measure, number> = { vector: 0, keyword: 0, coverage: 0 };
  for (const measure of MEASURES) {
    for (const query of best[measure].keys()) totals[measure] += shareOf(query);
  }
  const hasParts = queries.some(({ strategy }) => strategy === "part");
  return ({ legs }) => {
    const whole: Record<Measure, number> = { vector: 0, keyword: 0, coverage: 0 };
    const part: Record<Measure, number> = { vector: 0, keyword: 0, coverage: 0 };
    for (const hit of legs) {
      const query = hit.query ?? 0;
      for (const [measure, value] of measures(hit)) {
        const scaled = value / (best[measure].get(query) ?? Infinity);
        if (queries[query]?.strategy === "part") part[measure] = Math.max(part[measure], scaled);
        else whole[measure] += (scaled * shareOf(query)) / (totals[measure] || 1);
      }
    }
    const over = (measure: Measure): number =>
      hasParts
        ? (part[measure] + WHOLE_BESIDE_PARTS * whole[measure]) / (1 + WHOLE_BESIDE_PARTS)
        : whole[measure];
    return { vector: over("vector"), keyword: over("keyword"), coverage: over("coverage") };
  };
}

function measures({ leg, score, coverage = 0 }: Leg): [Measure, number][] {
  if (leg === "vector") return [["vector", Math.max(0, score)]];
  if (leg !== "keyword") return [];
  return [
    ["keyword", score],
    ["coverage", coverage],
  ];
}

/** The best figure of each measure, by query. */
function bestOf(found: readonly FoundBy[]): Record<Measure, Map<number, number>> {
  const best: Record<Measure, Map<number, number>> = {
    vector: new Map(),
    keyword: new Map(),
    coverage: new Map(),
  };
  for (const { legs } of found) {
    for (const hit of legs) {
      const query = hit.query ?? 0;
      for (const [measure, value] of measures(hit)) {
        if (value > (best[measure].get(query) ?? 0)) best[measure].set(query, value);
      }
    }
  }
  return best;
}

/** The three as one figure 0..1, by their weights: what a memory is worth by itself. */
export function worthOf({ vector, keyword, coverage }: Fused, weights: Weights): number {
  const total = weights.vector + weights.keyword + weights.coverage;
  if (total === 0) return 0;
  return (weights.vector * vector + weights.keyword * keyword + weights.coverage * coverage) / total;
}
