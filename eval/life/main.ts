/** `npm run eval -- life`: the project's own set through the whole companion, against its thresholds. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { EXIT } from "../../app/command-line/edge.ts";
import type { Edge } from "../../app/command-line/edge.ts";
import { createE5Embedder } from "../../models/embedder/e5/embedder.ts";
import { createEmbedder } from "../../models/embedder/facade.ts";
import { loadCompanionLife } from "../sets/companion-life/dataset.ts";
import { createCachedEmbedder, defaultCacheFile } from "../vector-cache.ts";
import { asFault, asMarkdown, lifeFigures, shortfalls } from "./report.ts";
import { runLife } from "./run.ts";

export interface LifeArguments {
  readonly json: string | undefined;
  /** Vectors kept between runs. */
  readonly cache: string | undefined;
}

/** Exit code: 0, or 1 where the test half stays below a threshold. Faults of the tune half are listed. */
export async function runLifeCommand({ stdout }: Edge, { json, cache }: LifeArguments): Promise<number> {
  const { turns, questions } = await loadCompanionLife();
  const inner = createEmbedder(createE5Embedder());
  const embedder = await createCachedEmbedder(inner, cache ?? defaultCacheFile(inner));
  const dataFolder = await mkdtemp(path.join(tmpdir(), "miramate-eval-"));
  try {
    const asked = await runLife(turns, questions, {
      dataFolder,
      embedder,
      // Those of the test half are not shown: who reads them tunes on them.
      tell: (entry) => {
        const fault = entry.split === "tune" ? asFault(entry) : undefined;
        if (fault !== undefined) stdout.write(`${fault}\n`);
      },
    });
    const splits = {
      tune: lifeFigures(asked.filter(({ split }) => split === "tune")),
      test: lifeFigures(asked.filter(({ split }) => split === "test")),
    };
    stdout.write(`\n${asMarkdown(splits)}`);
    const below = shortfalls(splits.test);
    for (const sentence of below) stdout.write(`BELOW ${sentence}\n`);
    if (json !== undefined) await writeFile(json, `${JSON.stringify(splits, null, 2)}\n`);
    return below.length === 0 ? EXIT.fine : EXIT.failed;
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
    await embedder.close();
    await inner.close();
  }
}
