/**
 * Fusion: from what the legs found to three figures a memory, how near it is in meaning and how well its words fit, each
 * 0..1 and over all queries. Each leg is scaled by its best hit of the same query: a mix of scaled scores beat
 * reciprocal-rank fusion on every evaluation set (docs/recall.md).
 */
import type { Query } from "./question.ts";
import { STRATEGY_WEIGHTS, WHOLE_BESIDE_PARTS } from "./strategies.ts";
import type { QueryStrategy } from "./strategies.ts";
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
  /** Words that were looked up beside the queries are a variant of them. */
  const strategyOf = (query: number): QueryStrategy => queries[query]?.strategy ?? "step_back";
  const totals: Record<Measure, number> = { vector: 0, keyword: 0, coverage: 0 };
  for (const measure of MEASURES) {
    for (const query of best[measure].keys()) totals[measure] += shareOf(strategyOf(query));
  }
  const hasParts = queries.some(({ strategy }) => strategy === "part");
  return ({ legs }) => {
    const whole: Record<Measure, number> = { vector: 0, keyword: 0, coverage: 0 };
    const part: Record<Measure, number> = { vector: 0, keyword: 0, coverage: 0 };
    for (const hit of legs) {
      const strategy = strategyOf(hit.query ?? 0);
      for (const [measure, value] of measures(hit)) {
        const scaled = value / (best[measure].get(hit.query ?? 0) ?? Infinity);
        if (strategy === "part") part[measure] = Math.max(part[measure], scaled);
        else whole[measure] += (scaled * shareOf(strategy)) / (totals[measure] || 1);
      }
    }
    const over = (measure: Measure): number =>
      hasParts
        ? (part[measure] + WHOLE_BESIDE_PARTS * whole[measure]) / (1 + WHOLE_BESIDE_PARTS)
        : whole[measure];
    return { vector: over("vector"), keyword: over("keyword"), coverage: over("coverage") };
  };
}

const shareOf = (strategy: QueryStrategy): number => (strategy === "part" ? 0 : STRATEGY_WEIGHTS[strategy]);

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
