import { describe, expect, it } from "vitest";
import { type BatchLimits, type EmbedderAdapter, createEmbedder } from "../../../models/embedder/facade.ts";
import { lengthOf } from "./vectors.ts";

/** An adapter that records what it was asked, and answers as it is told. */
function recordingAdapter(
  answer: (text: string) => readonly number[] = (text) => [text.length, 1],
  batch?: BatchLimits,
): EmbedderAdapter & { readonly calls: string[][] } {
  const calls: string[][] = [];
  return {
    calls,
    fingerprint: { name: "recorder", revision: "1", dimension: 2, prefix: "", pooling: "none" },
    ...(batch === undefined ? {} : { batch }),
    embed: async (texts) => {
      calls.push([...texts]);
      return texts.map((text) => Float32Array.from(answer(text)));
    },
    close: async () => undefined,
  };
}

describe("batching", () => {
  it("sends texts of like length together, within the limits of the adapter", async () => {
    const adapter = recordingAdapter(undefined, { texts: 2, characters: 10 });
    await createEmbedder(adapter).embed(["aaaaaaaa", "b", "cccc", "dd", "eeeeeeeeeeeeeeeeeeee"], "passage");
    expect(adapter.calls).toEqual([["b", "dd"], ["cccc"], ["aaaaaaaa"], ["eeeeeeeeeeeeeeeeeeee"]]);
  });

  it("answers in the order of the texts though it sends them by length", async () => {
    const vectors = await createEmbedder(recordingAdapter()).embed(["333", "1", "22"], "passage");
    expect(vectors.map(([x = 0, y = 1]) => Math.round(x / y))).toEqual([3, 1, 2]);
  });

  it("sends a text once that comes twice", async () => {
    const adapter = recordingAdapter();
    const [first, , third] = await createEmbedder(adapter).embed(["a", "b", "a"], "passage");
    expect(adapter.calls).toEqual([["a", "b"]]);
    expect(third).toEqual(first);
    expect(third).not.toBe(first);
  });

  it("stops between batches when the signal is aborted", async () => {
    const stop = new AbortController();
    const adapter = recordingAdapter(
      (text) => {
        stop.abort(new Error("stopped"));
        return [text.length, 1];
      },
      { texts: 1, characters: 10 },
    );
    await expect(createEmbedder(adapter).embed(["a", "bb"], "passage", stop.signal)).rejects.toThrow(
      "stopped",
    );
    expect(adapter.calls).toEqual([["a"]]);
  });
});

describe("texts that are too long for the adapter", () => {
  const limits: BatchLimits = { texts: 8, characters: 100, textCharacters: 4 };

  it("are cut, and get the mean of their parts by length", async () => {
    const adapter = recordingAdapter((text) => (text.startsWith("a") ? [1, 0] : [0, 1]), limits);
    const [vector] = await createEmbedder(adapter).embed(["aaaabb"], "passage");
    expect(adapter.calls).toEqual([["bb", "aaaa"]]);
    expect(vector?.[0]).toBeCloseTo(4 / Math.hypot(4, 2), 5);
    expect(vector?.[1]).toBeCloseTo(2 / Math.hypot(4, 2), 5);
  });

  it("are never cut within a surrogate pair", async () => {
    const adapter = recordingAdapter(undefined, limits);
    await createEmbedder(adapter).embed(["abc😂😂d"], "passage");
    expect(adapter.calls.flat().sort()).toEqual(["abc", "😂😂", "d"].sort());
  });
});

describe("the cache", () => {
  it("answers a text that came before, apart for questions and stored texts", async () => {
    const adapter = recordingAdapter();
    const embedder = createEmbedder(adapter);
    await embedder.embed(["a"], "query");
    await embedder.embed(["a"], "query");
    await embedder.embed(["a"], "passage");
    expect(adapter.calls).toEqual([["a"], ["a"]]);
  });

  it("drops what was used least recently", async () => {
    const adapter = recordingAdapter();
    const embedder = createEmbedder(adapter, { cacheSize: 2 });
    for (const text of ["a", "b", "a", "c", "a", "b"]) await embedder.embed([text], "query");
    expect(adapter.calls).toEqual([["a"], ["b"], ["c"], ["b"]]);
  });

  it("answers a list that is longer than the cache", async () => {
    const vectors = await createEmbedder(recordingAdapter(), { cacheSize: 1 }).embed(
      ["1", "22", "333"],
      "query",
    );
    expect(vectors.map((vector) => vector.length)).toEqual([2, 2, 2]);
  });

  it("can be turned off", async () => {
    const adapter = recordingAdapter();
    const embedder = createEmbedder(adapter, { cacheSize: 0 });
    await embedder.embed(["a"], "query");
    await embedder.embed(["a"], "query");
    expect(adapter.calls).toHaveLength(2);
  });

  it("keeps nothing of a call that failed", async () => {
    let broken = true;
    const adapter = recordingAdapter(() => (broken ? [NaN, 1] : [3, 4]));
    const embedder = createEmbedder(adapter);
    await expect(embedder.embed(["a"], "query")).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
    broken = false;
    expect((await embedder.embed(["a"], "query"))[0]?.[0]).toBeCloseTo(0.6, 5);
  });
});

describe("the check of what comes back", () => {
  it("scales vectors to length 1", async () => {
    const [vector] = await createEmbedder(recordingAdapter(() => [30, 40])).embed(["a"], "query");
    expect(lengthOf(vector ?? new Float32Array())).toBeCloseTo(1, 6);
  });

  it.each([
    ["another dimension", [1, 2, 3]],
    ["NaN", [NaN, 1]],
    ["an infinity", [Infinity, 1]],
    ["zeros only", [0, 0]],
  ])("refuses %s", async (_, numbers) => {
    const embedder = createEmbedder(recordingAdapter(() => numbers));
    await expect(embedder.embed(["a"], "query")).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
  });

  it("refuses fewer vectors than texts", async () => {
    const adapter: EmbedderAdapter = { ...recordingAdapter(), embed: async () => [Float32Array.of(1, 0)] };
    await expect(createEmbedder(adapter).embed(["a", "b"], "query")).rejects.toMatchObject({
      code: "EMBEDDER_FAILED",
    });
  });

  it("gives any other error of the adapter its code and keeps the cause", async () => {
    const cause = new Error("socket hang up");
    const adapter: EmbedderAdapter = { ...recordingAdapter(), embed: () => Promise.reject(cause) };
    await expect(createEmbedder(adapter).embed(["a"], "query")).rejects.toMatchObject({
      code: "EMBEDDER_FAILED",
      cause,
    });
  });
});
