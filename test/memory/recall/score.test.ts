import { describe, expect, it } from "vitest";
import type { MemoryRecord } from "../../../memory/record.ts";
import { fitsRange } from "../../../memory/recall/features.ts";
import type { Candidate } from "../../../memory/recall/features.ts";
import type { Question } from "../../../memory/recall/question.ts";
import { aboveFloor, rankCandidates } from "../../../memory/recall/score.ts";
import { collapse } from "../../../memory/recall/select.ts";
import type { Leg, Recalled } from "../../../memory/recall/types.ts";
import { WEIGHTS } from "../../../memory/recall/weights.ts";
import { aRecord } from "../../support/memories.ts";

const NOW = new Date("2025-06-01T02:00:00.000Z");
const FLOOR = { similarity: 0.3, similarityWithKeyword: 0.15, coverage: 0.6 };

function question(parts: Partial<Question> = {}): Question {
  return {
    user: "u1",
    queries: [{ text: "问题", strategy: "asked" }],
    keywords: [],
    includeInactive: false,
    ...parts,
  };
}

function candidate(
  parts: Partial<MemoryRecord> & { id: string; text: string },
  scores: Partial<Record<Leg["leg"], number>> = { vector: 0.5 },
): Candidate {
  const legs = Object.entries(scores).map(([leg, score]) => ({ leg: leg as Leg["leg"], rank: 1, score }));
  return { record: aRecord(parts), legs, buffered: false };
}

function hitsOf(candidates: Candidate[], asked: Question = question()): Recalled[] {
  return collapse(aboveFloor(rankCandidates(candidates, asked, NOW), asked, FLOOR));
}

function ids(candidates: Candidate[], asked: Question = question()): string[] {
  return hitsOf(candidates, asked).map(({ id }) => id);
}

function factorsOf(hits: Recalled[], id: string): Record<string, number> {
  return hits.find((hit) => hit.id === id)?.factors ?? {};
}

describe("the relevance floor", () => {
  it("lets nothing through that is neither similar nor holds the words", () => {
    expect(ids([candidate({ id: "a", text: "买了鞋" }, { vector: 0.29 })])).toEqual([]);
    expect(ids([candidate({ id: "a", text: "买了鞋" }, { vector: 0.3 })])).toEqual(["a"]);
  });

  it("asks for less similarity where a keyword stands in the memory", () => {
    const weak = [candidate({ id: "a", text: "买了鞋" }, { vector: 0.2 })];
    expect(ids(weak, question({ keywords: ["船", "鞋"] }))).toEqual(["a"]);
    expect(ids(weak, question({ keywords: ["船", "桨"] }))).toEqual([]);
  });

  it("takes most of the keywords without any similarity", () => {
    const found = [candidate({ id: "a", text: "周末买了鞋" }, { keyword: 3 })];
    expect(ids(found, question({ keywords: ["鞋", "周末"] }))).toEqual(["a"]);
    expect(ids(found, question({ keywords: ["鞋", "船", "桨"] }))).toEqual([]);
  });

  it("takes a belief that was asked for by its attribute", () => {
    expect(ids([candidate({ id: "a", text: "生日是五月八日" }, { belief: 1 })])).toEqual(["a"]);
  });
});

describe("the order", () => {
  it("mixes vector and keyword, each scaled over the candidates", () => {
    const hits = hitsOf([
      candidate({ id: "both", text: "划船" }, { vector: 0.9, keyword: 8 }),
      candidate({ id: "vector", text: "游泳" }, { vector: 0.8 }),
      candidate({ id: "least", text: "跑步" }, { vector: 0.45, keyword: 2 }),
    ]);
    expect(hits.map(({ id }) => id)).toEqual(["both", "vector", "least"]);
    expect(factorsOf(hits, "both")).toMatchObject({ vector: WEIGHTS.vector, keyword: WEIGHTS.keyword });
    expect(factorsOf(hits, "least")["vector"]).toBeCloseTo(WEIGHTS.vector / 2, 10);
    expect(factorsOf(hits, "least")["keyword"]).toBeCloseTo(WEIGHTS.keyword / 4, 10);
  });

  it("says what a score is made of", () => {
    const [hit] = hitsOf([candidate({ id: "a", text: "划船" })]);
    const sum = Object.values(hit?.factors ?? {}).reduce((total, factor) => total + factor, 0);
    expect(hit?.score).toBeCloseTo(sum, 10);
  });

  it("puts the newer of two alike first", () => {
    const old = candidate({ id: "old", text: "去年划船", recordedAt: "2024-06-01T02:00:00.000Z" });
    const fresh = candidate({ id: "fresh", text: "昨天划船", recordedAt: "2025-05-31T02:00:00.000Z" });
    expect(ids([old, fresh])).toEqual(["fresh", "old"]);
  });

  it("lets one memory stand for all with the same words", () => {
    const again = [candidate({ id: "a", text: "喜欢划船" }), candidate({ id: "b", text: "喜欢划船" })];
    expect(ids(again)).toEqual(["a"]);
  });
});

