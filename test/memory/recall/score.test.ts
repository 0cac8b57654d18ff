import { describe, expect, it } from "vitest";
import type { MemoryRecord } from "../../../memory/record.ts";
import type { Question } from "../../../memory/recall/legs.ts";
import { withinBudget } from "../../../memory/recall/recall.ts";
import { fitsRange, scoreCandidates } from "../../../memory/recall/score.ts";
import type { Candidate } from "../../../memory/recall/score.ts";
import type { Leg, Recalled } from "../../../memory/recall/types.ts";
import { aHit, aRecord } from "../../support/memories.ts";

const NOW = new Date("2025-06-01T02:00:00.000Z");
const FLOOR = { similarity: 0.3, similarityWithKeyword: 0.15, coverage: 0.6 };

function question(parts: Partial<Question> = {}): Question {
  return { user: "u1", query: "问题", keywords: [], includeInactive: false, ...parts };
}

function candidate(
  parts: Partial<MemoryRecord> & { id: string; text: string },
  scores: Partial<Record<Leg["leg"], number>> = { vector: 0.5 },
): Candidate {
  const legs = Object.entries(scores).map(([leg, score]) => ({ leg: leg as Leg["leg"], rank: 1, score }));
  return { record: aRecord(parts), legs, buffered: false };
}

function ids(candidates: Candidate[], asked: Question = question()): string[] {
  return scoreCandidates(candidates, asked, NOW, FLOOR).map(({ id }) => id);
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
    const hits = scoreCandidates(
      [
        candidate({ id: "both", text: "划船" }, { vector: 0.9, keyword: 8 }),
        candidate({ id: "vector", text: "游泳" }, { vector: 0.8 }),
        candidate({ id: "least", text: "跑步" }, { vector: 0.4, keyword: 2 }),
      ],
      question(),
      NOW,
      FLOOR,
    );
    expect(hits.map(({ id }) => id)).toEqual(["both", "vector", "least"]);
    expect(factorsOf(hits, "both")).toMatchObject({ vector: 0.7, keyword: 0.3 });
    expect(factorsOf(hits, "least")).toMatchObject({ vector: 0, keyword: 0 });
  });

  it("says what a score is made of", () => {
    const [hit] = scoreCandidates([candidate({ id: "a", text: "划船" })], question(), NOW, FLOOR);
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

describe("what was said right before", () => {
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
  const found = (parts: Candidate[]) => scoreCandidates(parts, question(), NOW, FLOOR);
  const named = dialogue("named", "2025-05-01T02:00:00.000Z", { vector: 0.9, keyword: 9 });
  const other = dialogue("other", "2025-05-01T02:01:00.000Z", { vector: 0.5, keyword: 1 }, "s2");

  it("lifts the dialogue after it above one that is as close and stands alone", () => {
    const next = dialogue("next", "2025-05-01T02:01:00.000Z", { vector: 0.5, keyword: 1 });
    const hits = found([named, other, next]);
    expect(hits.map(({ id }) => id)).toEqual(["named", "next", "other"]);
    expect(factorsOf(hits, "next")["context"]).toBeCloseTo(0.2, 10);
    expect(factorsOf(hits, "named")["context"]).toBe(0);
  });

  it("counts for nothing after a pause, before it, or for what is no dialogue", () => {
    const later = dialogue("later", "2025-05-01T02:11:00.000Z", { vector: 0.5 });
    const earlier = dialogue("earlier", "2025-05-01T01:59:00.000Z", { vector: 0.5 });
    const fact = candidate({ id: "fact", text: "fact", recordedAt: "2025-05-01T02:01:00.000Z" });
    const hits = found([named, later, earlier, fact]);
    expect(["later", "earlier", "fact"].map((id) => factorsOf(hits, id)["context"])).toEqual([0, 0, 0]);
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
