/**
 * finish: writes what the run decided, in one atomic batch, and says what the memory context rests on: the memories that the
 * manager's last words cite by number, or all that it found where they cite none.
 */
import { commit } from "../../memory/manager/commit.ts";
import type { CommitNeeds } from "../../memory/manager/commit.ts";
import type { Recalled } from "../../memory/recall/types.ts";
import type { ManagerStateType, ManagerUpdate } from "../../state/memory-manager.ts";
import { assignmentOf } from "./assignment.ts";
import type { AssignmentNeeds } from "./assignment.ts";

export type FinishNeeds = AssignmentNeeds & CommitNeeds;

export function makeFinish(needs: FinishNeeds) {
  return async (state: ManagerStateType): Promise<ManagerUpdate> => {
    const wrote = await commit(state.effects, assignmentOf(state, needs), needs);
    return { wrote, recalled: cited(state.context, state.hits) };
  };
}

/** In the order of citing. */
export function cited(context: string, hits: readonly Recalled[]): Recalled[] {
  const numbers = new Set(
    [...context.matchAll(/[[【(（](\d{1,3})[\]】)）]/g)].map(([, number]) => Number(number)),
  );
  const named = [...numbers].flatMap((number) => hits[number - 1] ?? []);
  return named.length > 0 ? named : [...hits];
}
