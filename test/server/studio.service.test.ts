/**
 * The LangGraph server as a developer in Studio and another service meet it: the real command, the real server, the
 * built-in embedder, offline.
 */
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@langchain/langgraph-sdk";
import { RemoteGraph } from "@langchain/langgraph/remote";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCompanion } from "../../app/companion.ts";
import type { Companion, TurnResult } from "../../app/types.ts";
import type { ManagerStateType } from "../../state/memory-manager.ts";
import type { CompanionStateType } from "../../state/companion.ts";
import { answers, freePort, START_MS, startStudio } from "./studio-process.ts";
import type { StudioProcess } from "./studio-process.ts";

const NOW = "2025-06-09T15:20:00+08:00";
const TIMEZONE = "Asia/Shanghai";
const NODES = ["understand", "retrieve", "merge_cache", "assemble_prompt", "answer", "write_back"];

let folder: string;
let studio: StudioProcess;
let client: Client;
let inProcess: Companion;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "miramate-studio-")));
  await seed(dataOf(folder));
  cpSync(dataOf(folder), path.join(folder, "copy"), { recursive: true });
  studio = startStudio(folder, await freePort());
  client = new Client({ apiUrl: studio.url });
  [inProcess] = await Promise.all([openOn(path.join(folder, "copy")), studio.ready()]);
}, START_MS + 60_000);

afterAll(async () => {
  await studio?.killAll();
  await inProcess?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a turn on the server", () => {
  const question = "我对什么过敏？";

  it("gives an SDK client what the same turn gives in process", async () => {
    const state = await client.runs.wait(null, "companion", {
      input: { messages: [{ role: "user", content: question, id: "q1" }] },
      context: contextOf("sdk"),
    });
    expect(partsOf(state as unknown as CompanionStateType)).toEqual(await partsInProcess("sdk", question));
  }, 60_000);

  it("gives a RemoteGraph what the same turn gives in process", async () => {
    const remote = new RemoteGraph({ graphId: "companion", url: studio.url });
    const state: unknown = await remote.invoke(
      { messages: [{ role: "user", content: question, id: "q1" }] },
      { context: contextOf("remote") },
    );
    expect(partsOf(state as CompanionStateType)).toEqual(await partsInProcess("remote", question));
  }, 60_000);

  it("takes the user from configurable too, for clients that know no context", async () => {
    const state = await client.runs.wait(null, "companion", {
      input: { messages: [{ role: "user", content: question, id: "q1" }] },
      config: { configurable: contextOf("configurable") },
    });
    expect(partsOf(state as unknown as CompanionStateType)).toEqual(
      await partsInProcess("configurable", question),
    );
  }, 60_000);

  it("streams every step as a node of its own, and the answer as it is said", async () => {
    const nodes: string[] = [];
    let said = "";
    let reply = "";
    const run = client.runs.stream(null, "companion", {
      input: { messages: [{ role: "user", content: "今天天气真好" }] },
      context: contextOf("stream"),
      streamMode: ["updates", "custom"],
    });
    for await (const { event, data } of run) {
      if (event === "updates") {
        const updates = data as Record<string, { reply?: string }>;
        nodes.push(...Object.keys(updates));
        reply = updates["answer"]?.reply ?? reply;
      }
      if (event === "custom") said += (data as { piece: string }).piece;
    }
    expect(nodes).toEqual(NODES);
    expect(said).toBe(reply);
    expect(said).not.toBe("");
  }, 60_000);

  it("continues the conversation of its thread", async () => {
    const { thread_id } = await client.threads.create();
    const say = (content: string) =>
      client.runs.wait(thread_id, "companion", {
        input: { messages: [{ role: "user", content }] },
        context: contextOf("thread"),
      });
    await say("我给阳台上的仙人掌取名叫大壮");
    const { messages, recalled } = (await say("它叫什么？")) as unknown as CompanionStateType;
    expect(messages).toHaveLength(4);
    // What stands in the history is not recalled a second time.
    expect(recalled.filter(({ collection }) => collection === "dialog_logs")).toEqual([]);
  }, 60_000);

  it.each([
    ["without a user", {}, "No user is given"],
    ["with a timezone that is none", { user: "u1", timezone: "Mars/Olympus" }, "no timezone Mars/Olympus"],
    ["with a time that cannot be read", { user: "u1", now: "yesterday" }, "time yesterday cannot be read"],
  ])(
    "%s ends with an error that says what to do",
    async (_what, context, sentence) => {
      const run = client.runs.wait(null, "companion", {
        input: { messages: [{ role: "user", content: "你好" }] },
        context,
      });
      await expect(run).rejects.toThrow(sentence);
    },
    60_000,
  );
});

