import { describe, expect, it } from "vitest";
import { ExtractionSchema } from "../../../memory/extraction.ts";
import { UnderstandingSchema } from "../../../memory/understanding.ts";
import { extract, understand } from "./support.ts";

/**
 * Texts that made patterns with nested repetition run for minutes. There is no clock here: a pattern that falls back
 * into that ends in the runner's timeout.
 */
const HARD: Readonly<Record<string, string>> = {
  "many prepositions": `明天${"和".repeat(60)}`,
  "many adverbs": `我${"现在就也一直".repeat(40)}住`,
  "many English adverbs": `I ${"really ".repeat(300)}x`,
  "a long message": "我今天去了公园，然后就回家了。".repeat(13_000),
  "a long run without marks": "我喜欢吃苹果和香蕉".repeat(7_000),
  "nothing but opening quotation marks": "“".repeat(20_000),
  "nothing but blanks": `${" ".repeat(50_000)}a`,
  "laughter without end": "哈".repeat(20_000),
  "yes without end": "嗯，".repeat(10_000),
  "marks of correction without end": "不对，".repeat(5_000),
};

describe.each(Object.entries(HARD))("%s", (_name, text) => {
  it("is read in bounded time, to a valid result", () => {
    expect(ExtractionSchema.safeParse(extract(text)).success).toBe(true);
    expect(UnderstandingSchema.safeParse(understand(text)).success).toBe(true);
  });
});

describe("odd texts", () => {
  it.each([
    "",
    " ",
    "。。。",
    "？",
    "🙂🙂",
    "\u0000",
    "我",
    "I",
    "我喜欢",
    "I love",
    "“”",
    "《》",
    "记住：",
    "对",
    "不对",
    "我妈",
    "$& $1",
  ])("do no harm: %j", (text) => {
    expect(ExtractionSchema.safeParse(extract(text)).success).toBe(true);
    expect(UnderstandingSchema.safeParse(understand(text)).success).toBe(true);
  });

  it("keeps signs that a replacement would read", () => {
    expect(extract("我住在$&上海").facts[0]?.content).toBe("小伙伴住在$&上海");
  });
});
