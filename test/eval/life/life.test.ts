import { describe, expect, it } from "vitest";
import { asFault, asMarkdown, lifeFigures, shortfalls } from "../../../eval/life/report.ts";
import { rankedTurns } from "../../../eval/life/run.ts";
import type { AskedOfLife } from "../../../eval/life/run.ts";
import { judge } from "../../../eval/metrics.ts";
import { asJudged } from "../../../eval/retrieval/run.ts";

const asked = (parts: Partial<AskedOfLife> & { readonly at?: number }): AskedOfLife => {
  const { at = 1, ...rest } = parts;
  return {
    id: "q1",
    text: "我家的猫叫什么？",
    kind: "name",
    split: "tune",
    hasGold: true,
    rank: at,
    memories: 3,
    tokens: 90,
    route: "facts",
    routed: true,
    recallMs: 4,
    degraded: [],
    ...judge([...Array.from({ length: at - 1 }, (_, place) => `d${place}`), "G"], ["G"]),
    ...rest,
  };
};

describe("from memories to turns", () => {
  it("names a memory by the gold turn it rests on, and another on the same turn by itself", () => {
    const recalled = [
      { id: "m1", turns: ["t9"] },
      { id: "m2", turns: ["t8", "t1"] },
      { id: "m3", turns: ["t1"] },
      { id: "m4", turns: ["t1", "t2"] },
    ];
    expect(rankedTurns(recalled, ["t1", "t2"])).toEqual(["m1", "t1", "m3", "t2"]);
  });

  it("takes the first of several answers for all where one is enough", () => {
    const question = { gold: ["t1", "t2"], needs: "any" as const };
    const { ranking, gold } = asJudged(["t2", "m", "t1"], question);
    expect(judge(ranking, gold)).toMatchObject({ r5: 1, mrr: 1, ndcg10: 1 });
    const all = asJudged(["t2", "m"], { ...question, needs: "all" });
    expect(judge(all.ranking, all.gold)).toMatchObject({ r5: 0.5 });
  });
});

describe("figures of the own set", () => {
  const entries = [
    asked({}),
    asked({ kind: "dated", at: 7, routed: false }),
    asked({ kind: "nothing", hasGold: false, memories: 0 }),
    asked({ kind: "nothing", hasGold: false, memories: 2 }),
    asked({ kind: "smalltalk", hasGold: false, memories: 0, route: "none" }),
  ];

  it("judge ranks by the questions with an answer, routing by all, silence by small talk", () => {
    const figures = lifeFigures(entries);
    expect(figures).toMatchObject({ n: 2, r5: 0.5, dated: 0, silence: 1, routing: 4 / 5 });
    expect(figures.abstention).toMatchObject({ precision: 1, recall: 0.5 });
    expect(Object.keys(figures.kinds)).toEqual(["dated", "name"]);
  });

  it("name what is below its threshold, also where there was nothing to judge", () => {
    const missed = entries.map((entry) => ({ ...entry, r5: 0, routed: false }));
    expect(shortfalls(lifeFigures(missed)).map((sentence) => sentence.split(":")[0])).toEqual([
      "r5",
      "dated",
      "routing",
    ]);
    const undated = lifeFigures([
      asked({}),
      asked({ kind: "nothing", hasGold: false, memories: 0 }),
      asked({ kind: "smalltalk", hasGold: false, memories: 0 }),
    ]);
    expect(shortfalls(undated)).toEqual([expect.stringMatching(/^dated: NaN is below/)]);
  });

  it("tell what went wrong with a question", () => {
    expect(asFault(asked({}))).toBeUndefined();
    expect(asFault(asked({ at: 7 }))).toContain("rank 7");
    expect(asFault(asked({ at: 7, rank: undefined }))).toContain("missed");
    expect(asFault(asked({ hasGold: false, memories: 2 }))).toContain("2 memories");
    expect(asFault(asked({ routed: false, route: undefined }))).toContain("looked up in all alike");
  });

  it("stand side by side in the table", () => {
    const table = asMarkdown({ tune: lifeFigures(entries), test: lifeFigures([asked({})]) });
    expect(table).toContain("| R@5 | 0.500 | 1.000 |");
    expect(table).toContain("| of which dated: first 5 / MRR | 0.000 / 0.143 (1) |  |");
  });
});
