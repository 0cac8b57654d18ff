/**
 * Vectors in memory, one a slot, compared in two steps: those that differ from the question in the fewest sign bits,
 * which takes well under a millisecond for 10,000, then the cosine of these.
 */
import { Best } from "./best.ts";
import { grown } from "./growing.ts";
import { NO_GROUP, type Groups } from "./groups.ts";
import { differingBits, lengthOf, signBits } from "./quantise.ts";

/**
 * How many candidates by sign bits get a cosine: at least 128, four for every hit asked for, and 2 % of a large group. On
 * real text 2-4 % of a collection holds 97-99 % of the ten that are nearest.
 */
const candidates = (entries: number, limit: number): number =>
  Math.max(128, 4 * limit, Math.ceil(entries / 50));

export class Vectors {
  private readonly dimension: number;
  private readonly wordsPerVector: number;
  /** By slot: one signed byte a dimension (quantise.ts), their length as a vector, one bit a dimension. */
  private bytes = new Int8Array(0);
  private lengths = new Float32Array(0);
  private bits = new Uint32Array(0);

  constructor(dimension: number) {
    this.dimension = dimension;
    this.wordsPerVector = Math.ceil(dimension / 32);
  }

  set(slot: number, vector: Int8Array): void {
    this.bytes = grown(this.bytes, (slot + 1) * this.dimension);
    this.lengths = grown(this.lengths, slot + 1);
    this.bits = grown(this.bits, (slot + 1) * this.wordsPerVector);
    this.bytes.set(vector, slot * this.dimension);
    this.lengths[slot] = lengthOf(vector);
    this.bits.set(signBits(vector), slot * this.wordsPerVector);
  }

  /** The nearest `limit` of each group, with their cosines (-1..1; 0 for a vector of zeros). */
  nearest(question: Int8Array, groups: Groups, limit: number): Best[] {
    const best = Array.from({ length: groups.count }, () => new Best(limit));
    const length = lengthOf(question);
    for (const slot of this.fewestDifferences(signBits(question), groups, limit)) {
      const product = productOf(question, this.bytes, slot * this.dimension);
      const lengths = length * (this.lengths[slot] ?? 0);
      best[groups.of[slot] ?? 0]?.offer(slot, lengths === 0 ? 0 : product / lengths);
    }
    return best;
  }

  /** The candidates of all groups, in the order of their slots. */
  private fewestDifferences(wanted: Uint32Array, { of, count }: Groups, limit: number): number[] {
    const { bits, wordsPerVector } = this;
    const distances = new Uint16Array(of.length);
    const steps = this.dimension + 1;
    // By group and distance: how many entries.
    const histogram = new Uint32Array(count * steps);
    for (let slot = 0; slot < of.length; slot += 1) {
      const group = of[slot] ?? NO_GROUP;
      if (group === NO_GROUP) continue;
      const from = slot * wordsPerVector;
      let distance = 0;
      for (let word = 0; word < wordsPerVector; word += 1) {
        distance += differingBits(bits[from + word] ?? 0, wanted[word] ?? 0);
      }
      distances[slot] = distance;
      const step = group * steps + distance;
      histogram[step] = (histogram[step] ?? 0) + 1;
    }

    const borders = Array.from({ length: count }, (_, group) =>
      borderOf(histogram.subarray(group * steps, (group + 1) * steps), limit),
    );
    const found: number[] = [];
    for (let slot = 0; slot < of.length; slot += 1) {
      const group = of[slot] ?? NO_GROUP;
      if (group === NO_GROUP) continue;
      const border = borders[group];
      const distance = distances[slot] ?? 0;
      if (border === undefined || distance > border.distance) continue;
      if (distance < border.distance || border.left-- > 0) found.push(slot);
    }
    return found;
  }
}

/** The inner product with the vector that begins at `from`. In whole numbers, which are half as dear as floating ones. */
function productOf(question: Int8Array, bytes: Int8Array, from: number): number {
  let product = 0;
  for (let index = 0; index < question.length; index += 1) {
    product += Math.imul(question[index] ?? 0, bytes[from + index] ?? 0);
  }
  return product;
}

/** The distance at which a group has its candidates, and how many at that distance still fit. */
function borderOf(histogram: Uint32Array, limit: number): { readonly distance: number; left: number } {
  const entries = histogram.reduce((sum, count) => sum + count, 0);
  let left = candidates(entries, limit);
  let distance = 0;
  while (distance < histogram.length && (histogram[distance] ?? 0) <= left) {
    left -= histogram[distance] ?? 0;
    distance += 1;
  }
  return { distance, left };
}
