/** Of what was ranked, what is told: near-duplicates collapsed, within the token budget. Pure functions. */
import { normaliseForSearch } from "../../language/normalise.ts";
import type { TokenCounter } from "../../models/tokens/port.ts";
import type { Recalled } from "./types.ts";

/** Most memories, and most tokens of their texts together. */
export interface Budget {
  readonly tokens: TokenCounter;
  readonly maxHits: number;
  readonly maxTokens: number;
}

/** The best that fit, in their order. */
export function withinBudget(hits: readonly Recalled[], { maxHits, maxTokens, tokens }: Budget): Recalled[] {
  const chosen: Recalled[] = [];
  let spent = 0;
  for (const hit of hits) {
    if (chosen.length === maxHits) break;
    const cost = tokens.count(hit.text);
    // A long memory that does not fit leaves its place to shorter ones, but the best is never left out.
    if (chosen.length > 0 && spent + cost > maxTokens) continue;
    chosen.push(hit);
    spent += cost;
  }
  return chosen;
}

/** Of memories with the same words the best stands for all. */
export function collapse(hits: readonly Recalled[]): Recalled[] {
  const seen = new Set<string>();
  return hits.filter((hit) => {
    const words = normaliseForSearch(hit.text);
    if (seen.has(words)) return false;
    seen.add(words);
    return true;
  });
}
