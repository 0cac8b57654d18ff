/**
 * Vectors in small: one bit a dimension to find candidates with, one signed byte a dimension to rank them. The
 * signs of a centred vector keep neighbours together, and the bytes keep a cosine to about two decimals.
 */

/** Bit i is set when dimension i is positive; the last byte is filled up with zeros. */
export function signBits(vector: Float32Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(vector.length / 8));
  vector.forEach((component, dimension) => {
    if (component > 0) bits[dimension >> 3] = (bits[dimension >> 3] ?? 0) | (1 << (dimension & 7));
  });
  return bits;
}

/** Scaled so that the largest component becomes 127; a cosine does not see the scale. */
export function signedBytes(vector: Float32Array): Uint8Array {
  let largest = 0;
  for (const component of vector) largest = Math.max(largest, Math.abs(component));
  const scale = largest === 0 ? 0 : 127 / largest;
  const bytes = Int8Array.from(vector, (component) => Math.round(component * scale));
  return new Uint8Array(bytes.buffer);
}
