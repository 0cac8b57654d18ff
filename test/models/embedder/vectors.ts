/** Small helpers for tests of vectors. */

export function cosine(a: Float32Array, b: Float32Array): number {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

export function lengthOf(vector: Float32Array): number {
  return Math.sqrt(dot(vector, vector));
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? NaN), 0);
}
