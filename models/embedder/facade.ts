/**
 * What every embedder needs, once, above the adapters: batches of texts of like length, windows over texts
 * that are too long for the adapter, a cache, and a check of what comes back. It knows no model.
 */
import { contentId } from "../../base/ids.ts";
import { MiraMateError, isMiraMateError } from "../../base/errors.ts";
import type { Embedder, EmbeddingKind } from "./port.ts";

/** What an adapter takes in one call. */
export interface BatchLimits {
  readonly texts: number;
  /** Of all texts together (UTF-16 units); a longer single text makes a batch of its own. */
  readonly characters: number;
  /** A longer text is cut, and gets the mean of its parts' vectors. Absent: the adapter takes any length. */
  readonly textCharacters?: number;
}

/** An embedder that says how it wants to be fed. */
export interface EmbedderAdapter extends Embedder {
  readonly batch?: BatchLimits;
}

export interface EmbedderOptions {
  /** Vectors kept, least recently used first out; 0 keeps none. Default 2,000 (3 MB at 384 dimensions). */
  readonly cacheSize?: number;
}

const DEFAULT_BATCH: BatchLimits = { texts: 32, characters: 16_000 };

/**
 * An embedder that keeps the port's contract whatever the adapter does: vectors of the promised dimension,
 * finite and of length 1, else EMBEDDER_FAILED. Equal texts of the same kind are sent once. What is returned
 * is the caller's own.
 */
export function createEmbedder(
  adapter: EmbedderAdapter,
  { cacheSize = 2_000 }: EmbedderOptions = {},
): Embedder {
  const cache = new LruCache(cacheSize);
  const limits = adapter.batch ?? DEFAULT_BATCH;
  const { dimension } = adapter.fingerprint;

  /** Vectors by text, batch after batch, so that a question of another call gets its turn in between. */
  async function embedParts(
    parts: readonly string[],
    kind: EmbeddingKind,
    signal?: AbortSignal,
  ): Promise<VectorsByText> {
    const vectors: VectorsByText = new Map();
    for (const batch of batches(parts, limits)) {
      signal?.throwIfAborted();
      const answer = await adapter.embed(batch, kind, signal).catch((error: unknown) => {
        throw signal?.aborted || isMiraMateError(error) ? error : unexpected(error);
      });
      if (answer.length !== batch.length)
        throw wrongAnswer(`${answer.length} vectors for ${batch.length} texts`);
      for (const [index, part] of batch.entries())
        vectors.set(part, unitVector(answer[index] ?? new Float32Array(), dimension));
    }
    return vectors;
  }

  return {
    fingerprint: adapter.fingerprint,
    async embed(texts, kind, signal) {
      signal?.throwIfAborted();
      const found: VectorsByText = new Map();
      for (const text of texts) {
        const vector = cache.get(contentId(kind, text));
        if (vector !== undefined) found.set(text, vector);
      }
      const missing = new Map(
        texts.filter((text) => !found.has(text)).map((text) => [text, cut(text, limits.textCharacters)]),
      );
      const vectors = await embedParts([...new Set([...missing.values()].flat())], kind, signal);
      for (const [text, parts] of missing) {
        const vector = meanOf(parts, vectors, dimension);
        found.set(text, vector);
        cache.set(contentId(kind, text), vector);
      }
      return texts.map((text) => Float32Array.from(found.get(text) ?? []));
    },
    close: () => adapter.close(),
  };
}

type VectorsByText = Map<string, Float32Array>;

/** Least recently used goes first. A Map keeps the order of insertion, so a hit is inserted anew. */
class LruCache {
  private readonly entries = new Map<string, Float32Array>();
  private readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  get(key: string): Float32Array | undefined {
    const value = this.entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Float32Array): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    const oldest = this.entries.keys().next();
    if (this.entries.size > this.size && !oldest.done) this.entries.delete(oldest.value);
  }
}

/**
 * Texts by length into batches within the limits: adapters that pad to the longest text lose little by it.
 */
function* batches(texts: readonly string[], limits: BatchLimits): Generator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of [...texts].sort((a, b) => a.length - b.length)) {
    if (batch.length > 0 && (batch.length >= limits.texts || characters + text.length > limits.characters)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Parts of at most `limit` UTF-16 units, never within a surrogate pair. A text within the limit is its only
 * part.
 */
function cut(text: string, limit = Infinity): string[] {
  if (text.length <= limit) return [text];
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const splitsPair = /[\ud800-\udbff]/.test(text[from + limit - 1] ?? "") && limit > 1;
    const to = from + (splitsPair ? limit - 1 : limit);
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

/** The unit mean of the parts' vectors, weighted by the parts' lengths. */
function meanOf(parts: readonly string[], vectors: VectorsByText, dimension: number): Float32Array {
  const only = parts.length === 1 ? vectors.get(parts[0] ?? "") : undefined;
  if (only !== undefined) return only;
  const sum = new Float32Array(dimension);
  for (const part of parts) {
    for (const [index, value] of (vectors.get(part) ?? sum).entries())
      sum[index] = (sum[index] ?? 0) + part.length * value;
  }
  return unitVector(sum, dimension);
}

/**
 * A copy of length 1. Throws EMBEDDER_FAILED when the vector is of another dimension, not finite or all zero.
 */
function unitVector(vector: Float32Array, dimension: number): Float32Array {
  if (vector.length !== dimension) throw wrongAnswer(`${vector.length} dimensions instead of ${dimension}`);
  const squares = vector.reduce((sum, value) => sum + value * value, 0);
  if (!Number.isFinite(squares)) throw wrongAnswer("a number that is not finite");
  if (squares === 0) throw wrongAnswer("a vector of zeros");
  const factor = 1 / Math.sqrt(squares);
  return vector.map((value) => value * factor);
}

function wrongAnswer(what: string): MiraMateError {
  return new MiraMateError(
    "EMBEDDER_FAILED",
    {
      zh: `向量模型的返回不符合约定（${what}），请检查向量模型的名称和维度设置。`,
      en: `The embedder answered with ${what}; check its model name and dimension in the settings.`,
    },
    { details: { what } },
  );
}

function unexpected(cause: unknown): MiraMateError {
  return new MiraMateError(
    "EMBEDDER_FAILED",
    {
      zh: "向量模型出错，这次没有得到向量；请稍后再试。",
      en: "The embedder failed; please try again later.",
    },
    { cause },
  );
}
