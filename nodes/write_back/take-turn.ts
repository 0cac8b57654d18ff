/** take_turn: the oldest turn in the outbox, or null when there is nothing left to do. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { nextTurn } from "../../memory/turn.ts";
import type { WriteBackStateType, WriteBackUpdate } from "../../state/background.ts";
import { requireUser } from "../context.ts";

export interface TakeTurnNeeds {
  readonly store: BaseStore;
}

export function makeTakeTurn({ store }: TakeTurnNeeds) {
  return async (state: WriteBackStateType): Promise<WriteBackUpdate> => {
    const turn = await nextTurn(store, requireUser(state.user));
    return { turn: turn ?? null, extraction: null };
  };
}