describe("the background graphs on the server", () => {
  it("keep what a turn said, and recall it in another thread", async () => {
    const context = contextOf("background");
    const say = async (content: string): Promise<CompanionStateType> => {
      const state = await client.runs.wait(null, "companion", {
        input: { messages: [{ role: "user", content }] },
        context: { ...context, session: content },
      });
      return state as unknown as CompanionStateType;
    };
    await say("我养了一只猫，名字叫年糕");
    const drained = await client.runs.wait(null, "write_back", { input: { user: context.user } });
    expect(drained).toMatchObject({ turn: null, degraded: [] });
    const consolidated = await client.runs.wait(null, "consolidate", {
      input: { user: context.user, now: NOW, timezone: TIMEZONE },
    });
    expect(consolidated).toMatchObject({ degraded: [] });
    expect((consolidated as { report: { written: number } }).report.written).toBeGreaterThan(0);

    const { recalled, reply } = await say("我的猫叫什么名字？");
    expect(recalled.map(({ text }) => text).join("\n")).toContain("年糕");
    expect(reply).toContain("年糕");
  }, 60_000);

  it("take a request to the memory manager, step by step", async () => {
    const user = "managed";
    const turn = {
      id: "turn_1",
      user,
      session: "s1",
      userText: "我叫林舟，对花生过敏。",
      companionText: "记住啦。",
      said: NOW,
      timezone: TIMEZONE,
      before: [],
    };
    const steps: string[] = [];
    const run = client.runs.stream(null, "memory_manager", {
      input: { user, request: { task: "record", turn } },
      streamMode: "updates",
    });
    for await (const { event, data } of run) if (event === "updates") steps.push(...Object.keys(data));
    expect(steps).toEqual(["open", "plan", "use_tools", "plan", "finish"]);
    const { recalled, context } = (await client.runs.wait(null, "memory_manager", {
      input: { user, request: { task: "search", text: "我对什么过敏？" }, now: NOW, timezone: TIMEZONE },
    })) as unknown as ManagerStateType;
    expect(recalled.map(({ text }) => text).join()).toContain("花生");
    expect(context).toContain("[1]");
  }, 60_000);

  it.each(["write_back", "consolidate"])(
    "%s without a user says where to name one",
    async (graph) => {
      await expect(client.runs.wait(null, graph, { input: {} })).rejects.toThrow(
        "the other graphs from the input",
      );
    },
    60_000,
  );
});

describe("what Studio is told", () => {
  it("is that there are four graphs", async () => {
    const assistants = await client.assistants.search();
    expect(assistants.map(({ graph_id }) => graph_id).sort()).toEqual([
      "companion",
      "consolidate",
      "memory_manager",
      "write_back",
    ]);
  });

  it("is that a turn takes messages, and what its context holds", async () => {
    const { input_schema, context_schema, state_schema } = await client.assistants.getSchemas("companion");
    expect(Object.keys(input_schema?.properties ?? {})).toEqual(["messages"]);
    expect(input_schema?.properties?.["messages"]).toMatchObject({ langgraph_type: "messages" });
    const context = context_schema?.properties ?? {};
    expect(Object.keys(context)).toEqual(["user", "session", "now", "timezone", "locale"]);
    expect(context["user"]).toMatchObject({
      type: "string",
      description: "Whose memories these are. Required.",
    });
    expect(context["locale"]).toMatchObject({ enum: ["zh", "en"] });
    expect(Object.keys(state_schema?.properties ?? {})).toContain("recalled");
  });

  it.each([
    ["write_back", ["user"]],
    ["consolidate", ["user", "now", "timezone"]],
    ["memory_manager", ["user", "request", "now", "timezone", "status"]],
  ])("is that %s takes %s", async (graph, fields) => {
    const { input_schema } = await client.assistants.getSchemas(graph);
    expect(Object.keys(input_schema?.properties ?? {})).toEqual(fields);
  });

  it("is the picture of the turn", async () => {
    const { nodes, edges } = await client.assistants.getGraph("companion");
    expect(nodes.map(({ id }) => id)).toEqual(["__start__", ...NODES, "__end__"]);
    expect(edges).toHaveLength(NODES.length + 1);
  });
});

