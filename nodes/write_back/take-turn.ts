/** take_turn: the oldest turn in the outbox, or null when there is nothing left to do. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { nextTurn } from "../../memory/turn.ts";
import type { Turn } from "../../memory/turn.ts";
import { requireUser } from "../context.ts";

export interface TakeTurnNeeds {
  readonly store: BaseStore;
}

export function makeTakeTurn({ store }: TakeTurnNeeds) {
  return async ({ user }: { readonly user: string }): Promise<{ turn: Turn | null }> => {
    const turn = await nextTurn(store, requireUser(user));
    return { turn: turn ?? null };
  };
}
