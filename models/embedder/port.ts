/**
 * The embedder port. An adapter turns texts into unit vectors; batching, caching and size checks sit once in the
 * facade above the adapters (`facade.ts`).
 */

/** Two vectors may be compared only when every field of their fingerprints is the same. */
export interface Fingerprint {
  readonly name: string;
  /** Of the weights, or of the endpoint's model name when weights are not known. */
  readonly revision: string;
  readonly dimension: number;
  /** How question and stored text are marked, e.g. "query: |passage: ", or "" when they are not. */
  readonly prefix: string;
  readonly pooling: string;
}

/** What the text is: a question that looks for something, or a stored text that may be found. */
export type EmbeddingKind = "query" | "passage";

export interface Embedder {
  readonly fingerprint: Fingerprint;
  /**
   * Vectors in the order of `texts`, each of `fingerprint.dimension` numbers and of length 1. An empty list gives an
   * empty list; an empty text gives some vector, never NaN. Throws MiraMateError EMBEDDER_FAILED. Safe to call in
   * parallel.
   */
  embed(texts: readonly string[], kind: EmbeddingKind, signal?: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
}
