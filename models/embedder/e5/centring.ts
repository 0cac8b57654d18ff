/**
 * Centring. Vectors of this model all point roughly the same way, so that cosines crowd near 0.85 and hardly
 * tell relevant from irrelevant. Taking a fixed mean vector from every vector and scaling to length 1 again
 * spreads them ("all but the mean", Mu and Viswanath 2018, arXiv:1702.01417, without removing further
 * directions). The mean is the one of the sentences in scripts/embedder/, and is the same for questions and
 * stored texts and for ever: it is part of the fingerprint.
 */
import { readFileSync } from "node:fs";
import { DIMENSION } from "./kernel.ts";

/**
 * Part of the fingerprint: raise it when the mean changes, for vectors centred by another one do not compare.
 */
export const CENTRING_VERSION = 1;

/** 384 numbers; scripts/embedder/make-mean.ts writes them. */
export function loadMean(): Float32Array {
  const url = new URL(`./assets/mean-v${CENTRING_VERSION}.json`, import.meta.url);
  return Float32Array.from(JSON.parse(readFileSync(url, "utf8")) as number[]);
}

/** A new unit vector: `vector` minus `mean`, scaled. Should nothing be left, the unit vector it was given. */
export function centre(vector: Float32Array, mean: Float32Array): Float32Array {
  const moved = vector.map((value, index) => value - (mean[index] ?? 0));
  const length = Math.hypot(...moved);
  return length > 0 ? moved.map((value) => value / length) : vector.slice(0, DIMENSION);
}
