/** Measures a node from inside, so that its time is in the state and in the trace wherever the graph runs. */
import type { NodeConfig } from "./context.ts";

export function timed<State, Update extends object>(
  name: string,
  node: (state: State, config: NodeConfig) => Promise<Update>,
): (state: State, config: NodeConfig) => Promise<Update & { timings: Record<string, number> }> {
  return async (state, config) => {
    const start = performance.now();
    const update = await node(state, config);
    return { ...update, timings: { [name]: Math.round((performance.now() - start) * 100) / 100 } };
  };
}
