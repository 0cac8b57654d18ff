import { HumanMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";
import { END, START, StateGraph } from "@langchain/langgraph";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { MiraMateError } from "../../../base/errors.ts";
import type { ErrorCode } from "../../../base/errors.ts";
import { createChatModel } from "../../../models/chat/openai-compatible.ts";
import type { ChatModelOptions } from "../../../models/chat/openai-compatible.ts";
import { firstMethod } from "../../../models/chat/output-method.ts";
import type { ChatMessage, ChatModel } from "../../../models/chat/port.ts";
import { outputSchema } from "../../../models/chat/schema.ts";
import { always, createGate, promptOf, replies, startFakeOpenAI, when } from "../../support/fake-openai.ts";
import type { FakeOpenAI, Script } from "../../support/fake-openai.ts";

const hello: ChatMessage[] = [
  { role: "system", content: "你是小梦。" },
  { role: "user", content: "你好" },
];
const output = outputSchema("mood", z.object({ mood: z.string(), why: z.string().optional() }));

let server: FakeOpenAI | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** A model on a fresh server; waits between retries are recorded, not waited. */
async function modelOn(
  script: Script,
  options: Partial<ChatModelOptions> = {},
): Promise<{ model: ChatModel; server: FakeOpenAI; waits: number[] }> {
  server = await startFakeOpenAI(script);
  const waits: number[] = [];
  const model = createChatModel({
    apiKey: "sk-test",
    baseUrl: server.url,
    model: "fake-chat",
    structuredOutput: "auto",
    firstTokenMs: 20_000,
    idleMs: 20_000,
    totalMs: 30_000,
    maxRetries: 2,
    sleep: async (ms) => {
      waits.push(ms);
    },
    ...options,
  });
  return { model, server, waits };
}

async function read(pieces: AsyncIterable<string>): Promise<{ text: string; error?: unknown }> {
  let text = "";
  try {
    for await (const piece of pieces) text += piece;
    return { text };
  } catch (error) {
    return { text, error };
  }
}

function expectCode(error: unknown, code: ErrorCode): MiraMateError {
  expect(error).toBeInstanceOf(MiraMateError);
  expect((error as MiraMateError).code).toBe(code);
  return error as MiraMateError;
}

describe("a stream", () => {
  it("gives the text in pieces, roles and key having been sent", async () => {
    const { model, server } = await modelOn([replies.text("番茄面真好吃呀")]);
    const pieces: string[] = [];
    for await (const piece of model.stream(hello)) pieces.push(piece);
    expect(pieces.join("")).toBe("番茄面真好吃呀");
    expect(pieces.length).toBeGreaterThan(1);
    expect(server.chats[0]?.body.messages).toEqual(hello);
    expect(server.chats[0]?.headers.authorization).toBe("Bearer sk-test");
  });

  it("hands on each token as it comes", async () => {
    const gate = createGate();
    const { model } = await modelOn([replies.gated(["一", "二", "三"], gate)]);
    const stream = model.stream(hello)[Symbol.asyncIterator]();
    for (const expected of ["一", "二", "三"]) {
      gate.release();
      expect((await stream.next()).value).toBe(expected);
    }
    expect((await stream.next()).done).toBe(true);
  });

  it("says nothing of what the model thinks, in whichever way it comes", async () => {
    const { model } = await modelOn([
      replies.thinking("她可能饿了", "吃面吗？"),
      replies.text("<think>她可能饿了</think>\n\n吃面吗？"),
    ]);
    expect((await read(model.stream(hello))).text).toBe("吃面吗？");
    expect((await read(model.stream(hello))).text).toBe("吃面吗？");
  });

  it("accepts [DONE] as the end where the server sends no finish_reason", async () => {
    const { model } = await modelOn([replies.doneOnly("好的呀")]);
    expect(await read(model.stream(hello))).toEqual({ text: "好的呀" });
  });

  it("an empty answer is an answer", async () => {
    const { model } = await modelOn([replies.text("")]);
    expect(await read(model.stream(hello))).toEqual({ text: "" });
  });

  it("passes temperature and length of a call on, and none that were not asked for", async () => {
    const { model, server } = await modelOn([replies.text("a"), replies.text("b")]);
    await read(model.stream(hello, { temperature: 0.3, maxTokens: 50 }));
    await read(model.stream(hello));
    expect(server.chats[0]?.body).toMatchObject({ temperature: 0.3, max_tokens: 50, stream: true });
    expect(server.chats[1]?.body).not.toHaveProperty("temperature");
    expect(server.chats[1]?.body).not.toHaveProperty("max_tokens");
  });
});

describe("a stream that fails", () => {
  it.each([
    ["ends without a finish mark", replies.cutAfter("说到一半")],
    ["loses its connection", replies.cutAfter("说到一半", true)],
    ["brings a broken line", replies.malformedAfter("说到一半")],
    ["brings an error", replies.errorAfter("说到一半")],
  ])("half way because it %s: what came is kept, and it is not asked again", async (_, reply) => {
    const { model, server } = await modelOn([reply, replies.text("不该再来")]);
    const { text, error } = await read(model.stream(hello));
    expect(text).toBe("说到一半");
    expectCode(error, "MODEL_STREAM_CUT");
    expect(server.chats).toHaveLength(1);
  });

  it("before its first token is asked again", async () => {
    const { model } = await modelOn([replies.cutAfter(""), replies.malformedAfter(""), replies.text("好了")]);
    expect(await read(model.stream(hello))).toEqual({ text: "好了" });
  });

  it("with 5xx is retried with growing waits, then given up as unavailable", async () => {
    const { model, waits, server } = await modelOn(always(replies.status(500)), { maxRetries: 3 });
    const { error } = await read(model.stream(hello));
    expectCode(error, "MODEL_UNAVAILABLE");
    expect(waits).toEqual([500, 1000, 2000]);
    expect(server.chats).toHaveLength(4);
  });

  it("with 5xx once is answered on the second try", async () => {
    const { model } = await modelOn([replies.status(503), replies.text("来了")]);
    expect(await read(model.stream(hello))).toEqual({ text: "来了" });
  });

  it("is never retried more often than asked, whatever the libraries below would do", async () => {
    const { model, server } = await modelOn(always(replies.status(500)), { maxRetries: 0 });
    await read(model.stream(hello));
    expect(server.chats).toHaveLength(1);
  });

  it.each([
    ["seconds", "7", {}, 7000],
    [
      "a date, measured on the server's clock",
      "Tue, 09 Jun 2026 07:20:12 GMT",
      { date: "Tue, 09 Jun 2026 07:20:00 GMT" },
      12_000,
    ],
  ])("with 429 waits as long as Retry-After says: %s", async (_, retryAfter, headers, expected) => {
    const { model, waits } = await modelOn([
      replies.status(429, "slow", { "retry-after": retryAfter, ...headers }),
      replies.text("好"),
    ]);
    expect(await read(model.stream(hello))).toEqual({ text: "好" });
    expect(waits).toEqual([expected]);
  });

  it("with 429 gives up at once when the wait would outlast the deadline", async () => {
    const { model, waits, server } = await modelOn(always(replies.rateLimited("120")), { totalMs: 30_000 });
    const { error } = await read(model.stream(hello));
    expect(expectCode(error, "MODEL_UNAVAILABLE").details).toMatchObject({
      status: 429,
      retryAfterMs: 120_000,
    });
    expect(waits).toEqual([]);
    expect(server.chats).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 413, 422])("with %i is refused and not tried again", async (status) => {
    const { model, server } = await modelOn(always(replies.status(status, "no such thing")));
    const { error } = await read(model.stream(hello));
    expect(expectCode(error, "MODEL_REFUSED").details).toMatchObject({ status });
    expect(server.chats).toHaveLength(1);
  });

  it("because the context is too long is refused with its status", async () => {
    const { model } = await modelOn(
      always(replies.status(400, "This model's maximum context length is 8192 tokens")),
    );
    expectCode((await read(model.stream(hello))).error, "MODEL_REFUSED");
  });

  it("because a web page answers names the address", async () => {
    const { model, server } = await modelOn(always(replies.html()));
    const error = expectCode((await read(model.stream(hello))).error, "MODEL_REFUSED");
    expect(error.inLocale("zh")).toContain(server.url);
    expect(server.chats).toHaveLength(1);
  });

  it("because nobody listens there is unavailable after its retries", async () => {
    const gone = await startFakeOpenAI();
    await gone.close();
    const { model, waits } = await modelOn([], { baseUrl: gone.url });
    expectCode((await read(model.stream(hello))).error, "MODEL_UNAVAILABLE");
    expect(waits).toHaveLength(2);
  });
});

describe("deadlines and aborts", () => {
  it("a server that never begins ends in a timeout, and the connection is dropped", async () => {
    const { model, server } = await modelOn([replies.hang()], { firstTokenMs: 40 });
    const error = expectCode((await read(model.stream(hello))).error, "MODEL_TIMEOUT");
    expect(error.details).toMatchObject({ phase: "first_token" });
    expect(await server.chats[0]?.hungUp).toBe(true);
  });

  it("a server that stops speaking ends in a timeout after what it said", async () => {
    const { model, server } = await modelOn([replies.hangAfter("等一下")], { idleMs: 40 });
    const { text, error } = await read(model.stream(hello));
    expect(text).toBe("等一下");
    expect(expectCode(error, "MODEL_TIMEOUT").details).toMatchObject({ phase: "idle" });
    expect(await server.chats[0]?.hungUp).toBe(true);
  });

  it("the whole call has a deadline too", async () => {
    const { model } = await modelOn([replies.hang()], { totalMs: 40 });
    expect(expectCode((await read(model.stream(hello))).error, "MODEL_TIMEOUT").details).toMatchObject({
      phase: "deadline",
    });
  });

  it("a reader who takes time is not a silent model", async () => {
    const { model } = await modelOn([replies.text("一二三四五六")], { totalMs: 3_600_000 });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      let text = "";
      for await (const piece of model.stream(hello)) {
        text += piece;
        vi.advanceTimersByTime(60_000);
      }
      expect(text).toBe("一二三四五六");
    } finally {
      vi.useRealTimers();
    }
  });

  it("an abort throws its reason and hangs up", async () => {
    const { model, server } = await modelOn([replies.hangAfter("我在")]);
    const abort = new AbortController();
    const reason = new Error("the person left");
    let seen = "";
    await expect(
      (async () => {
        for await (const piece of model.stream(hello, { signal: abort.signal })) {
          seen += piece;
          if (seen === "我在") abort.abort(reason);
        }
      })(),
    ).rejects.toBe(reason);
    expect(await server.chats[0]?.hungUp).toBe(true);
  });

  it("an abort during a wait between retries stops there", async () => {
    const abort = new AbortController();
    const reason = new Error("stop");
    const { model, server } = await modelOn(always(replies.status(500)), {
      sleep: () => {
        abort.abort(reason);
        return new Promise(() => undefined);
      },
    });
    expect((await read(model.stream(hello, { signal: abort.signal }))).error).toBe(reason);
    expect(server.chats).toHaveLength(1);
  });

  it("a signal that has fired already sends nothing", async () => {
    const { model, server } = await modelOn([]);
    const reason = new Error("too late");
    expect((await read(model.stream(hello, { signal: AbortSignal.abort(reason) }))).error).toBe(reason);
    expect(server.requests).toHaveLength(0);
  });

  it("a reader who leaves hangs up", async () => {
    const { model, server } = await modelOn([replies.hangAfter("你好呀")]);
    for await (const piece of model.stream(hello)) {
      expect(piece).not.toBe("");
      break;
    }
    expect(await server.chats[0]?.hungUp).toBe(true);
  });
});

