import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languageOf } from "../../language/detect.ts";
import { normaliseForSearch } from "../../language/normalise.ts";
import { simplify } from "../../language/traditional.ts";

describe("text folded for search", () => {
  it.each([
    ["full-width letters and digits become half-width", "ＩＰｈｏｎｅ１５", "iphone15"],
    ["case goes", "iPhone Pro", "iphone pro"],
    ["traditional characters become simplified", "後天聽音樂，臺灣的朋友說", "后天听音乐,台湾的朋友说"],
    ["a blank between Han and Latin goes", "我买了 iPhone 15 了", "我买了iphone 15了"],
    ["blanks between Han characters go", "我 喜欢　猫", "我喜欢猫"],
    ["several blanks between Latin words become one", "new \t\n york", "new york"],
    ["zero-width and control characters go", "丁\u200b一\u0000好\ufeff", "丁一好"],
    ["emoji stay, without skin tone and variation selector", "👍🏽❤️😂", "👍❤😂"],
    ["著 is left, since 著名 is written so in both scripts", "著名", "著名"],
    ["nothing stays nothing", " \u200b ", ""],
  ])("%s", (_, text, folded) => {
    expect(normaliseForSearch(text)).toBe(folded);
  });

  it("does not change a second time, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const once = normaliseForSearch(text);
        expect(normaliseForSearch(once)).toBe(once);
      }),
    );
  });

  it("keeps the length when it simplifies, so that offsets hold", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(simplify(text)).toHaveLength(text.length);
      }),
    );
  });
});

describe("the language of a text", () => {
  it.each([
    ["我喜欢猫", "zh"],
    ["I like cats", "en"],
    ["我买了 iPhone 15 Pro", "zh"],
    ["My friend 李雷 came by yesterday", "en"],
    ["😂 123", "zh"],
    ["", "zh"],
    ["OK", "en"],
  ])("%s is %s", (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});
