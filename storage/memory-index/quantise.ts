/**
 * Vectors in small: one signed byte a dimension to rank them, one bit a dimension to find candidates with. The bytes keep a
 * cosine to about two decimals, and the signs of a centred vector keep neighbours together.
 */

/** Scaled so that the largest component becomes 127; a cosine does not see the scale. */
export function signedBytes(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const component of vector) largest = Math.max(largest, Math.abs(component));
  const scale = largest === 0 ? 0 : 127 / largest;
  return Int8Array.from(vector, (component) => Math.round(component * scale));
}

/** Bit i of the words is set when dimension i is positive; the last word is filled up with zeros. */
export function signBits(bytes: Int8Array): Uint32Array {
  const words = new Uint32Array(Math.ceil(bytes.length / 32));
  for (let dimension = 0; dimension < bytes.length; dimension += 1) {
    if ((bytes[dimension] ?? 0) > 0)
      words[dimension >> 5] = (words[dimension >> 5] ?? 0) | (1 << (dimension & 31));
  }
  return words;
}

/** Bits that differ between two words (Hacker's Delight, 5-1). */
export function differingBits(one: number, other: number): number {
  const word = one ^ other;
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Euclidean length. */
export function lengthOf(bytes: Int8Array): number {
  let square = 0;
  for (const value of bytes) square += value * value;
  return Math.sqrt(square);
}
