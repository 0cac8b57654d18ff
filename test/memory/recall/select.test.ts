import { describe, expect, it } from "vitest";
import { collapse, storyOrder, withinBudget } from "../../../memory/recall/select.ts";
import type { Recalled } from "../../../memory/recall/types.ts";
import { aHit } from "../../support/memories.ts";

describe("the budget", () => {
  const tokens = { name: "characters", count: (text: string) => text.length };
  const hits = [aHit("a", { text: "123456" }), aHit("b", { text: "12345678" }), aHit("c", { text: "12" })];
  const chosen = (maxHits: number, maxTokens: number): string[] =>
    withinBudget(hits, { tokens, maxHits, maxTokens }).map(({ id }) => id);

  it("takes the best that fit, and shorter ones in the place of one that does not", () => {
    expect(chosen(3, 16)).toEqual(["a", "b", "c"]);
    expect(chosen(3, 10)).toEqual(["a", "c"]);
    expect(chosen(1, 16)).toEqual(["a"]);
  });

  it("never leaves out the best", () => {
    expect(chosen(3, 1)).toEqual(["a"]);
  });
});

describe("near-duplicates", () => {
  const texts = (hits: Recalled[]): string[] => collapse(hits).map(({ text }) => text);

  it("stand as one, the best of them", () => {
    const hits = [
      aHit("a", { text: "小宁周末带豆豆去公园散步，玩得很开心" }),
      aHit("b", { text: "小宁周末带豆豆去公园散步，玩得很开心。" }),
      aHit("c", { text: "小宁周末在家睡觉" }),
    ];
    expect(texts(hits)).toEqual([hits[0]?.text, hits[2]?.text]);
  });

  it("are none where a number, a collection or the state of a belief differs", () => {
    const worded = "小宁的体检预约在医院三楼，记得空腹去，时间是9月11日";
    expect(
      texts([aHit("a", { text: worded }), aHit("b", { text: worded.replace("11", "13") })]),
    ).toHaveLength(2);
    const other = `${worded}。`;
    expect(
      texts([aHit("a", { text: worded }), aHit("b", { text: other, collection: "dialog_logs" })]),
    ).toHaveLength(2);
    expect(
      texts([aHit("a", { text: worded }), aHit("b", { text: other, status: "superseded" })]),
    ).toHaveLength(2);
  });
});

describe("the order of a story", () => {
  const turn = (id: string, at: string, text: string, thread = "s1") =>
    aHit(id, { text, collection: "dialog_logs", recordedAt: at, source: { thread, turn: id } });

  it("goes topic by topic, by time within one", () => {
    const hits = [
      turn("wedding-2", "2025-05-02T02:00:00.000Z", "婚礼定在海边"),
      turn("cat", "2025-04-01T02:00:00.000Z", "猫咪打了疫苗", "s2"),
      turn("wedding-1", "2025-05-02T01:50:00.000Z", "要准备请柬了"),
    ];
    expect(storyOrder(hits).map(({ id }) => id)).toEqual(["wedding-1", "wedding-2", "cat"]);
  });

  it("keeps every memory once", () => {
    const hits = ["a", "b", "c", "d"].map((id) => aHit(id));
    expect(
      storyOrder(hits)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["a", "b", "c", "d"]);
  });
});
