/**
 * Fits the weights of memory/recall/weights.ts: `npx tsx eval/retrieval/fit/main.ts --data FOLDER [--sets A,B]`. Features are
 * collected once from every set, then coordinate ascent goes through the weights, each tried at a few multiples, and keeps
 * what raises the mean over the sets of (R@5 + R@10 + MRR) / 3. The sets are those that no reported figure uses
 * (docs/recall.md).
 */
import { parseArgs } from "node:util";
import { FEATURES, WEIGHTS } from "../../../memory/recall/weights.ts";
import type { Feature, Weights } from "../../../memory/recall/weights.ts";
import { createE5Embedder } from "../../../models/embedder/e5/embedder.ts";
import { createEmbedder } from "../../../models/embedder/facade.ts";
import { createTokenCounter } from "../../../models/tokens/tiktoken.ts";
import { judge, mean } from "../../metrics.ts";
import { createCachedEmbedder, defaultCacheFile } from "../../vector-cache.ts";
import { sampled } from "../run.ts";
import { readSets } from "../sets/index.ts";
import { openPool } from "../system.ts";
import type { RetrievalSet } from "../types.ts";

const FITTED_ON = ["locomo-adversarial", "rgb-integration", "rgb-counterfactual", "cmrc-paragraphs"];
const MOST_QUESTIONS = 300;
const MULTIPLES = [0, 0.5, 0.75, 1.33, 2];
const ROUNDS = 4;

/** One question: the features of what was found, and what of it is gold. */
export interface Example {
  readonly ids: readonly string[];
  readonly features: readonly Readonly<Partial<Record<Feature, number>>>[];
  readonly gold: readonly string[];
}

export async function collect(
  set: RetrievalSet,
  options: Omit<Parameters<typeof openPool>[1], "name" | "weights">,
): Promise<Example[]> {
  // The present weights decide what is promising; their factors divided by them are the features.
  const weights = Object.fromEntries(
    FEATURES.map((name) => [name, Math.max(WEIGHTS[name], 0.001)]),
  ) as Weights;
  const examples: Example[] = [];
  for (const pool of set.pools) {
    if (pool.questions.length === 0) continue;
    const opened = await openPool(pool, { ...options, name: "fit", weights });
    for (const question of pool.questions) {
      const { hits } = await opened.ask(question);
      examples.push({
        ids: hits.map(({ source }) => source?.turn ?? ""),
        features: hits.map(({ factors }) =>
          Object.fromEntries(
            FEATURES.flatMap((name) => {
              const factor = factors[name];
              return factor === undefined ? [] : [[name, factor / weights[name]]];
            }),
          ),
        ),
        gold: question.gold,
      });
    }
    await opened.close();
  }
  return examples;
}

/** (R@5 + R@10 + MRR) / 3, over the examples. */
export function quality(examples: readonly Example[], weights: Weights): number {
  return mean(
    examples.map(({ ids, features, gold }) => {
      const scores = features.map((own) =>
        FEATURES.reduce((sum, name) => sum + weights[name] * (own[name] ?? 0), 0),
      );
      const ranking = [...ids.keys()]
        .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
        .map((at) => ids[at] ?? "");
      const { r5, r10, mrr } = judge(ranking, gold);
      return (r5 + r10 + mrr) / 3;
    }),
  );
}

export function fit(sets: readonly (readonly Example[])[], from: Weights): Weights {
  const objective = (weights: Weights): number => mean(sets.map((examples) => quality(examples, weights)));
  let weights = from;
  let best = objective(weights);
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of FEATURES) {
      for (const multiple of MULTIPLES) {
        const tried = { ...weights, [name]: weights[name] * multiple };
        const reached = objective(tried);
        if (reached > best + 0.0005) [weights, best] = [tried, reached];
      }
    }
  }
  return weights;
}

if (import.meta.url === `file://${process.argv[1] ?? ""}`) {
  const { values } = parseArgs({ options: { data: { type: "string" }, sets: { type: "string" } } });
  const { sets } = await readSets(values.data ?? "");
  const inner = createEmbedder(createE5Embedder());
  const embedder = await createCachedEmbedder(inner, defaultCacheFile(inner));
  const tokens = createTokenCounter();
  const examples: Example[][] = [];
  for (const name of values.sets?.split(",") ?? FITTED_ON) {
    const set = sets.find((one) => one.name === name);
    if (set === undefined) continue;
    console.error(name);
    examples.push(await collect(sampled(set, MOST_QUESTIONS), { embedder, tokens }));
  }
  console.log(fit(examples, WEIGHTS));
  await embedder.close();
  await inner.close();
}
