/** merge_memories: the buffered facts and preferences become long-term memories. */
import { mergeBuffer } from "../../memory/consolidation/merge.ts";
import type { MergeNeeds } from "../../memory/consolidation/merge.ts";
import type { ConsolidateStateType, ConsolidateUpdate } from "../../state/background.ts";
import { requireUser } from "../context.ts";
import type { NodeConfig } from "../context.ts";

export type MergeMemoriesNeeds = MergeNeeds;

export function makeMergeMemories(needs: MergeMemoriesNeeds) {
  return async (state: ConsolidateStateType, config: NodeConfig): Promise<ConsolidateUpdate> => {
    const merged = await mergeBuffer(requireUser(state.user), needs, config.signal);
    return {
      report: {
        ...state.report,
        read: state.report.read + merged.read,
        written: merged.written,
        superseded: merged.superseded,
        duplicates: merged.duplicates,
      },
      degraded: [...state.degraded, ...merged.degraded],
    };
  };
}
