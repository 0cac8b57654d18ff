import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MiraMateError } from "../../../base/errors.ts";
import { readJson } from "../../../models/chat/json.ts";
import { parseJson } from "../../../models/chat/structured.ts";
import { streamWithoutThinking, withoutThinking } from "../../../models/chat/thinking.ts";

describe("parseJson", () => {
  it.each([
    ["plain JSON", '{"a": [1, null, "x"]}', { a: [1, null, "x"] }],
    ["a code fence", '```json\n{"a": 1}\n```', { a: 1 }],
    ["a fence on one line", '```{"a": 1}```', { a: 1 }],
    ["a fence that never ends", '```json\n{"a": 1}\n', { a: 1 }],
    ["prose around", '好的，结果是：{"a": 1}。希望有帮助！', { a: 1 }],
    ["a footnote before", '参见[1]和[2]：{"a": 1}', { a: 1 }],
    ["a smiley in braces before", '{笑} 结果 {"a": 1}', { a: 1 }],
    ["the same answer twice", '{"a": 1}\n\n{"a":1}', { a: 1 }],
    ["thoughts", '<think>也许 {"a": 2}</think>{"a": 1}', { a: 1 }],
    ["the end of thoughts", '也许 {"a": 2}</think>\n{"a": 1}', { a: 1 }],
    ["trailing commas", '{"a": [1, 2,], "b": {"c": 3,},}', { a: [1, 2], b: { c: 3 } }],
    ["comments", '{"a": 1, // one\n /* two */ "b": 2}', { a: 1, b: 2 }],
    ["bare keys", "{a: 1, 心情: '好'}", { a: 1, 心情: "好" }],
    ["single quotes with an apostrophe inside", "{'a': 'it's fine', 'b': 'x'}", { a: "it's fine", b: "x" }],
    ["full-width quotes, colons and commas", "{“a”：“番茄面”，“b”：［1，2］}", { a: "番茄面", b: [1, 2] }],
    ["full-width marks inside strings are text", '{"a": "他说：“好”，真的",}', { a: "他说：“好”，真的" }],
    ["stray quotes inside a string", '{"a": "她说"好"。", "b": 1}', { a: '她说"好"。', b: 1 }],
    ["raw line breaks in a string", '{"a": "一\n二"}', { a: "一\n二" }],
    ["escapes JSON does not know", String.raw`{"a": "it\'s \_ \u597d"}`, { a: "it's _ 好" }],
    ["NaN and Infinity", '{"a": NaN, "b": -Infinity, "c": Infinity}', { a: null, b: null, c: null }],
    ["Python's words", "{'a': True, 'b': None, 'c': False}", { a: true, b: null, c: false }],
    ["numbers with a sign or without a zero", '{"a": +1, "b": .5,}', { a: 1, b: 0.5 }],
    ["brackets missing at the end", '{"a": [{"b": "c"}', { a: [{ b: "c" }] }],
    ["one bracket missing after a list", '{"a": [1, 2]', { a: [1, 2] }],
    ["a list of objects", '结果：[{"a": 1}, {"a": 2}]', [{ a: 1 }, { a: 2 }]],
    ["a byte order mark", '\uFEFF{"a": 1}', { a: 1 }],
  ])("reads %s", (_, text, expected) => {
    expect(JSON.parse(JSON.stringify(parseJson(text)))).toEqual(expected);
  });

  it.each([
    ["nothing", ""],
    ["prose only", "我觉得她今天心情不错。"],
    ["a string cut half way", '{"a": "番茄'],
    ["a number that may go on", '{"a": 0.8'],
    ["a word cut half way", '{"a": tru'],
    ["a text that stops after a comma", '{"a": 1,'],
    ["a text that stops after a colon", '{"a":'],
    ["a text that stops at an opening bracket", '{"a": ['],
    ["two different answers", '{"a": 1}\n{"a": 2}'],
    ["a value in plain words", '{"a": 很好, "b": {"c": 1}}'],
    ["a missing comma", '{"a": 1 "b": 2}'],
    ["thoughts without an answer", '<think>{"a": 1}'],
    ["brackets without end", "[".repeat(5000)],
    ["keys without end", '{"a":'.repeat(5000)],
  ])("does not guess at %s", (_, text) => {
    const thrown = (() => {
      try {
        return readJson(text);
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toBeInstanceOf(MiraMateError);
    expect(thrown).toMatchObject({ code: "MODEL_OUTPUT_INVALID", details: { raw: text } });
  });

  it("says whether it repaired anything", () => {
    expect(readJson('{"a":1}').repaired).toBe(false);
    expect(readJson('{"a":1,}').repaired).toBe(true);
  });

  it("takes any JSON object as it is, with prose and a fence around it too", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        const expected = JSON.parse(text) as unknown;
        expect(parseJson(text)).toEqual(expected);
        // A fence inside a string would end the fence around it.
        if (!text.includes("```"))
          expect(JSON.parse(JSON.stringify(parseJson(`结果：\n\`\`\`json\n${text}\n\`\`\``)))).toEqual(
            expected,
          );
      }),
      { numRuns: 300 },
    );
  });

  it("never gives a wrong object for one that was cut: the same one, or an error", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { minKeys: 1 }),
        fc.nat(),
        (value, seed) => {
          const text = JSON.stringify(value);
          const cut = text.slice(0, 1 + (seed % (text.length - 1)));
          try {
            const read = parseJson(cut) as Record<string, string>;
            for (const [key, held] of Object.entries(read)) expect(value[key]).toBe(held);
          } catch (error) {
            expect(error).toMatchObject({ code: "MODEL_OUTPUT_INVALID" });
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("ends with a value or the one error on any text", () => {
    const bits = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      '"',
      "'",
      "“",
      "”",
      ":",
      "：",
      ",",
      "\\",
      "a",
      "1",
      " ",
      "\n",
      "//",
      "```",
      "<think>",
      "</think>",
    );
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 60 }), (parts) => {
        try {
          parseJson(parts.join(""));
        } catch (error) {
          expect(error).toMatchObject({ code: "MODEL_OUTPUT_INVALID" });
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe("thoughts", () => {
  it("are dropped at the start and kept where they are part of the text", () => {
    expect(withoutThinking(" <think>a</think>\n\n好")).toBe("好");
    expect(withoutThinking("标签 <think> 是什么意思？</think>")).toBe("标签 <think> 是什么意思？</think>");
    expect(withoutThinking("好")).toBe("好");
  });

  it("are dropped from a stream wherever it is split", async () => {
    async function through(text: string, sizes: readonly number[]): Promise<string> {
      async function* pieces(): AsyncGenerator<string> {
        for (let at = 0, i = 0; at < text.length; i++) {
          const size = sizes[i % sizes.length] ?? 1;
          yield text.slice(at, at + size);
          at += size;
        }
      }
      let out = "";
      for await (const piece of streamWithoutThinking(pieces())) out += piece;
      return out;
    }
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(sizes, async (split) => {
        expect(await through("<think>她饿了</think>\n\n吃面吗？", split)).toBe("吃面吗？");
        expect(await through("\n<think></think>好 <think> 标签", split)).toBe("好 <think> 标签");
        expect(await through("<thin", split)).toBe("<thin");
        expect(await through("<3 爱你", split)).toBe("<3 爱你");
        expect(await through("<think>想了很久", split)).toBe("");
      }),
    );
  });
});
