import { describe, expect, it } from "vitest";
import { percentile, summariseRanks } from "../../eval/metrics.ts";

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
