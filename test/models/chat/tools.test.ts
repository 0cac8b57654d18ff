/** Tool calling over real HTTP: what servers stream, in all the ways that they do, and what they refuse. */
import { describe, expect, it, onTestFinished } from "vitest";
import { createChatModel } from "../../../models/chat/openai-compatible.ts";
import type { ChatModelOptions } from "../../../models/chat/openai-compatible.ts";
import type { ToolOffer, ToolTalk } from "../../../models/chat/port.ts";
import { always, replies, startFakeOpenAI } from "../../support/fake-openai.ts";
import type { Script } from "../../support/fake-openai.ts";

const TOOLS: readonly ToolOffer[] = [
  {
    name: "search_memories",
    description: "找记忆",
    parameters: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
  },
  { name: "update_emotion", description: "记情绪", parameters: { type: "object", properties: {} } },
];
const TALK: readonly ToolTalk[] = [{ role: "user", content: "我的猫叫什么？" }];

async function model(script: Script, options: Partial<ChatModelOptions> = {}) {
  const server = await startFakeOpenAI(script);
  onTestFinished(() => server.close());
  const chat = createChatModel({
    apiKey: "test",
    baseUrl: server.url,
    model: "m",
    structuredOutput: "auto",
    firstTokenMs: 400,
    idleMs: 400,
    totalMs: 2_000,
    maxRetries: 1,
    sleep: async () => undefined,
    ...options,
  });
  return { server, ask: (talk = TALK) => chat.callTools(talk, TOOLS), chat };
}

const fn = (name: string | undefined, args: unknown) => ({
  ...(name === undefined ? {} : { name }),
  arguments: args,
});

describe("a talk with tools", () => {
  it("is sent with the tools, the calls and what they answered, as OpenAI takes them", async () => {
    const { server, ask } = await model(always(replies.text("叫豆豆。")));
    const answer = await ask([
      { role: "system", content: "你打理记忆" },
      ...TALK,
      {
        role: "assistant",
        content: "",
        calls: [{ id: "a1", name: "search_memories", args: '{"query":"猫"}' }],
      },
      { role: "tool", call: "a1", name: "search_memories", content: "[1] 猫叫豆豆" },
    ]);
    expect(answer).toMatchObject({ text: "叫豆豆。", calls: [] });
    const { body } = server.chats[0]!;
    expect(body).toMatchObject({
      tool_choice: "auto",
      tools: [
        {
          type: "function",
          function: { name: "search_memories", description: "找记忆", parameters: TOOLS[0]?.parameters },
        },
        { type: "function", function: { name: "update_emotion" } },
      ],
    });
    expect(body.messages).toMatchObject([
      { role: "system" },
      { role: "user" },
      {
        role: "assistant",
        tool_calls: [
          { id: "a1", type: "function", function: { name: "search_memories", arguments: '{"query":"猫"}' } },
        ],
      },
      { role: "tool", tool_call_id: "a1", content: "[1] 猫叫豆豆" },
    ]);
  });

  it("arguments that were no JSON go back as an object, which every server takes", async () => {
    const { server, ask } = await model(always(replies.text("好")));
    await ask([
      ...TALK,
      { role: "assistant", content: "", calls: [{ id: "a1", name: "search_memories", args: "猫的名字" }] },
    ]);
    const [, said] = server.chats[0]?.body.messages ?? [];
    expect(JSON.parse(said?.tool_calls?.[0]?.function.arguments ?? "")).toEqual({ text: "猫的名字" });
  });

  it("counts tokens as the server does, where it says", async () => {
    const { ask } = await model(always(replies.text("叫豆豆。")));
    const { tokens } = await ask();
    expect(tokens?.input).toBeGreaterThan(0);
    expect(tokens?.output).toBeGreaterThan(0);
  });
});

