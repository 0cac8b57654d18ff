import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { CENTRING_VERSION, centre, loadMean } from "../../../../models/embedder/e5/centring.ts";
import { createE5Embedder } from "../../../../models/embedder/e5/embedder.ts";
import { cosine, lengthOf } from "../vectors.ts";

it("takes the mean away and scales to length 1, in a new array", () => {
  const vector = Float32Array.of(0.6, 0.8);
  const centred = centre(vector, Float32Array.of(0.6, 0));
  expect([...centred]).toEqual([0, 1]);
  expect(vector[0]).toBeCloseTo(0.6, 6);
});

it("gives a unit vector even when nothing is left", () => {
  const mean = Float32Array.of(0.6, 0.8);
  expect(lengthOf(centre(mean, mean))).toBeCloseTo(1, 6);
});

it("uses a mean of 384 finite numbers that is nearly as long as the vectors it is the mean of", () => {
  const mean = loadMean();
  expect(mean).toHaveLength(384);
  expect(lengthOf(mean)).toBeGreaterThan(0.8);
  expect(lengthOf(mean)).toBeLessThan(1);
});

it("keeps the mean of a version as it is: vectors centred by another one do not compare", () => {
  const digest = createHash("sha256").update(loadMean().join(" ")).digest("hex").slice(0, 12);
  expect([CENTRING_VERSION, digest]).toEqual([1, "def040a46b72"]);
});

it("brings unrelated texts near 0 and keeps related ones well above", async () => {
  const embedder = createE5Embedder();
  const [question = new Float32Array()] = await embedder.embed(["我养了什么宠物？"], "query");
  const [cat = new Float32Array(), rent = new Float32Array()] = await embedder.embed(
    ["我养了一只叫小黑的猫，它很黏人。", "这个月房租又涨了三百块。"],
    "passage",
  );
  await embedder.close();
  expect(cosine(question, cat)).toBeGreaterThan(0.4);
  expect(Math.abs(cosine(question, rent))).toBeLessThan(0.25);
});
