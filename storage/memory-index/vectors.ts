/** The vectors of one user, one a slot, and the search for the nearest: all are compared, so none is missed. */
import { Best } from "./best.ts";
import { grown } from "./growing.ts";
import { NO_GROUP, type Groups } from "./groups.ts";
import { lengthOf } from "./quantise.ts";
import { BLOCK, type VectorMemory } from "./vector-memory.ts";

export class Vectors {
  private readonly memory: VectorMemory;
  private readonly blocks: number[] = [];
  /** By slot: the length of its vector. */
  private lengths = new Float32Array(0);

  constructor(memory: VectorMemory) {
    this.memory = memory;
  }

  /** Adds the vector of the next slot, one signed byte a dimension (quantise.ts). */
  add(slot: number, vector: Int8Array): void {
    if (slot === this.blocks.length * BLOCK) this.blocks.push(this.memory.take());
    this.memory.write(this.blocks[Math.floor(slot / BLOCK)] ?? 0, slot % BLOCK, vector);
    this.lengths = grown(this.lengths, slot + 1);
    this.lengths[slot] = lengthOf(vector);
  }

  /** The nearest `limit` of each group, with their cosines (-1..1; 0 for a vector of zeros). */
  nearest(question: Int8Array, groups: Groups, limit: number): Best[] {
    const { lengths, memory } = this;
    const best = Array.from({ length: groups.count }, () => new Best(limit));
    const length = lengthOf(question);
    memory.ask(question);
    for (const [number, block] of this.blocks.entries()) {
      const first = number * BLOCK;
      const products = memory.products(block, Math.min(BLOCK, groups.of.length - first));
      for (let place = 0; place < products.length; place += 1) {
        const group = groups.of[first + place] ?? NO_GROUP;
        if (group === NO_GROUP) continue;
        const both = length * (lengths[first + place] ?? 0);
        best[group]?.offer(first + place, both === 0 ? 0 : (products[place] ?? 0) / both);
      }
    }
    return best;
  }

  /** Gives the memory back; the vectors must not be used any more. */
  release(): void {
    for (const block of this.blocks.splice(0)) this.memory.giveBack(block);
  }
}
