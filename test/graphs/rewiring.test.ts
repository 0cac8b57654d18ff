/** The graphs apart from their compiled form, as a service uses them that wants something else. */
import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { expect, it, onTestFinished } from "vitest";
import { buildCompanionGraph, openServices, readSettings, startRuntime } from "../../index.ts";
import type { Runtime, Speaker } from "../../index.ts";
import { NOW, temporaryFolder, wordEmbedder } from "../support/companion.ts";

const echo: Speaker = {
  speak: async ({ messages, onPiece }) => {
    const text = `收到：${messages.at(-1)?.content ?? ""}`;
    onPiece(text);
    return { text, degraded: [] };
  },
};

// LangGraph's types ask for every key of a context, optional ones too.
const context = { user: "u1", session: "s1", now: NOW, timezone: "Asia/Shanghai", locale: undefined };
const say = (text: string) => ({ messages: [new HumanMessage(text)] });

it("another speaker and another checkpointer: the turn is the same but for the voice and the place", async () => {
  const { needs, services } = await startedRuntime();
  const graph = buildCompanionGraph({ ...needs, speaker: echo }).compile({ checkpointer: new MemorySaver() });
  const configurable = { thread_id: "t1" };

  const first = await graph.invoke(say("我养了一只猫叫年糕"), { context, configurable });
  expect(first.reply).toContain("收到：");
  expect(first.reply).toContain("我养了一只猫叫年糕");
  expect(first.understanding?.intent).toBe("share");
  expect(first.prompt?.blocks.length).toBeGreaterThan(0);

  const second = await graph.invoke(say("它很黏人"), { context, configurable });
  expect(second.messages.map(({ text }) => text)).toEqual([
    "我养了一只猫叫年糕",
    first.reply,
    "它很黏人",
    second.reply,
  ]);
  expect(await services.checkpoints.saver.getTuple({ configurable })).toBeUndefined();
});

it("a node more: the builder is still open", async () => {
  const { needs } = await startedRuntime();
  const graph = buildCompanionGraph(needs)
    .addNode("count_words", (state) => ({ timings: { words: state.reply.length } }))
    .addEdge("answer", "count_words")
    .compile();
  const { reply, timings } = await graph.invoke(say("你好"), { context });
  expect(reply).not.toBe("");
  expect(timings).toMatchObject({ words: reply.length });
});

it("without a checkpointer a run keeps no conversation, but the memories all the same", async () => {
  const { needs, background } = await startedRuntime();
  const graph = buildCompanionGraph(needs).compile();
  await graph.invoke(say("我对花生过敏"), { context });
  await background.settle();
  const { messages, recalled } = await graph.invoke(say("我对什么过敏？"), {
    context: { ...context, session: "s2" },
  });
  expect(messages).toHaveLength(2);
  expect(recalled.map(({ text }) => text).join("\n")).toContain("花生");
});

async function startedRuntime(): Promise<Runtime> {
  const settings = readSettings({ MIRAMATE_DATA: temporaryFolder(), MIRAMATE_TIMEZONE: "Asia/Shanghai" });
  const runtime = await startRuntime(await openServices(settings, { embedder: wordEmbedder() }));
  onTestFinished(() => runtime.close());
  return runtime;
}
