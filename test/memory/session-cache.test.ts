import { describe, expect, it } from "vitest";
import { CACHE_LIFE, reviveThenAge, stillTrue } from "../../memory/session-cache.ts";
import type { Cached } from "../../memory/session-cache.ts";
import { aHit } from "../support/memories.ts";

const ids = (hits: readonly { id: string }[]): string[] => hits.map((hit) => hit.id);

describe("the session cache", () => {
  it("keeps a hit in mind for five turns, the one of its recall included", () => {
    let cache: Cached[] = [];
    const inMind: string[][] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      const step = reviveThenAge(cache, turn === 0 ? [aHit("a")] : []);
      inMind.push(ids(step.inMind));
      cache = step.next;
    }
    expect(inMind).toEqual([["a"], ["a"], ["a"], ["a"], ["a"], [], []]);
    expect(cache).toEqual([]);
  });

  it("revives a memory that is found again to its full life", () => {
    const first = reviveThenAge([], [aHit("a")]);
    const again = reviveThenAge(reviveThenAge(first.next, []).next, [aHit("a")]);
    expect(again.next).toEqual([{ memory: aHit("a"), life: CACHE_LIFE - 1 }]);
  });

  it("puts what was found now before what is left of earlier turns", () => {
    const first = reviveThenAge([], [aHit("old")]);
    expect(ids(reviveThenAge(first.next, [aHit("new")]).inMind)).toEqual(["new", "old"]);
  });

  it("holds two ids with the same text once", () => {
    const first = reviveThenAge([], [aHit("a", { text: "小伙伴喜欢喝茶" })]);
    expect(ids(reviveThenAge(first.next, [aHit("b", { text: "小伙伴喜欢喝茶" })]).inMind)).toEqual(["b"]);
  });

  it("does not change the cache it is given", () => {
    const cache: Cached[] = [{ memory: aHit("a"), life: 2 }];
    reviveThenAge(cache, [aHit("b")]);
    expect(cache).toEqual([{ memory: aHit("a"), life: 2 }]);
  });

  it("drops what is no longer believed", () => {
    const cache: Cached[] = [
      { memory: aHit("kept"), life: 3 },
      { memory: aHit("forgotten"), life: 3 },
    ];
    expect(stillTrue(cache, (memory) => memory.id === "kept").map((entry) => entry.memory.id)).toEqual([
      "kept",
    ]);
  });
});
