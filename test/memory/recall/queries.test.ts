import { describe, expect, it } from "vitest";
import { queriesOf } from "../../../memory/recall/queries.ts";
import { understand } from "../rules/support.ts";

const main = { text: "小伙伴的猫叫什么", strategy: "rewrite" } as const;

describe("the queries of a question", () => {
  it("begin with the main one and name the strategy of each", () => {
    expect(queriesOf(main, { hypothetical: "小伙伴的猫叫豆豆", stepBack: "小伙伴的宠物" })).toEqual([
      main,
      { text: "小伙伴的猫叫豆豆", strategy: "hypothetical" },
      { text: "小伙伴的宠物", strategy: "step_back" },
    ]);
  });

  it("leave out empty texts, repetitions and another language", () => {
    const variants = ["", "  ", "小伙伴的猫叫什么？", "the name of the cat", "小伙伴给猫起的名字"];
    expect(queriesOf(main, { variants }).map(({ text }) => text)).toEqual([main.text, "小伙伴给猫起的名字"]);
  });

  it("are six at most, and none without a main one", () => {
    const variants = ["一", "二", "三", "四", "五", "六", "七"].map((word) => `小伙伴第${word}只猫`);
    expect(queriesOf(main, { variants })).toHaveLength(6);
    expect(queriesOf({ ...main, text: " " }, { variants })).toEqual([]);
  });

  it("take a single part for the whole again", () => {
    expect(queriesOf(main, { parts: ["小伙伴的猫的名字"] })).toEqual([main]);
  });
});

describe("a compound question", () => {
  it("becomes its parts, each with what the first one says once", () => {
    const parts = understand("我喜欢什么颜色和什么花？").queries.slice(1);
    expect(parts).toEqual([
      { text: "小伙伴喜欢什么颜色", strategy: "part" },
      { text: "小伙伴喜欢什么花", strategy: "part" },
    ]);
  });
});
