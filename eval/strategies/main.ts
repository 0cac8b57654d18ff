/** `npm run eval -- strategies`: workflow and agent on the same conversations. */
import { writeFile } from "node:fs/promises";
import { EXIT } from "../../app/command-line/edge.ts";
import type { Edge } from "../../app/command-line/edge.ts";
import { createE5Embedder } from "../../models/embedder/e5/embedder.ts";
import { createEmbedder } from "../../models/embedder/facade.ts";
import type { FaultCase } from "../failures/cases.ts";
import type { BankUser } from "../memorybank/dataset.ts";
import { createCachedEmbedder, defaultCacheFile } from "../vector-cache.ts";
import { asMarkdown } from "./report.ts";
import { runStrategy, STRATEGIES } from "./run.ts";
import type { Outcome, Setup } from "./run.ts";

export interface StrategiesArguments {
  readonly users: readonly BankUser[];
  readonly cases: readonly FaultCase[];
  /** Vectors kept between runs. */
  readonly cache: string | undefined;
  readonly json: string | undefined;
  readonly report: string | undefined;
}

const DELAY_MS = 300;
const SEEDS = [1, 2, 3, 4, 5];

const SETUPS: readonly Setup[] = [
  { name: "offline" },
  { name: `${DELAY_MS} ms a call`, model: { delayMs: DELAY_MS } },
  ...SEEDS.map((seed) => ({ name: `varied ${seed}`, model: { delayMs: 0, seed } })),
];

export async function runStrategiesCommand(
  { stdout, stderr }: Edge,
  { users, cases, cache, json, report }: StrategiesArguments,
): Promise<number> {
  const inner = createEmbedder(createE5Embedder());
  const embedder = await createCachedEmbedder(inner, cache ?? defaultCacheFile(inner));
  try {
    const outcomes: Outcome[] = [];
    for (const setup of SETUPS) {
      for (const strategy of STRATEGIES) {
        outcomes.push(
          await runStrategy(strategy, setup, {
            users,
            cases,
            embedder,
            tell: (line) => stderr.write(`\r${line.padEnd(60)}`),
          }),
        );
      }
    }
    stderr.write("\n");
    const text = asMarkdown(outcomes);
    stdout.write(text);
    if (report !== undefined) await writeFile(report, text);
    if (json !== undefined) await writeFile(json, `${JSON.stringify(outcomes, null, 2)}\n`);
    return EXIT.fine;
  } finally {
    await embedder.close();
    await inner.close();
  }
}
