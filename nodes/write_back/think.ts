/** think: the companion's inner thought about the turn, a step of its own that can be switched off. */
import type { Thinker } from "../../memory/manager/inner-thoughts.ts";
import type { ManagedWriteBackStateType, ManagedWriteBackUpdate } from "../../state/memory-manager.ts";
import type { NodeConfig } from "../context.ts";

export interface ThinkNeeds {
  readonly thinker: Thinker;
}

export function makeThink({ thinker }: ThinkNeeds) {
  return async (state: ManagedWriteBackStateType, config: NodeConfig): Promise<ManagedWriteBackUpdate> => {
    if (state.turn === null) return {};
    const { thoughts, degraded } = await thinker.think(state.turn, config.signal);
    return { thoughts, degraded: [...state.degraded, ...degraded] };
  };
}
