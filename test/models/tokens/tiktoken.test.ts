import fc from "fast-check";
import { get_encoding } from "tiktoken";
import { afterAll, describe, expect, it } from "vitest";
import { createTokenCounter } from "../../../models/tokens/tiktoken.ts";

const reference = get_encoding("o200k_base");
afterAll(() => reference.free());
const counter = createTokenCounter();

describe("the token counter", () => {
  it.each([
    "",
    "今天晚上想吃番茄面，你还记得吗？",
    "Do you remember what I told you about my sister?",
    "2025年6月9日星期一下午3点20分",
    "我妈下周要来看我，好紧张😂👨‍👩‍👧",
    "  两个空格\n\n\t和换行  ",
  ])("counts as tiktoken does: %j", (text) => {
    expect(counter.count(text)).toBe(reference.encode(text, [], []).length);
  });

  it("counts any text of ordinary length as tiktoken does", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), (text) => {
        expect(counter.count(text)).toBe(reference.encode(text, [], []).length);
      }),
    );
  });

  it("counts special tokens as the plain text they are", () => {
    expect(counter.count("<|endoftext|>")).toBeGreaterThan(1);
  });

  it("stays within 2 % on a long text with no break in it", () => {
    const text = "今晚吃番茄面还记得我们说过的话吗".repeat(60);
    const exact = reference.encode(text, [], []).length;
    expect(Math.abs(counter.count(text) - exact) / exact).toBeLessThan(0.02);
  });

  it("encodes no run longer than it can afford: twice the text costs twice the tokens at any length", () => {
    // Whole, a run of this length would take the encoder minutes.
    for (const run of ["字", "a", "！", " ", "7"]) {
      const once = counter.count(run.repeat(25_600));
      expect(counter.count(run.repeat(51_200))).toBe(2 * once);
    }
  });

  it("gives a text the same count every time, also after many others", () => {
    const first = counter.count("番茄面");
    for (let i = 0; i < 600; i++) counter.count(`第${i}句`);
    expect(counter.count("番茄面")).toBe(first);
  });

  it("takes a broken surrogate pair as some character", () => {
    expect(counter.count("\ud83d")).toBeGreaterThan(0);
  });
});
