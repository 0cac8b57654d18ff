/** Adds up the time spent within ports, by name, from one lap to the next. */
import type { Embedder } from "../../models/embedder/port.ts";
import type { MemoryIndex } from "../../storage/memory-index/port.ts";

export interface Stopwatch {
  /** The embedder, its time for questions under "embedding". */
  embedder(embedder: Embedder): Embedder;
  /** The index, its time for searches under "vector", "keyword" and "time". */
  index(index: MemoryIndex): MemoryIndex;
  /** Milliseconds by name since the last lap, which begins anew. */
  lap(): Record<string, number>;
}

/** `now` in milliseconds. */
export function createStopwatch(now: () => number = () => performance.now()): Stopwatch {
  let spent: Record<string, number> = {};
  async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
    const start = now();
    try {
      return await work();
    } finally {
      spent[name] = (spent[name] ?? 0) + now() - start;
    }
  }
  return {
    embedder: (embedder) => ({
      fingerprint: embedder.fingerprint,
      embed: (texts, kind, signal) => {
        const work = (): Promise<Float32Array[]> => embedder.embed(texts, kind, signal);
        return kind === "query" ? timed("embedding", work) : work();
      },
      close: () => embedder.close(),
    }),
    index: (index) => ({
      ...index,
      nearest: (vector, scope) => timed("vector", () => index.nearest(vector, scope)),
      matching: (words, scope) => timed("keyword", () => index.matching(words, scope)),
      within: (range, scope) => timed("time", () => index.within(range, scope)),
    }),
    lap() {
      const lap = spent;
      spent = {};
      return lap;
    },
  };
}
