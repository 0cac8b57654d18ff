import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createCachedEmbedder, defaultCacheFile } from "../../eval/vector-cache.ts";
import type { Embedder, EmbeddingKind } from "../../models/embedder/port.ts";
import { temporaryFolder } from "../support/companion.ts";

/** Vectors that tell the text's length and kind; every call is recorded. */
function recordingEmbedder(): Embedder & { readonly calls: (readonly string[])[] } {
  const calls: (readonly string[])[] = [];
  return {
    calls,
    fingerprint: { name: "lengths", revision: "1", dimension: 2, prefix: "", pooling: "none" },
    embed: async (texts: readonly string[], kind: EmbeddingKind) => {
      calls.push(texts);
      return texts.map((text) => Float32Array.of(text.length, kind === "query" ? 1 : 2));
    },
    close: async () => undefined,
  };
}

async function open(embedder: Embedder, file: string, tell?: (embedded: number) => void): Promise<Embedder> {
  const cached = await createCachedEmbedder(embedder, file, tell);
  onTestFinished(() => cached.close());
  return cached;
}

describe("vectors kept on disk", () => {
  it("asks only for texts that the file does not hold, also in a later process", async () => {
    const file = path.join(temporaryFolder(), "vectors.db");
    const first = recordingEmbedder();
    const before = await createCachedEmbedder(first, file);
    await before.embed(["船", "划船"], "passage");
    await before.close();
    const second = recordingEmbedder();
    const cached = await open(second, file);
    const vectors = await cached.embed(["划船", "湖边划船", "船"], "passage");
    expect(first.calls).toEqual([["船", "划船"]]);
    expect(second.calls).toEqual([["湖边划船"]]);
    expect(vectors.map((vector) => [...vector])).toEqual([
      [2, 2],
      [4, 2],
      [1, 2],
    ]);
  });

  it("keeps a question apart from a passage with the same words", async () => {
    const embedder = recordingEmbedder();
    const cached = await open(embedder, path.join(temporaryFolder(), "vectors.db"));
    const [passage] = await cached.embed(["船"], "passage");
    const [query] = await cached.embed(["船"], "query");
    expect([passage?.[1], query?.[1]]).toEqual([2, 1]);
  });

  it("embeds the same text once and in batches, and tells how far it is", async () => {
    const embedder = recordingEmbedder();
    const told: number[] = [];
    const cached = await open(embedder, path.join(temporaryFolder(), "vectors.db"), (count) =>
      told.push(count),
    );
    const texts = Array.from({ length: 300 }, (_, at) => `第${at}条`);
    await cached.embed([...texts, ...texts], "passage");
    expect(embedder.calls.flat()).toEqual(texts);
    expect(told).toEqual([128, 256, 300]);
  });

  it("has a file of its own for every embedder", () => {
    const embedder = recordingEmbedder();
    const other = { ...embedder, fingerprint: { ...embedder.fingerprint, revision: "2" } };
    expect(defaultCacheFile(embedder)).toBe(defaultCacheFile(recordingEmbedder()));
    expect(defaultCacheFile(other)).not.toBe(defaultCacheFile(embedder));
  });
});
