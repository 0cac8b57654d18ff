import { describe, expect, it } from "vitest";
import { withinBudget } from "../../../memory/recall/select.ts";
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
