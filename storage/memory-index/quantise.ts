/** Vectors in small: one signed byte a dimension, which keeps a cosine to about two decimals. */

/** Scaled so that the largest component becomes 127; a cosine does not see the scale. */
export function signedBytes(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const component of vector) largest = Math.max(largest, Math.abs(component));
  const scale = largest === 0 ? 0 : 127 / largest;
  return Int8Array.from(vector, (component) => Math.round(component * scale));
}

/** Euclidean length. */
export function lengthOf(bytes: Int8Array): number {
  let square = 0;
  for (const value of bytes) square += value * value;
  return Math.sqrt(square);
}
