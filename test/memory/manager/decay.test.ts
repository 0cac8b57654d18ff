/** Fading, by the figures of MiraMate v1: 0.05 a day times (1 - importance), floor 0.1, shown above 0.3. */
import { describe, expect, it } from "vitest";
import { decayFactor, importanceOf, isVivid } from "../../../memory/manager/decay.ts";

const DAY_MS = 86_400_000;
const then = new Date("2025-06-01T00:00:00Z");
const after = (days: number): Date => new Date(then.getTime() + days * DAY_MS);
const fading = (importance: number, accesses = 0) => ({ importance, accesses, lastAccessed: then });

describe("a memory", () => {
  it.each([
    [0.5, 0, 1],
    [0.5, 10, 0.75],
    [0.5, 40, 0.1],
    [0, 10, 0.5],
    [0, 30, 0.1],
    [1, 1_000, 1],
  ])("of importance %d has after %d days the factor %d", (importance, days, factor) => {
    expect(decayFactor(fading(importance), after(days))).toBeCloseTo(factor);
  });

  it("is not made more vivid by a clock that goes back", () => {
    expect(decayFactor(fading(0.5), after(-3))).toBe(1);
  });

  it("of importance 0.5 is shown for 16 days without a look, one of 0.3 never, one of 1 for ever", () => {
    expect([15, 16].map((days) => isVivid(fading(0.5), after(days)))).toEqual([true, false]);
    expect(isVivid(fading(0.3), after(0))).toBe(false);
    expect(isVivid(fading(1), after(10_000))).toBe(true);
  });

  it("gains 0.05 of importance by each look, up to 1", () => {
    expect([0, 1, 3, 20].map((accesses) => importanceOf(fading(0.5, accesses)))).toEqual([
      0.5, 0.55, 0.65, 1,
    ]);
    expect(isVivid(fading(0.5, 1), after(16))).toBe(true);
  });
});
