/** The vectors of one user, one a slot, and the search for the nearest: all are compared, so none is missed. */
import { Best } from "./best.ts";
import { grown } from "./growing.ts";
import { floorsOf, NO_GROUP, type Groups } from "./groups.ts";
import { lengthOf } from "./quantise.ts";
import { BLOCK, type VectorMemory } from "./vector-memory.ts";

export class Vectors {
  private readonly memory: VectorMemory;
  private readonly blocks: number[] = [];
  /** By slot: 1 / the length of its vector, 0 for a vector of zeros. */
  private inverses = new Float64Array(0);

  constructor(memory: VectorMemory) {
    this.memory = memory;
  }

  /** Adds the vector of the next slot, one signed byte a dimension (quantise.ts). */
  add(slot: number, vector: Int8Array): void {
    if (slot === this.blocks.length * BLOCK) this.blocks.push(this.memory.take());
    this.memory.write(this.blocks[Math.floor(slot / BLOCK)] ?? 0, slot % BLOCK, vector);
    this.inverses = grown(this.inverses, slot + 1);
    this.inverses[slot] = inverse(lengthOf(vector));
  }

  /** The nearest `limit` of each group, with their cosines (-1..1; 0 for a vector of zeros). */
  nearest(question: Int8Array, groups: Groups, limit: number): Best[] {
    const { inverses, memory, blocks } = this;
    const { of, only } = groups;
    const best = Array.from({ length: groups.count }, () => new Best(limit));
    const byLength = inverse(lengthOf(question));
    const floors = floorsOf(groups);
    memory.ask(question);
    for (let number = 0; number < blocks.length; number += 1) {
      const first = number * BLOCK;
      if (only !== undefined && !only.some((slot) => slot >= first && slot < first + BLOCK)) continue;
      const products = memory.products(blocks[number] ?? 0, Math.min(BLOCK, of.length - first));
      for (let place = 0; place < products.length; place += 1) {
        const slot = first + place;
        const group = of[slot] ?? NO_GROUP;
        const cosine = (products[place] ?? 0) * byLength * (inverses[slot] ?? 0);
        if (cosine > (floors[group] ?? 0)) floors[group] = best[group]?.offer(slot, cosine) ?? 0;
      }
    }
    return best;
  }

  /** Gives the memory back; the vectors must not be used any more. */
  release(): void {
    for (const block of this.blocks.splice(0)) this.memory.giveBack(block);
  }
}

const inverse = (length: number): number => (length === 0 ? 0 : 1 / length);
