/**
 * Fusion: from what the legs found to two figures a memory, how near it is in meaning and how well its words fit, each
 * 0..1 and over all queries. Each leg is scaled by its best hit of the same query: a mix of scaled scores beat
 * reciprocal-rank fusion on every evaluation set (docs/recall.md).
 */
import type { Query } from "./question.ts";
import { STRATEGY_WEIGHTS, WHOLE_BESIDE_PARTS } from "./strategies.ts";
import type { Leg } from "./types.ts";

/** How one memory was found. */
export interface FoundBy {
  readonly legs: readonly Leg[];
}

export interface Fused {
  readonly vector: number;
  readonly keyword: number;
}

/** The figures of every memory found, by id; what a leg did not find is 0 in it. */
export function fuse(found: readonly FoundBy[], queries: readonly Query[]): (entry: FoundBy) => Fused {
  const best = { vector: bestOf(found, "vector"), keyword: bestOf(found, "keyword") };
  const total = queries.reduce(
    (sum, { strategy }) => sum + (strategy === "part" ? 0 : STRATEGY_WEIGHTS[strategy]),
    0,
  );
  const over = ({ legs }: FoundBy, leg: "vector" | "keyword"): number => {
    let whole = 0;
    let part = 0;
    for (const hit of legs) {
      if (hit.leg !== leg) continue;
      const scaled = Math.max(0, hit.score) / (best[leg].get(hit.query ?? 0) ?? Infinity);
      const strategy = queries[hit.query ?? 0]?.strategy ?? "asked";
      if (strategy === "part") part = Math.max(part, scaled);
      else whole += (scaled * STRATEGY_WEIGHTS[strategy]) / (total || 1);
    }
    const hasParts = queries.some(({ strategy }) => strategy === "part");
    return hasParts ? (part + WHOLE_BESIDE_PARTS * whole) / (1 + WHOLE_BESIDE_PARTS) : whole;
  };
  return (entry) => ({ vector: over(entry, "vector"), keyword: over(entry, "keyword") });
}

/** The best score of a leg by query. */
function bestOf(found: readonly FoundBy[], leg: Leg["leg"]): Map<number, number> {
  const best = new Map<number, number>();
  for (const { legs } of found) {
    for (const hit of legs) {
      if (hit.leg === leg) best.set(hit.query ?? 0, Math.max(hit.score, best.get(hit.query ?? 0) ?? 0));
    }
  }
  return best;
}