describe("a server that ends", () => {
  it("by kill -9 right after an answer has lost nothing and doubled nothing", async () => {
    await client.runs.wait(null, "companion", {
      input: { messages: [{ role: "user", content: "我下个月要去杭州看我的外婆" }] },
      context: contextOf("killed"),
    });
    await studio.killAll();
    expect(await answers(studio.url)).toBe(false);

    const after = await openOn(dataOf(folder));
    try {
      await after.settle();
      const dialogues = (await after.memories("killed")).filter(
        ({ collection, text }) => collection === "dialog_logs" && text.includes("外婆"),
      );
      expect(dialogues).toHaveLength(1);
      const held = await after.memories("background");
      expect(held.some(({ text, buffered }) => text.includes("年糕") && !buffered)).toBe(true);
    } finally {
      await after.close();
    }
  }, 120_000);

  it(
    "by a signal to the command takes everything down that the command started",
    async () => {
      const started = startStudio(folder, await freePort());
      try {
        await started.ready();
        process.kill(started.pid, "SIGTERM");
        expect(await started.ended).toBe(143);
        await expect.poll(() => answers(started.url), { timeout: 30_000 }).toBe(false);
      } finally {
        await started.killAll();
      }
    },
    START_MS + 60_000,
  );
});

describe("npm run studio that cannot start", () => {
  it("because the port is in use says so and ends with 1", async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = holder.address() as AddressInfo;
      const refused = startStudio(folder, port);
      expect(await refused.ended).toBe(1);
      expect(refused.output.trim()).toBe(
        `端口 ${port} 已被占用。请结束占用它的程序，或用 --port 换一个。 [PORT_IN_USE]`,
      );
    } finally {
      await new Promise((resolve) => holder.close(resolve));
    }
  }, 60_000);

  it("because a setting is wrong says so and ends with 1, before any server is started", async () => {
    const refused = startStudio(folder, await freePort(), { MIRAMATE_EMBEDDER: "magic" });
    expect(await refused.ended).toBe(1);
    expect(refused.output).toContain("[SETTING_INVALID]");
    expect(refused.output).not.toContain("LangGraph");
  }, 60_000);
});

function dataOf(inFolder: string): string {
  return path.join(inFolder, "data");
}

function openOn(data: string): Promise<Companion> {
  return createCompanion({ env: { MIRAMATE_DATA: data, MIRAMATE_TIMEZONE: TIMEZONE } });
}

function contextOf(user: string) {
  return { user, session: "s2", now: NOW, timezone: TIMEZONE };
}

/** The same past for every user that a turn is compared for. */
async function seed(data: string): Promise<void> {
  const companion = await openOn(data);
  const at = new Date("2025-06-01T10:00:00+08:00");
  try {
    for (const user of ["sdk", "remote", "configurable"]) {
      await companion.past({
        user,
        session: "s1",
        utterances: [
          { who: "user", text: "我对花生过敏，吃了会起疹子", at },
          { who: "companion", text: "好，我记下了，以后都避开花生。", at },
          { who: "user", text: "上周末我和小雨去爬了香山", at },
        ],
      });
      await companion.idle(user, { now: at });
    }
  } finally {
    await companion.close();
  }
}

async function partsInProcess(user: string, text: string) {
  const { answer, ...turn } = await inProcess.turn({
    user,
    session: "s2",
    text,
    id: "q1",
    now: new Date(NOW),
    timezone: TIMEZONE,
  });
  return partsOf({ ...turn, reply: answer });
}

/** What has to be the same wherever a turn runs. */
function partsOf({
  turn,
  understanding,
  recalled,
  prompt,
  reply,
  degraded,
}: Pick<TurnResult, "turn" | "degraded"> &
  Pick<CompanionStateType, "reply" | "understanding"> & {
    readonly recalled: TurnResult["recalled"];
    readonly prompt: TurnResult["prompt"] | null;
  }) {
  expect(recalled.some(({ text }) => text.includes("花生"))).toBe(true);
  return { turn, understanding, recalled, prompt, reply, degraded };
}
