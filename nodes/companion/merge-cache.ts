/**
 * merge_cache: joins what was found now with what is still in mind from the turns before. What was forgotten or is no
 * longer believed since then drops out.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { reasonOf } from "../../base/errors.ts";
import { withinBudget } from "../../memory/recall/select.ts";
import type { Budget } from "../../memory/recall/select.ts";
import type { Degraded } from "../../memory/recall/types.ts";
import { reviveThenAge, stillTrue } from "../../memory/session-cache.ts";
import type { Cached } from "../../memory/session-cache.ts";
import { readBuffered, readRecords } from "../../memory/store.ts";
import type { CompanionStateType, CompanionUpdate } from "../../state/companion.ts";
import { runContext } from "../context.ts";
import type { ContextNeeds, NodeConfig } from "../context.ts";

export interface MergeCacheNeeds extends ContextNeeds {
  readonly store: BaseStore;
  /** For everything in mind together. */
  readonly inMind: Budget;
}

export function makeMergeCache(needs: MergeCacheNeeds) {
  return async (state: CompanionStateType, config: NodeConfig): Promise<CompanionUpdate> => {
    const { user } = runContext(config, needs);
    const { cache, degraded } = await checked(state.memoryCache, user, needs.store);
    const { inMind, next } = reviveThenAge(cache, state.recalled);
    return {
      recalled: withinBudget(inMind, needs.inMind),
      memoryCache: next,
      degraded: [...state.degraded, ...degraded],
    };
  };
}

async function checked(
  cache: Cached[],
  user: string,
  store: BaseStore,
): Promise<{ cache: Cached[]; degraded: Degraded[] }> {
  if (cache.length === 0) return { cache, degraded: [] };
  try {
    const ids = cache.map((entry) => entry.memory.id);
    const [kept, buffered] = await Promise.all([
      readRecords(store, user, ids),
      readBuffered(store, user, ids),
    ]);
    const status = new Map(ids.map((id, position) => [id, (kept[position] ?? buffered[position])?.status]));
    return { cache: stillTrue(cache, (memory) => status.get(memory.id) === memory.status), degraded: [] };
  } catch (error) {
    // What cannot be checked may have been forgotten: better nothing than that.
    return { cache: [], degraded: [{ part: "session_cache", reason: reasonOf(error), instead: "without" }] };
  }
}
