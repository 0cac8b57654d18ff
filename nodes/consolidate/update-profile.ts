/** update_profile: writes the waiting profile updates. Runs before merge_memories, which clears the retractions. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { consolidateProfile } from "../../memory/person.ts";
import type { ConsolidateStateType, ConsolidateUpdate } from "../../state/background.ts";
import type { Locks } from "../../storage/locks/port.ts";
import { requireUser } from "../context.ts";

export interface UpdateProfileNeeds {
  readonly store: BaseStore;
  readonly locks: Locks;
}

export function makeUpdateProfile(needs: UpdateProfileNeeds) {
  return async (state: ConsolidateStateType): Promise<ConsolidateUpdate> => {
    const read = await consolidateProfile(needs, requireUser(state.user));
    return { report: { ...state.report, read: state.report.read + read } };
  };
}
