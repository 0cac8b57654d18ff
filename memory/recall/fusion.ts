/**
 * Fusion: from what the legs found to three figures a memory, how near it is in meaning and how well its words fit, each
 * 0..1 and over all queries. Each leg is scaled by its best hit of the same query: a mix of scaled scores beat
 * reciprocal-rank fusion on every evaluation set (docs/recall.md).
 */
import type { Query } from "./question.ts";
import { KINDS_BESIDE, STRATEGY_WEIGHTS, WHOLE_BESIDE_PARTS, WORDS_BESIDE } from "./strategies.ts";
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

/** The figures of every memory found, in their order; what a leg did not find is 0 in it. Runs over all that legs find. */
export function fuse(found: readonly FoundBy[], queries: readonly Query[]): Fused[] {
  // Two places more than there are queries: the words beside them are looked up as the last.
  const shares = [...queries.map(shareOf), WORDS_BESIDE, KINDS_BESIDE];
  const best = bestOf(found, shares.length);
  const totals = totalsOf(best, shares);
  const isPart = shares.map((_, query) => queries[query]?.strategy === "part");
  const hasParts = isPart.includes(true);
  return found.map(({ legs }) => {
    const whole: Figures = { vector: 0, keyword: 0, coverage: 0 };
    const part: Figures = { vector: 0, keyword: 0, coverage: 0 };
    for (const { leg, score, coverage = 0, query = 0 } of legs) {
      const most = best[query];
      if (most === undefined) continue;
      const share = shares[query] ?? 0;
      if (leg === "vector") {
        add("vector", scaled(score, most.vector), share, isPart[query], whole, part, totals);
      } else if (leg === "keyword") {
        add("keyword", scaled(score, most.keyword), share, isPart[query], whole, part, totals);
        add("coverage", scaled(coverage, most.coverage), share, isPart[query], whole, part, totals);
      }
    }
    if (!hasParts) return whole;
    return {
      vector: withParts(part.vector, whole.vector),
      keyword: withParts(part.keyword, whole.keyword),
      coverage: withParts(part.coverage, whole.coverage),
    };
  });
}

type Figures = { -readonly [Measure in keyof Fused]: number };

function shareOf({ strategy }: Query): number {
  return strategy === "part" ? 0 : STRATEGY_WEIGHTS[strategy];
}

/** By the best hit of the same query; nothing where that is nothing. */
function scaled(value: number, best: number): number {
  return best > 0 ? Math.max(0, value) / best : 0;
}

function add(
  measure: keyof Fused,
  value: number,
  share: number,
  isPart: boolean | undefined,
  whole: Figures,
  part: Figures,
  totals: Fused,
): void {
  if (isPart === true) part[measure] = Math.max(part[measure], value);
  else whole[measure] += (value * share) / (totals[measure] || 1);
}

function withParts(part: number, whole: number): number {
  return (part + WHOLE_BESIDE_PARTS * whole) / (1 + WHOLE_BESIDE_PARTS);
}

/** The best figure of each measure, by query. */
function bestOf(found: readonly FoundBy[], queries: number): Figures[] {
  const best = Array.from({ length: queries }, (): Figures => ({ vector: 0, keyword: 0, coverage: 0 }));
  for (const { legs } of found) {
    for (const { leg, score, coverage = 0, query = 0 } of legs) {
      const most = best[query];
      if (most === undefined) continue;
      if (leg === "vector") most.vector = Math.max(most.vector, score);
      else if (leg === "keyword") {
        most.keyword = Math.max(most.keyword, score);
        most.coverage = Math.max(most.coverage, coverage);
      }
    }
  }
  return best;
}

/** What the shares of the queries that found anything add up to, by measure. */
function totalsOf(best: readonly Figures[], shares: readonly number[]): Fused {
  const totals: Figures = { vector: 0, keyword: 0, coverage: 0 };
  best.forEach(({ vector, keyword, coverage }, query) => {
    const share = shares[query] ?? 0;
    if (vector > 0) totals.vector += share;
    if (keyword > 0) totals.keyword += share;
    if (coverage > 0) totals.coverage += share;
  });
  return totals;
}

/** The three as one figure 0..1, by their weights: what a memory is worth by itself. */
export function worthOf({ vector, keyword, coverage }: Fused, weights: Weights): number {
  const total = weights.vector + weights.keyword + weights.coverage;
  if (total === 0) return 0;
  return (weights.vector * vector + weights.keyword * keyword + weights.coverage * coverage) / total;
}