describe("what was said right before and after", () => {
  const dialogue = (id: string, at: string, scores: Partial<Record<Leg["leg"], number>>, thread = "s1") =>
    candidate(
      {
        id,
        text: `dialogue ${id}`,
        collection: "dialog_logs",
        recordedAt: at,
        sources: [{ thread, turn: id }],
      },
      scores,
    );
  const found = (parts: Candidate[]) => hitsOf(parts);
  const named = dialogue("named", "2025-05-01T02:00:00.000Z", { vector: 0.9, keyword: 9 });
  const other = dialogue("other", "2025-05-01T02:01:00.000Z", { vector: 0.5, keyword: 1 }, "s2");

  it("lifts the dialogue after it above one that is as close and stands alone", () => {
    const next = dialogue("next", "2025-05-01T02:01:00.000Z", { vector: 0.5, keyword: 1 });
    const hits = found([named, other, next]);
    expect(hits.map(({ id }) => id)).toEqual(["named", "next", "other"]);
    // What no word of the question is known to cover is worth as much less.
    const { vector, keyword, coverage } = WEIGHTS;
    const worth = (vector + keyword) / (vector + keyword + coverage);
    expect(factorsOf(hits, "next")["before"]).toBeCloseTo(WEIGHTS.before * worth, 10);
    expect(factorsOf(hits, "named")["after"]).toBeGreaterThan(0);
    expect(factorsOf(hits, "named")["before"]).toBeUndefined();
  });

  it("counts for nothing after a pause, or for what is no dialogue", () => {
    const later = dialogue("later", "2025-05-01T02:11:00.000Z", { vector: 0.5 });
    const fact = candidate({ id: "fact", text: "fact", recordedAt: "2025-05-01T02:01:00.000Z" });
    const hits = found([named, later, fact]);
    for (const id of ["later", "fact"]) expect(factorsOf(hits, id)["before"]).toBeUndefined();
  });

  it("counts less the worse it fits itself", () => {
    const weak = dialogue("tea", "2025-05-01T02:02:00.000Z", { vector: 0.45 });
    const afterWeak = dialogue("rain", "2025-05-01T02:03:00.000Z", { vector: 0.45 });
    const factor = factorsOf(found([named, weak, afterWeak]), "rain")["before"];
    expect(factor).toBeGreaterThan(0);
    expect(factor).toBeLessThan(WEIGHTS.before / 2);
  });

  it("does not bring in what is not related", () => {
    const unrelated = dialogue("unrelated", "2025-05-01T02:01:00.000Z", { vector: 0.1 });
    expect(found([named, unrelated]).map(({ id }) => id)).toEqual(["named"]);
  });
});

