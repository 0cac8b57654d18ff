/**
 * index_memories: brings the memory index to where the documents are. When the index is down the marks stay, the run
 * says so, and the next one catches up.
 */
import { reasonOf } from "../base/errors.ts";
import { indexPending } from "../memory/store.ts";
import type { MemoryStoreNeeds } from "../memory/store.ts";
import type { Degraded } from "../memory/recall/types.ts";
import { requireUser } from "./context.ts";
import type { NodeConfig } from "./context.ts";

export type IndexMemoriesNeeds = MemoryStoreNeeds;

export function makeIndexMemories(needs: IndexMemoriesNeeds) {
  return async (
    state: { user: string; degraded: Degraded[] },
    config: NodeConfig,
  ): Promise<{ degraded?: Degraded[] }> => {
    try {
      await indexPending(needs, requireUser(state.user), config.signal);
      return {};
    } catch (error) {
      return { degraded: [...state.degraded, { part: "index", reason: reasonOf(error), instead: "later" }] };
    }
  };
}
