/** What every embedder must do, whatever stands behind it. Run over each adapter below the facade. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Embedder, EmbeddingKind } from "../../../models/embedder/port.ts";
import { cosine, lengthOf } from "./vectors.ts";

const KINDS: readonly EmbeddingKind[] = ["query", "passage"];
const TEXTS = [
  "我喜欢下雨天待在家里看书。",
  "My sister moved to Leeds last spring.",
  "哈哈😂",
  "这个 deadline 太紧了",
];
const ODD_TEXTS: readonly [name: string, text: string][] = [
  ["an empty text", ""],
  ["only spaces", "   \n"],
  ["half a surrogate pair", "前\ud83d后"],
  ["control characters", "\u0000\u0007"],
  ["joined emoji", "👨‍👩‍👧‍👦"],
  ["a text longer than any model reads at once", "a".repeat(6_100)],
];

export function embedderContract(name: string, create: () => Promise<Embedder>): void {
  describe(`the embedder contract: ${name}`, () => {
    let embedder: Embedder;
    beforeAll(async () => {
      embedder = await create();
    });
    afterAll(() => embedder.close());

    it("tells a whole fingerprint", () => {
      const { name, revision, dimension, prefix, pooling } = embedder.fingerprint;
      expect([name, revision, pooling].every((field) => field.length > 0)).toBe(true);
      expect(dimension).toBeGreaterThan(0);
      expect(typeof prefix).toBe("string");
    });

    it.each(KINDS)("gives unit vectors of the promised dimension for a %s", async (kind) => {
      const vectors = await embedder.embed(TEXTS, kind);
      expect(vectors.map((vector) => vector.length)).toEqual(TEXTS.map(() => embedder.fingerprint.dimension));
      for (const vector of vectors) expect(lengthOf(vector)).toBeCloseTo(1, 5);
    });

    it("keeps the order of the texts", async () => {
      const together = await embedder.embed([...TEXTS].reverse(), "passage");
      for (const [index, text] of [...TEXTS].reverse().entries()) {
        const [alone] = await embedder.embed([text], "passage");
        expect(cosine(alone ?? new Float32Array(), together[index] ?? new Float32Array())).toBeGreaterThan(
          0.9999,
        );
      }
    });

    it("tells different texts apart", async () => {
      const [a, b] = await embedder.embed(TEXTS, "passage");
      expect(cosine(a ?? new Float32Array(), b ?? new Float32Array())).toBeLessThan(0.99);
    });

    it("gives nothing for an empty list", async () => {
      expect(await embedder.embed([], "query")).toEqual([]);
    });

    it.each(ODD_TEXTS)("gives a finite unit vector for %s", async (_, text) => {
      const [vector] = await embedder.embed([text], "passage");
      expect(lengthOf(vector ?? new Float32Array())).toBeCloseTo(1, 5);
    });

    it("can be called in parallel", async () => {
      const parallel = await Promise.all(TEXTS.map((text) => embedder.embed([text], "query")));
      const inTurn = await embedder.embed(TEXTS, "query");
      for (const [index, [vector]] of parallel.entries()) {
        expect(cosine(vector ?? new Float32Array(), inTurn[index] ?? new Float32Array())).toBeGreaterThan(
          0.9999,
        );
      }
    });

    it("gives vectors that are the caller's own", async () => {
      const [first] = await embedder.embed(["own"], "query");
      first?.fill(0);
      const [second] = await embedder.embed(["own"], "query");
      expect(lengthOf(second ?? new Float32Array())).toBeCloseTo(1, 5);
    });

    it("throws the reason of a signal that is aborted already", async () => {
      const signal = AbortSignal.abort(new Error("the turn was stopped"));
      await expect(embedder.embed(["never sent"], "query", signal)).rejects.toThrow("the turn was stopped");
    });
  });
}
