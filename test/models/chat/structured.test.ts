import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ExtractionSchema } from "../../../memory/extraction.ts";
import type { CallOptions, ChatMessage, ChatModel } from "../../../models/chat/port.ts";
import { isStrict, outlineOf, outputSchema } from "../../../models/chat/schema.ts";
import { completeStructured } from "../../../models/chat/structured.ts";

const Reading = z.object({
  intent: z.enum(["share", "ask_memory"]),
  strength: z.number().min(0).max(1),
  keywords: z.array(z.string()),
  sure: z.boolean(),
  range: z.object({ start: z.string() }).optional(),
});
const good = { intent: "share", strength: 0.5, keywords: ["面"], sure: true };
const messages: ChatMessage[] = [{ role: "user", content: "我爱吃面" }];

/** Answers with the given texts in order and records what it was asked. */
function scripted(...answers: (string | Error)[]): {
  model: ChatModel;
  asked: (readonly ChatMessage[])[];
  options: (CallOptions | undefined)[];
} {
  const asked: (readonly ChatMessage[])[] = [];
  const options: (CallOptions | undefined)[] = [];
  const model: ChatModel = {
    name: "scripted",
    stream: () => {
      throw new Error("not scripted");
    },
    callTools: () => {
      throw new Error("structured output calls no tools");
    },
    complete: async (given, callOptions) => {
      asked.push(given);
      options.push(callOptions);
      const answer = answers.shift();
      if (answer === undefined) throw new Error("not scripted");
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { model, asked, options };
}

const ask = (model: ChatModel) => completeStructured({ model, messages, schema: Reading, name: "reading" });

describe("completeStructured", () => {
  it("gives a good answer as it is, in one call", async () => {
    expect(await ask(scripted(JSON.stringify(good)).model)).toEqual({
      value: good,
      attempts: 1,
      repaired: false,
    });
  });

  it.each([
    ["a number as text", { ...good, strength: "0.8" }, { ...good, strength: 0.8 }],
    ["a boolean as text", { ...good, sure: "True" }, { ...good, sure: true }],
    ["one keyword in place of a list", { ...good, keywords: "面" }, { ...good, keywords: ["面"] }],
    [
      "a number where text is asked for",
      { ...good, keywords: ["面", 5] },
      { ...good, keywords: ["面", "5"] },
    ],
    ["another letter case in a choice", { ...good, intent: " Share " }, good],
    ["a list of one in place of the object", [good], good],
    [
      "a wrong type inside a wrong container",
      { ...good, range: [{ start: 5 }] },
      { ...good, range: { start: "5" } },
    ],
  ])("forgives %s, and says so", async (_, answer, value) => {
    expect(await ask(scripted(JSON.stringify(answer)).model)).toEqual({ value, attempts: 1, repaired: true });
  });

  it("takes null for what may be absent, as strict servers send it, without calling that a repair", async () => {
    const answer = { ...good, range: null, keywords: null };
    expect(await ask(scripted(JSON.stringify(answer)).model)).toEqual({
      value: { ...good, keywords: [] },
      attempts: 1,
      repaired: false,
    });
  });

  it.each([
    ["a missing property", { ...good, intent: undefined }, "intent"],
    ["a missing list: it may have been cut off", { ...good, keywords: undefined }, "keywords"],
    ["a number out of range", { ...good, strength: 8 }, "strength"],
    ["an unknown choice", { ...good, intent: "chat" }, "intent"],
    ["null for what must be there", { ...good, intent: null }, "intent"],
    ["text that is no number", { ...good, strength: "很强" }, "strength"],
  ])("asks once more about %s, showing the answer and the problem", async (_, answer, named) => {
    const { model, asked } = scripted(JSON.stringify(answer), JSON.stringify(good));
    expect(await ask(model)).toEqual({ value: good, attempts: 2, repaired: false });
    expect(asked[1]?.slice(0, 2)).toEqual([
      ...messages,
      { role: "assistant", content: JSON.stringify(answer) },
    ]);
    expect(asked[1]?.at(-1)).toMatchObject({ role: "user" });
    expect(asked[1]?.at(-1)?.content).toContain(named);
  });

  it("asks again after an empty answer without sending an empty message back", async () => {
    const { model, asked } = scripted("", JSON.stringify(good));
    expect((await ask(model)).attempts).toBe(2);
    expect(asked[1]?.every((message) => message.content !== "")).toBe(true);
  });

  it("gives up after two bad answers, with the raw text and the problem in the details", async () => {
    const { model } = scripted("不知道", '{"intent": "sha');
    await expect(ask(model)).rejects.toMatchObject({
      code: "MODEL_OUTPUT_INVALID",
      details: { raw: '{"intent": "sha', name: "reading", attempts: 2 },
    });
  });

  it("lets the model's own errors through", async () => {
    const down = new Error("down");
    await expect(ask(scripted(down).model)).rejects.toBe(down);
  });

  it("does not wait longer than its deadline, even for a model that does not listen", async () => {
    const deaf: ChatModel = { ...scripted().model, complete: () => new Promise(() => undefined) };
    await expect(
      completeStructured({ model: deaf, messages, schema: Reading, name: "reading", deadlineMs: 20 }),
    ).rejects.toMatchObject({ code: "MODEL_TIMEOUT" });
  });

  it("an abort throws its reason", async () => {
    const reason = new Error("left");
    const request = {
      messages,
      schema: Reading,
      name: "reading",
      deadlineMs: 60_000,
      signal: AbortSignal.abort(reason),
    };
    await expect(completeStructured({ ...request, model: scripted().model })).rejects.toBe(reason);
  });

  it("passes schema, name and limits on", async () => {
    const { model, options } = scripted(JSON.stringify(good));
    await completeStructured({
      model,
      messages,
      schema: Reading,
      name: "reading",
      maxTokens: 99,
      runName: "understand",
    });
    expect(options[0]).toMatchObject({ output: { name: "reading" }, maxTokens: 99, runName: "understand" });
  });
});

describe("outputSchema", () => {
  it("closes every object, requires every property and makes optional ones nullable, as strict mode asks", () => {
    const { schema } = outputSchema("extraction", ExtractionSchema);
    expect(isStrict(schema)).toBe(true);
    const objects: Record<string, unknown>[] = [];
    const walk = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      if ("properties" in node) objects.push({ ...node });
      Object.values(node).forEach(walk);
    };
    walk(schema);
    expect(objects.length).toBeGreaterThan(5);
    for (const node of objects) expect(node["required"]).toEqual(Object.keys(node["properties"] as object));
    expect(JSON.stringify(schema)).not.toMatch(/minLength|\$schema/);
  });

  it("knows that a record cannot be strict", () => {
    expect(isStrict(outputSchema("x", z.object({ tags: z.record(z.string(), z.number()) })).schema)).toBe(
      false,
    );
  });

  it("reads as an outline in few words", () => {
    expect(outlineOf(outputSchema("x", Reading).schema)).toBe(
      [
        "{",
        '  "intent": "share" | "ask_memory",',
        '  "strength": number 0..1,',
        '  "keywords": [text, ...],',
        '  "sure": true | false,',
        '  "range": {',
        '    "start": text',
        "  } or null",
        "}",
      ].join("\n"),
    );
  });
});
