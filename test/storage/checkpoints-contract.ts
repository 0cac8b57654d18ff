/** What both checkpoint adapters must do, tried through a small graph; run for each. */
import { END, ReducedValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Checkpoints } from "../../storage/checkpoints/port.ts";

const State = new StateSchema({
  said: new ReducedValue(z.array(z.string()).default([]), {
    reducer: (held: string[], more: string[]) => [...held, ...more],
  }),
});

/** A graph of three steps whose state grows with every turn. */
export function appendingGraph(checkpointer: BaseCheckpointSaver) {
  return new StateGraph(State)
    .addNode("listen", () => ({}))
    .addNode("think", () => ({}))
    .addNode("answer", () => ({ said: ["."] }))
    .addEdge(START, "listen")
    .addEdge("listen", "think")
    .addEdge("think", "answer")
    .addEdge("answer", END)
    .compile({ checkpointer });
}

export const onThread = (thread: string) => ({ configurable: { thread_id: thread } });

export function describeCheckpoints(
  name: string,
  fresh: () => Promise<{ open(): Promise<Checkpoints> }>,
): void {
  describe(`checkpoints on ${name}`, () => {
    it("remember a thread over turns and openings, and keep threads apart", async () => {
      const place = await fresh();
      const thread = onThread("线程 'a' 😀");
      const first = await place.open();
      await appendingGraph(first.saver).invoke({ said: ["你好"] }, thread);
      await first.close();

      const second = await place.open();
      const graph = appendingGraph(second.saver);
      expect((await graph.invoke({ said: ["在吗"] }, thread)).said).toEqual(["你好", ".", "在吗", "."]);
      expect((await graph.invoke({ said: ["b"] }, onThread("b"))).said).toEqual(["b", "."]);
      expect((await graph.getState(thread)).values).toEqual({ said: ["你好", ".", "在吗", "."] });
    });

    it("forget a deleted thread and no other", async () => {
      const { saver } = await (await fresh()).open();
      const graph = appendingGraph(saver);
      await graph.invoke({ said: ["a"] }, onThread("a"));
      await graph.invoke({ said: ["b"] }, onThread("b"));
      await saver.deleteThread("a");
      expect((await graph.getState(onThread("a"))).values).toEqual({});
      expect((await graph.getState(onThread("b"))).values).toEqual({ said: ["b", "."] });
    });
  });
}
