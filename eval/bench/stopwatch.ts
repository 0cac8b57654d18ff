/** Adds up the time spent within ports, by name, from one lap to the next. */
import type { Embedder } from "../../models/embedder/port.ts";
import type { MemoryIndex } from "../../storage/memory-index/port.ts";

export interface Stopwatch {
  /** The embedder, its time for questions under "embedding". */
  embedder(embedder: Embedder): Embedder;
  /**
   * The index, its time for searches under "vector", "keyword" and "time". The embedded index does all of its work before
   * it gives its promise back; searches run side by side, so waiting for that promise would count the others' work too.
   */
  index(index: MemoryIndex): MemoryIndex;
  /** Milliseconds by name since the last lap, which begins anew. */
  lap(): Record<string, number>;
}

/** `now` in milliseconds. */
export function createStopwatch(now: () => number = () => performance.now()): Stopwatch {
  let spent: Record<string, number> = {};
  const add = (name: string, since: number): void => {
    spent[name] = (spent[name] ?? 0) + now() - since;
  };
  const called = <T>(name: string, call: () => T): T => {
    const start = now();
    const result = call();
    add(name, start);
    return result;
  };
  return {
    embedder: (embedder) => ({
      fingerprint: embedder.fingerprint,
      embed: async (texts, kind, signal) => {
        const start = now();
        const vectors = await embedder.embed(texts, kind, signal);
        if (kind === "query") add("embedding", start);
        return vectors;
      },
      close: () => embedder.close(),
    }),
    index: (index) => ({
      ...index,
      nearest: (vector, scope) => called("vector", () => index.nearest(vector, scope)),
      matching: (words, scope) => called("keyword", () => index.matching(words, scope)),
      within: (range, scope) => called("time", () => index.within(range, scope)),
    }),
    lap() {
      const lap = spent;
      spent = {};
      return lap;
    },
  };
}
