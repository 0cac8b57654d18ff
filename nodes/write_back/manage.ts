/** manage: hands the turn to the memory manager, which closes it in the outbox together with what it writes. */
import type { RunManager } from "../memory_manager/run.ts";
import type { ManagedWriteBackStateType, ManagedWriteBackUpdate } from "../../state/memory-manager.ts";
import type { NodeConfig } from "../context.ts";

export interface ManageNeeds {
  readonly manager: RunManager;
}

export function makeManage({ manager }: ManageNeeds) {
  return async (state: ManagedWriteBackStateType, config: NodeConfig): Promise<ManagedWriteBackUpdate> => {
    const { turn, thoughts, user } = state;
    if (turn === null) return {};
    const { degraded } = await manager({ user, request: { task: "record", turn, thoughts } }, config.signal);
    return {
      turn: null,
      thoughts: "",
      done: [...state.done, turn.id],
      degraded: [...state.degraded, ...degraded],
    };
  };
}
