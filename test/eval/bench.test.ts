import { describe, expect, it } from "vitest";
import { inventLife, inventQuestions } from "../../eval/bench/life.ts";
import { asMarkdown } from "../../eval/bench/report.ts";
import { createStopwatch } from "../../eval/bench/stopwatch.ts";
import type { Embedder } from "../../models/embedder/port.ts";
import type { MemoryIndex } from "../../storage/memory-index/port.ts";

const END = new Date("2025-06-09T07:20:00.000Z");

describe("an invented life", () => {
  it("is the same for the same seed and another for another", () => {
    expect(inventLife("u", 50, END, 1)).toEqual(inventLife("u", 50, END, 1));
    const texts = (seed: number): string[] => inventLife("u", 50, END, seed).records.map(({ text }) => text);
    expect(texts(2)).not.toEqual(texts(1));
    expect(inventQuestions(5, 1)).toEqual(inventQuestions(5, 1));
  });

  it("fills all collections over 400 days with texts that hardly repeat", () => {
    const { records } = inventLife("u", 1_000, END, 1);
    expect(new Set(records.map(({ collection }) => collection)).size).toBe(4);
    expect(new Set(records.map(({ text }) => text)).size).toBeGreaterThan(950);
    const times = records.map(({ recordedAt }) => Date.parse(recordedAt));
    expect(END.getTime() - Math.min(...times)).toBe(400 * 86_400_000);
    expect(Math.max(...times)).toBeLessThan(END.getTime());
  });
});

describe("the stopwatch", () => {
  it("adds up what a leg takes in one lap, and begins the next one at zero", async () => {
    let now = 0;
    const search = (ms: number) => async () => {
      now += ms;
      return [];
    };
    const watch = createStopwatch(() => now);
    const index: MemoryIndex = watch.index({
      name: "fake",
      upsert: async () => undefined,
      remove: async () => undefined,
      nearest: search(3),
      matching: search(5),
      within: search(7),
      ids: async () => [],
      close: async () => undefined,
    });
    const scope = { user: "u", collections: ["facts"], limit: 1 };
    const vector = new Float32Array(2);
    await Promise.all([
      index.nearest(vector, scope),
      index.nearest(vector, scope),
      index.matching(["词"], scope),
    ]);
    expect(watch.lap()).toEqual({ vector: 6, keyword: 5 });
    expect(watch.lap()).toEqual({});
  });

  it("counts the embedding of questions and not that of what is stored", async () => {
    let now = 0;
    const watch = createStopwatch(() => now);
    const embedder: Embedder = watch.embedder({
      fingerprint: { name: "fake", revision: "1", dimension: 2, prefix: "", pooling: "mean" },
      embed: async () => {
        now += 9;
        return [];
      },
      close: async () => undefined,
    });
    await embedder.embed(["存"], "passage");
    expect(watch.lap()).toEqual({});
    await embedder.embed(["问"], "query");
    expect(watch.lap()).toEqual({ embedding: 9 });
  });
});

describe("the report", () => {
  it("has a column a size and a row a figure, with a dash where a leg did not run", () => {
    const figures = { p50: 1.26, p95: 2 };
    const one = {
      turn: figures,
      nodes: { understand: figures },
      embedding: figures,
      turnEmbedded: figures,
      processorEmbedded: figures,
      recallEmbedded: figures,
      rss: 200e6,
      diskPer10k: 17.04e6,
    };
    const report = asMarkdown({
      machine: "2 cores",
      turns: 120,
      measured: [
        { ...one, memories: 1_000, legs: {} },
        { ...one, memories: 10_000, legs: { vector: figures } },
      ],
      startUp: { firstLine: 900, oneMessage: 1_500 },
    });
    expect(report).toContain("| p50 / p95 in ms | 1000 memories | 10000 memories |");
    expect(report).toContain("| · vector | - | 1.3 / 2.0 |");
    expect(report).toContain("| disk per 10,000 memories, MB | 17.0 | 17.0 |");
    expect(report).toContain("900 ms");
  });
});