describe("calls that are streamed", () => {
  it("come whole, several at once, with words beside them", async () => {
    const { ask } = await model([
      replies.calls(
        [
          { name: "search_memories", args: { query: "猫的名字" }, id: "x" },
          { name: "update_emotion", id: "y" },
        ],
        "我找找。",
      ),
    ]);
    expect(await ask()).toMatchObject({
      text: "我找找。",
      calls: [
        { id: "x", name: "search_memories", args: '{"query":"猫的名字"}' },
        { id: "y", name: "update_emotion", args: "{}" },
      ],
    });
  });

  it.each<[string, object[], object[]]>([
    [
      "a name with every piece",
      [
        { tool_calls: [{ index: 0, id: "a", function: fn("search_memories", '{"que') }] },
        { tool_calls: [{ index: 0, id: "a", function: fn("search_memories", 'ry":"猫"}') }] },
      ],
      [{ id: "a", name: "search_memories", args: '{"query":"猫"}' }],
    ],
    [
      "no ids",
      [
        { tool_calls: [{ index: 0, function: fn("search_memories", "{}") }] },
        { tool_calls: [{ index: 1, function: fn("update_emotion", "{}") }] },
      ],
      [
        { id: "call_1", name: "search_memories", args: "{}" },
        { id: "call_2", name: "update_emotion", args: "{}" },
      ],
    ],
    [
      "the same id twice",
      [
        { tool_calls: [{ index: 0, id: "a", function: fn("search_memories", "{}") }] },
        { tool_calls: [{ index: 1, id: "a", function: fn("update_emotion", "{}") }] },
      ],
      [
        { id: "a", name: "search_memories", args: "{}" },
        { id: "call_2", name: "update_emotion", args: "{}" },
      ],
    ],
    [
      "the index 0 for every call",
      [
        { tool_calls: [{ index: 0, id: "a", function: fn("search_memories", "{}") }] },
        { tool_calls: [{ index: 0, id: "b", function: fn("update_emotion", "{}") }] },
      ],
      [
        { id: "a", name: "search_memories", args: "{}" },
        { id: "b", name: "update_emotion", args: "{}" },
      ],
    ],
    [
      "no arguments at all",
      [{ tool_calls: [{ index: 0, id: "a", function: fn("update_emotion", "") }] }],
      [{ id: "a", name: "update_emotion", args: "" }],
    ],
    [
      "arguments that are no JSON",
      [{ tool_calls: [{ index: 0, id: "a", function: fn("search_memories", "猫的名字") }] }],
      [{ id: "a", name: "search_memories", args: "猫的名字" }],
    ],
    [
      "pieces of two calls in turns",
      [
        {
          tool_calls: [
            { index: 0, id: "a", function: fn("search_memories", '{"query":') },
            { index: 1, id: "b", function: fn("update_emotion", "{") },
          ],
        },
        {
          tool_calls: [
            { index: 0, function: fn(undefined, '"猫"}') },
            { index: 1, function: fn(undefined, "}") },
          ],
        },
      ],
      [
        { id: "a", name: "search_memories", args: '{"query":"猫"}' },
        { id: "b", name: "update_emotion", args: "{}" },
      ],
    ],
  ])("with %s are read as they are meant", async (_, deltas, expected) => {
    const { ask } = await model([replies.deltas(deltas)]);
    expect((await ask()).calls).toEqual(expected);
  });

  it("count also when the stream says that it ended by itself", async () => {
    const { ask } = await model([
      replies.deltas([{ tool_calls: [{ index: 0, id: "a", function: fn("update_emotion", "{}") }] }], "stop"),
    ]);
    expect((await ask()).calls).toHaveLength(1);
  });

  it("leave thoughts out of the words", async () => {
    const { ask } = await model(always(replies.text("<think>要找吗</think>叫豆豆。")));
    expect((await ask()).text).toBe("叫豆豆。");
  });
});

describe("a server that", () => {
  it.each([
    [400, "registry.ollama.ai/library/gemma:2b does not support tools"],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [500, "tools param requires --jinja flag"],
    [404, "No endpoints found that support tool use"],
    [422, "Unrecognized request argument supplied: tools"],
    [501, "function calling is not supported by this model"],
  ])("refuses with %i: %s takes no tools, and is not asked again", async (status, words) => {
    const { server, ask, chat } = await model(always(replies.status(status, words)), { maxRetries: 0 });
    await expect(ask()).rejects.toMatchObject({ code: "TOOLS_UNSUPPORTED" });
    await expect(ask()).rejects.toMatchObject({ code: "TOOLS_UNSUPPORTED" });
    expect(server.chats).toHaveLength(1);
    server.script(always(replies.text("好")));
    expect(await chat.complete([{ role: "user", content: "在吗" }])).toBe("好");
  });

  it.each([
    [400, "maximum context length exceeded", "MODEL_REFUSED"],
    [401, "bad key", "MODEL_REFUSED"],
    [503, "overloaded", "MODEL_UNAVAILABLE"],
  ])("fails with %i: %s for another reason is asked again later", async (status, words, code) => {
    const { server, ask } = await model(always(replies.status(status, words)), { maxRetries: 0 });
    await expect(ask()).rejects.toMatchObject({ code });
    server.script(always(replies.text("好")));
    expect((await ask()).text).toBe("好");
  });

  it("is busy for a moment is asked again", async () => {
    const { ask } = await model([replies.rateLimited("0"), replies.calls([{ name: "update_emotion" }])]);
    expect((await ask()).calls).toHaveLength(1);
  });

  it("hangs is given up in time", async () => {
    const { ask } = await model(always(replies.hang()), { maxRetries: 0 });
    await expect(ask()).rejects.toMatchObject({ code: "MODEL_TIMEOUT" });
  });

  it("breaks off in the middle of a call gives an error and no half call", async () => {
    const { ask } = await model(always(replies.cutAfter("我找")), { maxRetries: 0 });
    await expect(ask()).rejects.toMatchObject({ code: "MODEL_STREAM_CUT" });
  });
});
