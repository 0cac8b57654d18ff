import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { E5_FINGERPRINT } from "../../../../models/embedder/e5/embedder.ts";
import { type Encoder, loadEncoder } from "../../../../models/embedder/e5/encoder.ts";
import { DIMENSION } from "../../../../models/embedder/e5/kernel.ts";
import type { EmbeddingKind } from "../../../../models/embedder/port.ts";
import { cosine, lengthOf } from "../vectors.ts";
import { referenceCases } from "./reference.ts";

const CASES = referenceCases();
let encoder: Encoder;
beforeAll(async () => {
  encoder = await loadEncoder();
});

function encode(texts: readonly string[], kind: EmbeddingKind): { vectors: Float32Array[]; passes: number } {
  const steps = encoder.encode(texts, kind);
  for (let passes = 0, step = steps.next(); ; passes++, step = steps.next()) {
    if (!step.done) continue;
    const all = step.value;
    return { vectors: texts.map((_, i) => all.slice(i * DIMENSION, (i + 1) * DIMENSION)), passes };
  }
}

describe("against the reference implementation", () => {
  it.each(CASES)("cuts $name into the same pieces", ({ text, ids }) => {
    expect(encoder.tokenize(text)).toEqual(ids);
  });

  // The reference quantises activations to 11 bits, the kernel to 8.
  it.each(CASES)("gives nearly the same vector for $name", ({ text, kind, vector }) => {
    const [ours = new Float32Array()] = encode([text], kind).vectors;
    expect(cosine(ours, vector)).toBeGreaterThan(0.9997);
    expect(lengthOf(ours)).toBeCloseTo(1, 5);
  });
});

describe("batches", () => {
  it("do not change the vectors", () => {
    const texts = CASES.slice(0, 12).map(({ text }) => text);
    const together = encode(texts, "passage");
    expect(together.passes).toBeLessThan(texts.length);
    for (const [index, text] of texts.entries()) {
      expect(together.vectors[index]).toEqual(encode([text], "passage").vectors[0]);
    }
  });

  it("give the caller a chance to stop after every pass", () => {
    const { passes } = encode(["夏天的傍晚，我常和外公去海边。".repeat(55), "短"], "passage");
    expect(passes).toBe(2); // a whole window, then the rest of the long text together with the short one
  });
});

it("marks questions and stored texts differently", () => {
  const [query = new Float32Array()] = encode(["我喜欢猫"], "query").vectors;
  const [passage = new Float32Array()] = encode(["我喜欢猫"], "passage").vectors;
  expect(cosine(query, passage)).toBeLessThan(0.999);
});

it("finds what is meant across words and languages", () => {
  const [question = new Float32Array()] = encode(["What pets do I have?"], "query").vectors;
  const [cat = new Float32Array(), rent = new Float32Array()] = encode(
    ["我养了一只叫小黑的猫。", "这个月房租又涨了三百块。"],
    "passage",
  ).vectors;
  expect(cosine(question, cat)).toBeGreaterThan(cosine(question, rent));
});

it("has the weights that its fingerprint names", async () => {
  const weights = new URL("../../../../models/embedder/e5/assets/e5-small-zhen-q4.bin", import.meta.url);
  const digest = createHash("sha256")
    .update(await readFile(weights))
    .digest("hex");
  expect(digest.startsWith(E5_FINGERPRINT.revision)).toBe(true);
});
