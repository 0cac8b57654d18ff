/**
 * Writes the mean vector by which the built-in embedder centres (models/embedder/e5/centring.ts): the mean of
 * the raw unit vectors of the sentences beside this file, embedded as stored texts, each language with the
 * same weight.
 *
 *     npx tsx scripts/embedder/make-mean.ts
 *
 * Vectors centred by different means do not compare. So when the sentences, the weights or the kernel change,
 * raise CENTRING_VERSION first: the file gets its name from it, and stores written before ask for a
 * migration.
 */
import { readFile, writeFile } from "node:fs/promises";
import { CENTRING_VERSION } from "../../models/embedder/e5/centring.ts";
import { loadEncoder } from "../../models/embedder/e5/encoder.ts";
import { DIMENSION } from "../../models/embedder/e5/kernel.ts";

const LANGUAGES = ["zh", "en"];
const DIGITS = 6;

const encoder = await loadEncoder();
const mean = new Float64Array(DIMENSION);
for (const language of LANGUAGES) {
  const text = await readFile(new URL(`./sentences.${language}.txt`, import.meta.url), "utf8");
  const sentences = text.split("\n").filter((line) => line !== "");
  const vectors = embed(sentences);
  for (const [index, value] of vectors.entries()) {
    mean[index % DIMENSION] = (mean[index % DIMENSION] ?? 0) + value / sentences.length / LANGUAGES.length;
  }
}
const target = new URL(`../../models/embedder/e5/assets/mean-v${CENTRING_VERSION}.json`, import.meta.url);
await writeFile(target, `[${[...mean].map((value) => value.toFixed(DIGITS)).join(",\n")}]\n`);

function embed(sentences: readonly string[]): Float32Array {
  const steps = encoder.encode(sentences, "passage");
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}
