import { describe, expect, it } from "vitest";
import { bm25, unitsOf, vectorsAlone } from "../../../eval/retrieval/baselines.ts";
import { askedId, falls, questionFigures } from "../../../eval/retrieval/compare.ts";
import { asMarkdown, withLoss } from "../../../eval/retrieval/report.ts";
import type { RetrievalReport, SetReport } from "../../../eval/retrieval/report.ts";
import { answer, byKind, drawn, figuresOf, sampled } from "../../../eval/retrieval/run.ts";
import type { Answered } from "../../../eval/retrieval/run.ts";
import type { Pool, PoolQuestion, RetrievalSet, Retriever } from "../../../eval/retrieval/types.ts";
import { judge } from "../../../eval/metrics.ts";
import { wordEmbedder } from "../../support/companion.ts";

const question = (id: string, gold: readonly string[], kinds: readonly string[] = []): PoolQuestion => ({
  id,
  text: "哪天划船？",
  gold,
  kinds,
});

function setOf(pool: Partial<Pool>, unit: RetrievalSet["unit"] = "document"): RetrievalSet {
  return {
    name: "boats",
    unit,
    pools: [{ name: "甲", language: "zh", documents: [], questions: [], ...pool }],
  };
}

/** Always the same ranking, worse by one place without "vector"; what it was asked is recorded. */
function scripted(ids: readonly string[], tokens = 5): Retriever & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    name: "scripted",
    asked,
    prepare: async () => ({
      rank: async ({ id }, without) => {
        asked.push(without === undefined ? id : `${id} without ${without}`);
        return { ids: without === "vector" ? ["other", ...ids] : ids, ms: 2, tokens };
      },
      close: async () => undefined,
    }),
  };
}

describe("running a set", () => {
  it("counts a copy as what it copies", async () => {
    const documents = [
      { id: "0", text: "划船" },
      { id: "1", text: "划船", copyOf: "0" },
    ];
    const set = setOf({ documents, questions: [question("q", ["0"])] });
    const { answered } = await answer(set, scripted(["1", "0"]), {
      ablations: [],
      tried: new Set(),
      tell: () => undefined,
    });
    expect(answered).toMatchObject([{ id: "q", mrr: 1, r5: 1 }]);
  });

  it("takes things away for the chosen questions only", async () => {
    const set = setOf({ questions: [question("a", ["0"]), question("b", ["0"])] });
    const retriever = scripted(["0"]);
    const { without } = await answer(set, retriever, {
      ablations: ["vector", "time"],
      tried: new Set(["b"]),
      tell: () => undefined,
    });
    expect(without.get("vector")).toMatchObject([{ id: "b", mrr: 1 / 2 }]);
    expect(without.get("time")).toMatchObject([{ id: "b", mrr: 1 }]);
    expect(retriever.asked).not.toContain("a without vector");
  });

  it("keeps questions that nothing answers out of the ranks, and tells whether nothing reached the prompt", async () => {
    const set = setOf({ questions: [question("a", ["0"]), question("b", [])] });
    const run = (tokens: number) =>
      answer(set, scripted(["0"], tokens), { ablations: [], tried: new Set(), tell: () => undefined });
    const { answered, silence } = await run(0);
    expect(answered.map(({ id }) => id)).toEqual(["a"]);
    expect(silence).toEqual([
      { nothing: false, foundNothing: true },
      { nothing: true, foundNothing: true },
    ]);
    expect((await run(9)).silence.every(({ foundNothing }) => !foundNothing)).toBe(true);
  });

  it("draws the same questions every time, and leaves the documents", () => {
    const questions = Array.from({ length: 50 }, (_, at) => question(String(at), ["0"]));
    const set = setOf({ documents: [{ id: "0", text: "划船" }], questions });
    expect([...drawn(set, 5)]).toEqual([...drawn(set, 5)]);
    const [pool] = sampled(set, 5).pools;
    expect(pool?.questions).toHaveLength(5);
    expect(pool?.documents).toHaveLength(1);
    expect(sampled(set, Infinity)).toEqual(set);
  });
});

describe("baselines", () => {
  const documents = [
    { id: "a", text: "我去划船了", reply: "好玩吗", thread: "t1" },
    { id: "b", text: "我在家", speaker: "乙", thread: "t1" },
    { id: "c", text: "买了鞋", thread: "t2" },
  ];

  it("judge threads by all that was said in them", () => {
    const pool = setOf({ documents }).pools[0];
    if (pool === undefined) throw new Error("no pool");
    expect(unitsOf(pool, "thread")).toEqual([
      { id: "t1", text: "我去划船了 好玩吗 乙: 我在家" },
      { id: "t2", text: "买了鞋" },
    ]);
  });

  it("BM25 finds what shares a pair of characters, and nothing else", async () => {
    const [pool] = setOf({ documents }).pools;
    if (pool === undefined) throw new Error("no pool");
    const prepared = await bm25.prepare(pool, "document");
    expect((await prepared.rank(question("q", []))).ids).toEqual(["a"]);
  });

  it("BM25 scores as the formula does", async () => {
    // "划船" stands once in both; the shorter one scores higher. "鞋子" is in neither.
    const [pool] = setOf({
      documents: [
        { id: "long", text: "划船划桨划水真好玩" },
        { id: "short", text: "去划船" },
        { id: "none", text: "在家" },
      ],
    }).pools;
    if (pool === undefined) throw new Error("no pool");
    const prepared = await bm25.prepare(pool, "document");
    expect((await prepared.rank({ ...question("q", []), text: "鞋子", before: ["划船"] })).ids).toEqual([
      "short",
      "long",
    ]);
  });

  it("vectors rank every document, the most similar first", async () => {
    const [pool] = setOf({ documents }).pools;
    if (pool === undefined) throw new Error("no pool");
    const prepared = await vectorsAlone(wordEmbedder()).prepare(pool, "document");
    const { ids } = await prepared.rank({ ...question("q", []), text: "买了鞋" });
    expect(ids[0]).toBe("c");
    expect([...ids].sort()).toEqual(["a", "b", "c"]);
  });
});

