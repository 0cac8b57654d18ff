import { inOneList } from "../../storage/memory-index/best.ts";
import { describe, expect, it } from "vitest";
import { lengthOf } from "../../storage/memory-index/quantise.ts";
import { BLOCK, VectorMemory } from "../../storage/memory-index/vector-memory.ts";
import { Vectors } from "../../storage/memory-index/vectors.ts";
import { seeded } from "./support.ts";

const random = seeded(11);

function someVector(dimension: number): Int8Array {
  return Int8Array.from({ length: dimension }, () => Math.round(random() * 254) - 127);
}

function cosine(one: Int8Array, other: Int8Array): number {
  const product = one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
  return product / (lengthOf(one) * lengthOf(other));
}

describe("vectors in memory", () => {
  it.each([2, 16, 17, 384])("of %i dimensions are compared exactly, in every block", (dimension) => {
    const vectors = new Vectors(new VectorMemory(dimension));
    const all = Array.from({ length: 2 * BLOCK + 3 }, () => someVector(dimension));
    all.forEach((vector, slot) => vectors.add(slot, vector));
    const question = someVector(dimension);
    const groups = { of: Uint8Array.from(all, (_, slot) => slot % 2), count: 2 };
    vectors.nearest(question, groups, all.length).forEach((best, group) => {
      const hits = inOneList([best]);
      expect(hits).toHaveLength(all.filter((_, slot) => slot % 2 === group).length);
      for (const { slot, score } of hits) {
        expect(score).toBeCloseTo(cosine(question, all[slot] ?? question), 5);
      }
    });
  });

  it("reach the largest products without overflow", () => {
    const vectors = new Vectors(new VectorMemory(4_096));
    const largest = new Int8Array(4_096).fill(-128);
    vectors.add(0, largest);
    const best = vectors.nearest(largest, { of: Uint8Array.of(0), count: 1 }, 1);
    expect(inOneList(best)).toEqual([{ slot: 0, score: 1 }]);
  });

  it("of different users lie apart, and memory that was given back is used again", () => {
    const memory = new VectorMemory(16);
    const group = (count: number) => ({ of: new Uint8Array(count), count: 1 });
    const [ann, bob] = [new Vectors(memory), new Vectors(memory)];
    const [north, south] = [new Int8Array(16).fill(100), new Int8Array(16).fill(-100)];
    for (let slot = 0; slot < 300; slot += 1) {
      ann.add(slot, north);
      bob.add(slot, south);
    }
    const scores = (of: Vectors, count: number) =>
      new Set(inOneList(of.nearest(north, group(count), count)).map(({ score }) => Math.round(score)));
    expect([scores(ann, 300), scores(bob, 300)]).toEqual([new Set([1]), new Set([-1])]);
    ann.release();
    const eve = new Vectors(memory);
    eve.add(0, new Int8Array(16));
    expect(scores(eve, 1)).toEqual(new Set([0]));
    expect(scores(bob, 300)).toEqual(new Set([-1]));
  });
});
