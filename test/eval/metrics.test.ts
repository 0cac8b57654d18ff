import { describe, expect, it } from "vitest";
import {
  abstention,
  fallProbability,
  judge,
  mean,
  percentile,
  seeded,
  summariseRanks,
} from "../../eval/metrics.ts";

describe("summariseRanks", () => {
  it("counts a rank beyond five as found but not among the first five", () => {
    expect(summariseRanks([1, 2, 6, undefined])).toEqual({
      questions: 4,
      hit: 0.75,
      hit5: 0.5,
      mrr: (1 + 1 / 2 + 1 / 6) / 4,
    });
  });

  it("gives zeros without questions", () => {
    expect(summariseRanks([])).toEqual({ questions: 0, hit: 0, hit5: 0, mrr: 0 });
  });
});

describe("percentile", () => {
  it("takes the nearest rank, whatever the order of the values", () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(values, 0.5)).toBe(50);
    expect(percentile(values, 0.95)).toBe(95);
    expect(percentile(values, 1)).toBe(100);
  });

  it("gives the only value for every share, and NaN for none", () => {
    expect(percentile([7], 0)).toBe(7);
    expect(percentile([7], 0.95)).toBe(7);
    expect(percentile([], 0.5)).toBeNaN();
  });
});

describe("judge", () => {
  it("gives what is worked out by hand", () => {
    // Gold at ranks 2, 6 and 11 of three: one of three among the first five, two of three among the first ten.
    const ranking = ["a", "G1", "b", "c", "d", "G2", "e", "f", "g", "h", "G3"];
    const judged = judge(ranking, ["G1", "G2", "G3"]);
    expect(judged).toMatchObject({ r5: 1 / 3, r10: 2 / 3, hit1: 0, hit5: 1, mrr: 1 / 2 });
    const gained = 1 / Math.log2(3) + 1 / Math.log2(7);
    const ideal = 1 + 1 / Math.log2(3) + 1 / Math.log2(4);
    expect(judged.ndcg10).toBeCloseTo(gained / ideal, 12);
  });

  it("gives ones when all gold stands first", () => {
    expect(judge(["G1", "G2", "a"], ["G2", "G1"])).toEqual({
      r5: 1,
      r10: 1,
      hit1: 1,
      hit5: 1,
      mrr: 1,
      ndcg10: 1,
    });
  });

  it("counts the reciprocal rank in the whole ranking, and 0 for what was not retrieved", () => {
    const far = [...Array.from({ length: 19 }, (_, at) => `d${at}`), "G"];
    expect(judge(far, ["G"])).toMatchObject({ r10: 0, mrr: 1 / 20, ndcg10: 0 });
    expect(judge(["a"], ["G"]).mrr).toBe(0);
  });

  it("counts an id that is ranked twice once, and closes the gap it leaves", () => {
    expect(judge(["a", "a", "G"], ["G"]).mrr).toBe(1 / 2);
    expect(judge(["G1", "G1"], ["G1", "G2"]).r5).toBe(1 / 2);
  });

  it("gives zeros where nothing is gold", () => {
    expect(judge(["a"], [])).toEqual({ r5: 0, r10: 0, hit1: 0, hit5: 0, mrr: 0, ndcg10: 0 });
  });
});

describe("abstention", () => {
  it("tells precision from recall", () => {
    const question = (nothing: boolean, foundNothing: boolean) => ({ nothing, foundNothing });
    // Two of three silences were right; two of four questions without an answer were met with silence.
    const { precision, recall, f1 } = abstention([
      question(true, true),
      question(true, true),
      question(true, false),
      question(true, false),
      question(false, true),
      question(false, false),
    ]);
    expect(precision).toBeCloseTo(2 / 3, 12);
    expect(recall).toBe(1 / 2);
    expect(f1).toBeCloseTo(4 / 7, 12);
  });

  it("is perfect where nothing had to be told and nothing was", () => {
    expect(abstention([{ nothing: false, foundNothing: false }])).toEqual({ precision: 1, recall: 1, f1: 1 });
  });

  it("is 0 where all silences were wrong", () => {
    expect(
      abstention([
        { nothing: true, foundNothing: false },
        { nothing: false, foundNothing: true },
      ]).f1,
    ).toBe(0);
  });
});

describe("fallProbability", () => {
  const ones = Array.from({ length: 100 }, () => 1);
  const worseIn = (questions: number): number[] => ones.map((_, at) => (at < questions ? 0 : 1));

  it("is small when many questions fell, and certain when nothing changed", () => {
    expect(fallProbability(ones, worseIn(20))).toBeLessThan(0.001);
    expect(fallProbability(ones, ones)).toBe(1);
  });

  it("is large when as many rose as fell", () => {
    expect(fallProbability(worseIn(10), [...worseIn(10)].reverse())).toBeGreaterThan(0.3);
  });

  it("pairs the questions: the same falls weigh more without others that go up and down", () => {
    const noisy = ones.map((_, at) => (at < 3 ? 0 : at % 2));
    const before = ones.map((_, at) => (at < 3 ? 1 : (at + 1) % 2));
    expect(fallProbability(before, noisy)).toBeGreaterThan(fallProbability(ones, worseIn(3)));
  });

  it("gives the same for the same lists", () => {
    expect(fallProbability(ones, worseIn(1))).toBe(fallProbability(ones, worseIn(1)));
  });
});

describe("seeded", () => {
  it("gives the same numbers for a seed, evenly between 0 and 1", () => {
    const numbers = (seed: number): number[] => {
      const random = seeded(seed);
      return Array.from({ length: 1_000 }, random);
    };
    expect(numbers(7)).toEqual(numbers(7));
    expect(numbers(7)).not.toEqual(numbers(8));
    expect(Math.abs(mean(numbers(7)) - 0.5)).toBeLessThan(0.05);
  });
});