describe("structured output", () => {
  const json = replies.json({ mood: "好" });

  it.each([
    [
      "json_schema" as const,
      { response_format: { type: "json_schema", json_schema: { name: "mood", strict: true } } },
    ],
    ["json_mode" as const, { response_format: { type: "json_object" } }],
    ["function" as const, { tool_choice: { type: "function", function: { name: "mood" } } }],
  ])("%s asks in that way", async (structuredOutput, body) => {
    const { model, server } = await modelOn([json], { structuredOutput });
    expect(JSON.parse(await model.complete(hello, { output }))).toEqual({ mood: "好" });
    expect(server.chats[0]?.body).toMatchObject(body);
  });

  it("in words only sends no format", async () => {
    const { model, server } = await modelOn([json], { structuredOutput: "prompt" });
    await model.complete(hello, { output });
    expect(server.chats[0]?.body).not.toHaveProperty("response_format");
    expect(server.chats[0]?.body).not.toHaveProperty("tools");
  });

  it.each(["json_mode", "prompt"] as const)(
    "%s says JSON and the shape in the one system message",
    async (structuredOutput) => {
      const { model, server } = await modelOn([json, json], { structuredOutput });
      await model.complete(hello, { output });
      await model.complete([{ role: "user", content: "你好" }], { output });
      for (const request of server.chats) {
        expect(promptOf(request)).toContain("JSON");
        expect(promptOf(request)).toContain('"mood": text');
        expect(request.body.messages?.filter((message) => message.role === "system")).toHaveLength(1);
      }
    },
  );

  it("auto steps down until the server takes it, and remembers", async () => {
    const refusing = always(replies.refusingFormat(["json_schema", "json_object"], json));
    const { model, server } = await modelOn(refusing);
    await model.complete(hello, { output });
    await model.complete(hello, { output });
    expect(server.chats.map((request) => request.body.response_format?.type)).toEqual([
      "json_schema",
      "json_object",
      undefined,
      undefined,
    ]);
  });

  it.each([
    ["https://api.openai.com/v1", "json_schema"],
    ["https://me.openai.azure.com/openai/v1", "json_schema"],
    ["http://127.0.0.1:8080/v1", "json_schema"],
    ["http://[::1]:8080/v1", "json_schema"],
    ["http://192.168.1.5:11434/v1", "json_schema"],
    ["https://api.deepseek.com", "json_mode"],
    ["https://dashscope.aliyuncs.com/compatible-mode/v1", "json_mode"],
    ["https://api.example.com/v1", "json_mode"],
  ])("auto begins at %s with %s", (url, method) => {
    expect(firstMethod(url)).toBe(method);
  });

  it("auto does not learn from a request that is refused in every form", async () => {
    const { model, server } = await modelOn([
      replies.status(400),
      replies.status(400),
      replies.status(400),
      json,
    ]);
    await expect(model.complete(hello, { output })).rejects.toMatchObject({ code: "MODEL_REFUSED" });
    await model.complete(hello, { output });
    expect(server.chats.at(-1)?.body.response_format?.type).toBe("json_schema");
  });

  it("a way that was set is kept to", async () => {
    const { model, server } = await modelOn(always(replies.refusingFormat(["json_schema"], json)), {
      structuredOutput: "json_schema",
    });
    await expect(model.complete(hello, { output })).rejects.toMatchObject({ code: "MODEL_REFUSED" });
    expect(server.chats).toHaveLength(1);
  });

  it("without a schema gives plain text", async () => {
    const { model } = await modelOn([replies.text("<think>嗯</think>你好")]);
    expect(await model.complete(hello)).toBe("你好");
  });
});

