import { afterEach, describe, expect, it } from "vitest";
import { always, asks, replies, startFakeOpenAI, when } from "./fake-openai.ts";
import type { FakeOpenAI } from "./fake-openai.ts";

let server: FakeOpenAI;
afterEach(() => server.close());

function post(path: string, body: object): Promise<Response> {
  return fetch(`${server.url}${path}`, { method: "POST", body: JSON.stringify(body) });
}
const chat = (content: string, more: object = {}) =>
  post("/chat/completions", { model: "m", messages: [{ role: "user", content }], ...more });

describe("the fake server", () => {
  it("answers whole or streamed, as asked", async () => {
    server = await startFakeOpenAI(always(replies.text("番茄面")));
    expect(await (await chat("?")).json()).toMatchObject({
      choices: [{ message: { content: "番茄面" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 1 },
    });
    const events = await (await chat("?", { stream: true })).text();
    expect(events).toContain('"content":"番茄"');
    expect(events.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  it("takes bare replies once, in order, and rules as often as they match", async () => {
    server = await startFakeOpenAI([
      when(asks("天气"), replies.text("晴")),
      replies.text("一"),
      replies.text("二"),
    ]);
    const said: unknown[] = [];
    for (const question of ["a", "天气", "b", "天气"]) {
      said.push(
        ((await (await chat(question)).json()) as { choices: [{ message: { content: string } }] }).choices[0]
          .message.content,
      );
    }
    expect(said).toEqual(["一", "晴", "二", "晴"]);
  });

  it("refuses and notes what no step takes", async () => {
    server = await startFakeOpenAI([]);
    expect((await chat("?")).status).toBe(400);
    expect(server.unscripted).toHaveLength(1);
  });

  it("lists models and embeds equal texts equally", async () => {
    server = await startFakeOpenAI([], { models: ["a", "b"] });
    expect(await (await fetch(`${server.url}/models`)).json()).toMatchObject({
      data: [{ id: "a" }, { id: "b" }],
    });
    const { data } = (await (
      await post("/embeddings", { model: "e", input: ["面", "面", "饭"] })
    ).json()) as { data: { embedding: number[] }[] };
    expect(data[0]?.embedding).toEqual(data[1]?.embedding);
    expect(data[0]?.embedding).not.toEqual(data[2]?.embedding);
  });

  it("can be given another script, and records headers and bodies", async () => {
    server = await startFakeOpenAI([replies.text("一")]);
    await chat("甲");
    server.script([replies.status(429, "slow", { "retry-after": "3" })]);
    const limited = await chat("乙");
    expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "3"]);
    expect(server.chats.map((request) => request.body.messages?.[0]?.content)).toEqual(["甲", "乙"]);
  });

  it("closes although a reply hangs", async () => {
    server = await startFakeOpenAI([replies.hang()]);
    const waiting = chat("?").then(
      () => "answered",
      () => "dropped",
    );
    while (server.chats.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await server.close();
    expect(await waiting).toBe("dropped");
    server = await startFakeOpenAI([]);
  });
});
