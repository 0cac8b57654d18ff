/** Vectors in small: one signed byte a dimension, which keeps a cosine to about two decimals. */

/** Scaled so that the largest component becomes 127; a cosine does not see the scale. */
export function signedBytes(vector: Float32Array): Int8Array {
  let largest = 0;
  for (let index = 0; index < vector.length; index += 1) {
    largest = Math.max(largest, Math.abs(vector[index] ?? 0));
  }
  const scale = largest === 0 ? 0 : 127 / largest;
  const bytes = new Int8Array(vector.length);
  for (let index = 0; index < vector.length; index += 1)
    bytes[index] = Math.round((vector[index] ?? 0) * scale);
  return bytes;
}

/** Euclidean length. */
export function lengthOf(bytes: Int8Array): number {
  let square = 0;
  for (const value of bytes) square += value * value;
  return Math.sqrt(square);
}
