/** reflect: how the turn changed feelings and relationship, by the small model. Rules did their part in the turn. */
import type { Reflector } from "../../memory/reflect.ts";
import type { WriteBackStateType, WriteBackUpdate } from "../../state/background.ts";
import type { NodeConfig } from "../context.ts";

export interface ReflectNeeds {
  readonly reflector: Reflector;
}

export function makeReflect({ reflector }: ReflectNeeds) {
  return async (state: WriteBackStateType, config: NodeConfig): Promise<WriteBackUpdate> => {
    if (state.turn === null) return {};
    const degraded = await reflector.reflect(state.turn, config.signal);
    return { degraded: [...state.degraded, ...degraded] };
  };
}
