/** What a reranker does to the order of what recall found. */
import { describe, expect, it } from "vitest";
import { MiraMateError } from "../../../../base/errors.ts";
import type { Query, Question } from "../../../../memory/recall/question.ts";
import { reranked } from "../../../../memory/recall/rerank/order.ts";
import type { Recalled } from "../../../../memory/recall/types.ts";
import type { Reranker } from "../../../../models/reranker/port.ts";
import { aHit } from "../../../support/memories.ts";

const HITS = [
  aHit("rain", { text: "今天下雨。", score: 1.5, factors: { vector: 1.5 } }),
  aHit("cat", { text: "猫叫豆豆。", score: 1.2, factors: { vector: 1.2 } }),
  aHit("basket", { text: "给猫买了窝。", score: 0.9, factors: { vector: 0.9 } }),
];

const asking = (...queries: Query[]): Question => ({
  user: "u1",
  queries,
  asked: "它叫什么？",
  keywords: [],
  includeInactive: false,
});
const QUESTION = asking({ text: "它叫什么？", strategy: "asked" });

/** Scores by text; what it was asked is recorded. */
function scripted(
  scores: Readonly<Record<string, number>>,
): Reranker & { readonly asked: [string, string[]][] } {
  const asked: [string, string[]][] = [];
  return {
    name: "scripted",
    asked,
    rerank: async (query, documents) => {
      asked.push([query, [...documents]]);
      return documents.map((text) => scores[text] ?? 0);
    },
  };
}

const failing = (error: unknown): Reranker => ({
  name: "failing",
  rerank: async () => {
    throw error;
  },
});

const idsOf = (hits: readonly Recalled[]): string[] => hits.map(({ id }) => id);

describe("the reranker's order", () => {
  it("is taken, however little its scores differ and much the built-in ones do", async () => {
    const reranker = scripted({ "给猫买了窝。": 0.9002, "猫叫豆豆。": 0.9001, "今天下雨。": 0.9 });
    const { hits, degraded } = await reranked(HITS, QUESTION, { reranker, topN: 30 });
    expect(idsOf(hits)).toEqual(["basket", "cat", "rain"]);
    expect(degraded).toEqual([]);
  });

  it("leaves equals in the built-in order", async () => {
    const { hits } = await reranked(HITS, QUESTION, {
      reranker: scripted({ "给猫买了窝。": 0.5 }),
      topN: 30,
    });
    expect(idsOf(hits)).toEqual(["basket", "rain", "cat"]);
  });

  it("is one more factor, and the score stays the sum of its factors", async () => {
    const { hits } = await reranked(HITS, QUESTION, { reranker: scripted({ "猫叫豆豆。": 0.8 }), topN: 30 });
    expect(hits[0]).toMatchObject({ id: "cat", factors: { vector: 1.2, rerank: 8 } });
    for (const { score, factors } of hits)
      expect(score).toBeCloseTo(
        Object.values(factors).reduce((sum, factor) => sum + factor, 0),
        10,
      );
  });

  it("is asked for of the best ones only; the others stay behind, as they were", async () => {
    const reranker = scripted({ "猫叫豆豆。": 0.1, "给猫买了窝。": 1 });
    const { hits } = await reranked(HITS, QUESTION, { reranker, topN: 2 });
    expect(reranker.asked).toEqual([["它叫什么？", ["今天下雨。", "猫叫豆豆。"]]]);
    expect(idsOf(hits)).toEqual(["cat", "rain", "basket"]);
    expect(hits[2]).toBe(HITS[2]);
  });

  it("goes by the question with its references filled in, where that was done", async () => {
    const reranker = scripted({});
    await reranked(
      HITS,
      asking(
        { text: "它叫什么？", strategy: "asked" },
        { text: "小伙伴的猫叫什么", strategy: "rewrite" },
        { text: "猫", strategy: "step_back" },
      ),
      { reranker, topN: 30 },
    );
    await reranked(HITS, asking(), { reranker, topN: 30 });
    expect(reranker.asked.map(([query]) => query)).toEqual(["小伙伴的猫叫什么", "它叫什么？"]);
  });

  it("is not asked for where there is nothing to order or nothing to go by", async () => {
    const reranker = scripted({});
    const needs = { reranker, topN: 30 };
    expect((await reranked([], QUESTION, needs)).hits).toEqual([]);
    expect((await reranked(HITS.slice(0, 1), QUESTION, needs)).hits).toEqual(HITS.slice(0, 1));
    expect((await reranked(HITS, { ...asking(), asked: undefined }, needs)).hits).toEqual(HITS);
    expect(reranker.asked).toEqual([]);
  });

  it("does not change the hits that it is given", async () => {
    const before = structuredClone(HITS);
    await reranked(HITS, QUESTION, { reranker: scripted({ "猫叫豆豆。": 1 }), topN: 30 });
    expect(HITS).toEqual(before);
  });
});

describe("a reranker that fails", () => {
  it("leaves the built-in order, which the turn says", async () => {
    const error = new MiraMateError("RERANKER_FAILED", { zh: "坏了", en: "broken" });
    expect(await reranked(HITS, QUESTION, { reranker: failing(error), topN: 30 })).toEqual({
      hits: HITS,
      degraded: [{ part: "recall.rerank", reason: "RERANKER_FAILED", instead: "builtin" }],
    });
  });

  it("because the turn was given up ends the turn", async () => {
    const reason = new Error("given up");
    const reranker = failing(reason);
    await expect(reranked(HITS, QUESTION, { reranker, topN: 30 }, AbortSignal.abort(reason))).rejects.toBe(
      reason,
    );
  });
});