describe("a question about a time", () => {
  const may = { from: Date.parse("2025-05-01T00:00:00Z"), to: Date.parse("2025-05-02T00:00:00Z") };

  it("brings what was then, however dissimilar, and leaves out the rest", () => {
    const then = candidate({ id: "then", text: "植物园" }, { time: 1 });
    const since = candidate({ id: "since", text: "看书", recordedAt: "2025-05-20T02:00:00.000Z" });
    expect(ids([then, since], question({ range: may }))).toEqual(["then"]);
  });

  it("brings the rest when there is nothing of then", () => {
    const since = candidate({ id: "since", text: "看书", recordedAt: "2025-05-20T02:00:00.000Z" });
    expect(ids([since], question({ range: may }))).toEqual(["since"]);
  });

  it("goes by when a thing happens, not by when it was told", () => {
    const record = aRecord({
      id: "a",
      text: "考试",
      recordedAt: "2025-04-28T02:00:00.000Z",
      eventStart: "2025-05-01T08:00:00.000Z",
      eventEnd: "2025-05-01T10:00:00.000Z",
    });
    expect(fitsRange(record, may)).toBe(true);
    const april = { from: Date.parse("2025-04-28T00:00:00Z"), to: Date.parse("2025-04-29T00:00:00Z") };
    expect(fitsRange(record, april)).toBe(false);
  });

  it("finds a belief by when it was held", () => {
    const record = aRecord({
      id: "a",
      text: "住在上海",
      recordedAt: "2024-09-01T02:00:00.000Z",
      belief: { subject: "user", attribute: "residence", value: "上海" },
      validFrom: "2024-09-01T02:00:00.000Z",
      validTo: "2025-05-03T02:00:00.000Z",
    });
    expect(fitsRange(record, may)).toBe(true);
    expect(fitsRange({ ...record, validTo: "2025-04-30T02:00:00.000Z" }, may)).toBe(false);
  });
});

describe("whom and what a memory is about", () => {
  const about = (id: string, subject: string, scores: Partial<Record<Leg["leg"], number>>) =>
    candidate(
      { id, text: `${subject} ${id}`, belief: { subject, attribute: id, value: "x" } },
      { vector: 0.5, ...scores },
    );

  it("lifts what is about a name of the question, more the later it was said", () => {
    const asked = question({
      names: ["故宫", "天坛"],
      named: new Map([
        ["故宫", 1],
        ["天坛", 0.6],
      ]),
    });
    const hits = hitsOf(
      [about("gate", "天坛", {}), about("wall", "故宫", {}), about("zoo", "动物园", {})],
      asked,
    );
    expect(hits.map(({ id }) => id)).toEqual(["wall", "gate", "zoo"]);
    expect(factorsOf(hits, "gate")["named"]).toBeCloseTo(0.6 * WEIGHTS.named, 10);
  });

  it("lifts what is about the same as the best match, though nobody named it", () => {
    const best = about("address", "恭王府", { vector: 0.9, keyword: 9 });
    const hits = hitsOf([best, about("phone", "恭王府", {}), about("phone", "天坛", {})]);
    expect(hits.map(({ text }) => text)).toEqual(["恭王府 address", "恭王府 phone", "天坛 phone"]);
  });

  it("prefers the words of the speaker who is asked for", () => {
    const line = (speaker: string) =>
      candidate({ id: speaker, text: `${speaker}：去划船`, collection: "dialog_logs" }, { vector: 0.5 });
    expect(ids([line("安"), line("宁")], question({ speaker: "宁" }))).toEqual(["宁", "安"]);
  });
});

describe("several queries", () => {
  const both = candidate({ id: "both", text: "a" }, {});
  const found = (id: string, scores: readonly [number, number]): Candidate => ({
    ...both,
    record: aRecord({ id, text: id }),
    legs: scores.flatMap((score, query) =>
      score > 0 ? { leg: "vector" as const, rank: 1, score, query } : [],
    ),
  });

  it("of one meaning are averaged", () => {
    const queries = [
      { text: "它多少钱", strategy: "asked" },
      { text: "门票多少钱", strategy: "rewrite" },
    ] as const;
    expect(ids([found("one", [0.9, 0.5]), found("both", [0.8, 0.9])], question({ queries }))).toEqual([
      "both",
      "one",
    ]);
  });

  it("for the parts of a question each find their own", () => {
    const queries = [
      { text: "喜欢什么颜色", strategy: "part" },
      { text: "喜欢什么花", strategy: "part" },
    ] as const;
    const hits = ids(
      [found("colour", [0.9, 0.5]), found("neither", [0.7, 0.7]), found("flower", [0.5, 0.9])],
      question({ queries }),
    );
    expect(hits).toEqual(["colour", "flower", "neither"]);
  });
});
