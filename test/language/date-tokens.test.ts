import { describe, expect, it } from "vitest";
import { searchTokens } from "../../language/segment.ts";

describe("a day in a text", () => {
  it.each([
    "5月3号",
    "5月3日",
    "五月三日",
    "五月三號",
    "５月３日",
    "05-03",
    "05/03",
    "2025-05-03",
    "2025年5月3日",
    "May 3rd",
    "May the 3rd",
    "the 3rd of May",
    "3 May 2025",
  ])("is one token however it is written: %s", (written) => {
    expect(searchTokens(`约在 ${written} 见面`)).toEqual(expect.arrayContaining(["5月3日", "5月"]));
  });

  it("is no other day that begins with the same figures", () => {
    expect(searchTokens("5月31号")).not.toContain("5月3日");
    expect(searchTokens("五月三十日")).not.toContain("5月3日");
    expect(searchTokens("十五月三日")).not.toContain("5月3日");
  });

  it("gives its month, so that the month alone finds it", () => {
    expect(searchTokens("五月份做了什么")).toContain("5月");
    expect(searchTokens("5月3号去拔牙")).toContain("5月");
  });

  it("leaves its year and everything beside it as they are", () => {
    expect(searchTokens("2025年5月3日去拔智齿")).toEqual(expect.arrayContaining(["2025", "智齿"]));
  });

  it.each([
    ["比分 3-2", "3"],
    ["喝了 1/2 杯", "2"],
    ["5月3个人去爬山", "3"],
    ["13月5日", "13"],
    ["read 3 novels in 2 decades", "novel"],
    ["电话 010-12345678", "12345678"],
  ])("is not seen in %s", (text, kept) => {
    const tokens = searchTokens(text);
    expect(tokens).toContain(kept);
    expect(tokens.filter((token) => /^\d+月\d+日$/.test(token))).toEqual([]);
  });
});