const entry = (id: string, rank: number, kinds: readonly string[] = []): Answered => ({
  id,
  kinds,
  ms: rank,
  tokens: 10,
  ...judge([...Array.from({ length: rank - 1 }, (_, at) => `d${at}`), "G"], ["G"]),
});

describe("figures", () => {
  it("are means over the questions, timings by rank", () => {
    expect(figuresOf([entry("a", 1), entry("b", 6)])).toMatchObject({
      n: 2,
      r5: 0.5,
      r10: 1,
      mrr: (1 + 1 / 6) / 2,
      p50Ms: 1,
      p95Ms: 6,
      tokens: 10,
    });
  });

  it("tell kinds apart where there are several", () => {
    expect(byKind([entry("a", 1, ["dated"]), entry("b", 2, ["dated"])])).toEqual({});
    expect(byKind([entry("a", 1, ["dated"]), entry("b", 2, ["name"])])["name"]).toMatchObject({
      n: 1,
      mrr: 0.5,
    });
  });

  it("say what a feature adds on the questions that it was taken away for", () => {
    const whole = [entry("a", 1), entry("b", 1), entry("c", 20)];
    expect(withLoss([entry("b", 2)], whole)).toMatchObject({ n: 1, mrr: 0.5, loss: { r5: 0, mrr: 0.5 } });
  });
});

describe("comparing with an earlier report", () => {
  const report = (ranks: readonly number[], asked = "asked_1"): RetrievalReport => {
    const answered = ranks.map((rank, at) => entry(String(at), rank));
    const set: SetReport = {
      ...figuresOf(answered),
      kinds: {},
      ablations: {},
      asked,
      questions: questionFigures(answered),
    };
    return {
      about: {
        date: "2026-12-01",
        commit: "0000000",
        node: "v20",
        cpu: "1 x none",
        load: [],
        embedder: wordEmbedder().fingerprint,
        weights: {},
        data: { "a.json": "3 abc" },
      },
      sets: { boats: set },
      absent: ["locomo"],
    };
  };
  const ranks = Array.from({ length: 200 }, () => 1);
  const worse = (many: number): number[] => ranks.map((rank, at) => (at < many ? 20 : rank));

  it("names the set and each metric that fell beyond noise", () => {
    const { falls: found, compared } = falls(report(ranks), report(worse(20)));
    expect(compared).toEqual(["boats"]);
    expect(found.map(({ set, metric }) => `${set} ${metric}`)).toEqual([
      "boats r5",
      "boats r10",
      "boats mrr",
    ]);
    expect(found[0]).toMatchObject({ before: 1, now: 0.9 });
  });

  it("passes over a fall that chance explains, one that is tiny, and a rise", () => {
    expect(falls(report(worse(10)), report([...worse(11)].reverse())).falls).toEqual([]);
    expect(falls(report(ranks), report(worse(1))).falls).toEqual([]);
    expect(falls(report(worse(20)), report(ranks)).falls).toEqual([]);
  });

  it("does not compare other questions, and says so", () => {
    const { falls: found, skipped } = falls(report(ranks), report(worse(100), "asked_2"));
    expect(found).toEqual([]);
    expect(skipped).toEqual(["boats"]);
  });

  it("knows the same questions by their words and what answers them, in any order", () => {
    const set = (questions: PoolQuestion[]) => setOf({ questions });
    const [a, b] = [question("a", ["0", "1"]), question("b", ["2"])];
    expect(askedId(set([a, b]))).toBe(askedId(set([b, { ...a, gold: ["1", "0"] }])));
    expect(askedId(set([a, b]))).not.toBe(askedId(set([a, { ...b, text: "哪年？" }])));
    expect(askedId(set([a, b]))).not.toBe(askedId(set([a, { ...b, gold: ["3"] }])));
  });

  it("stands in Markdown with what it ran on and what was not there", () => {
    const text = asMarkdown(report([1, 2]));
    expect(text).toContain("- commit: 0000000");
    expect(text).toContain("- not there: locomo");
    expect(text).toContain("| **recall** | 1.000 | 1.000 | 0.750 |");
    expect(text).toContain("- a.json: 3 abc");
  });
});