describe("settings", () => {
  it.each([
    { baseUrl: "localhost/v1" },
    { baseUrl: "ftp://example.com" },
    { apiKey: "密钥" },
    { apiKey: "sk a" },
  ])("%o is told at once", async (wrong) => {
    await expect(modelOn([], wrong)).rejects.toMatchObject({ code: "SETTING_INVALID" });
  });

  it("a local server needs no key", async () => {
    const { model } = await modelOn([replies.text("好")], { apiKey: "" });
    expect(await read(model.stream(hello))).toEqual({ text: "好" });
  });

  it("does not read the environment", async () => {
    process.env["OPENAI_BASE_URL"] = "http://127.0.0.1:1/v1";
    process.env["OPENAI_ORG_ID"] = "org-from-environment";
    try {
      const { model, server } = await modelOn([replies.text("好")]);
      await read(model.stream(hello));
      expect(server.chats[0]?.headers).not.toHaveProperty("openai-organization");
    } finally {
      delete process.env["OPENAI_BASE_URL"];
      delete process.env["OPENAI_ORG_ID"];
    }
  });
});

describe("inside a LangGraph node", () => {
  const State = z.object({ answer: z.string().default(""), mood: z.string().default("") });

  it("the answer's tokens reach the messages stream unasked, and the inner call's do not", async () => {
    const { model } = await modelOn([
      when((request) => request.body.response_format !== undefined, replies.json({ mood: "开心" })),
      when(() => true, replies.text("今天也要好好吃饭")),
    ]);
    const graph = new StateGraph(State)
      .addNode("understand", async () => ({
        mood: await model.complete(hello, { output, runName: "understand_call" }),
      }))
      .addNode("reply", async () => ({
        answer: (await read(model.stream(hello, { runName: "answer_call" }))).text,
      }))
      .addEdge(START, "understand")
      .addEdge("understand", "reply")
      .addEdge("reply", END)
      .compile();

    const streamed: BaseMessage[] = [];
    const nodes = new Set<unknown>();
    const runs: string[] = [];
    const stream = await graph.stream(
      {},
      {
        streamMode: "messages",
        callbacks: [{ handleChatModelStart: (...given: unknown[]) => void runs.push(String(given[7])) }],
      },
    );
    for await (const [message, metadata] of stream) {
      streamed.push(message);
      nodes.add((metadata as Record<string, unknown>)["langgraph_node"]);
    }
    expect(streamed.map((message) => message.text).join("")).toBe("今天也要好好吃饭");
    expect(streamed.length).toBeGreaterThan(2);
    expect([...nodes]).toEqual(["reply"]);
    expect(runs).toEqual(["understand_call", "answer_call"]);
    expect(streamed.some((message) => message instanceof HumanMessage)).toBe(false);
  });
});
