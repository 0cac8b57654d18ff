/** `npm run eval -- retrieval`: how well the product finds, on data that lies elsewhere, beside simpler ways to find. */
import { readFile, writeFile } from "node:fs/promises";
import { UsageError } from "../../app/command-line/edge.ts";
import type { Edge } from "../../app/command-line/edge.ts";
import { FEATURES, WEIGHTS } from "../../memory/recall/weights.ts";
import { createE5Embedder } from "../../models/embedder/e5/embedder.ts";
import { createEmbedder } from "../../models/embedder/facade.ts";
import { createTokenCounter } from "../../models/tokens/tiktoken.ts";
import { createCachedEmbedder, defaultCacheFile } from "../vector-cache.ts";
import { bm25, vectorsAlone } from "./baselines.ts";
import { aboutThisRun, asMarkdown, falls, questionFigures } from "./report.ts";
import type { RetrievalReport, SetReport } from "./report.ts";
import { answer, byKind, figuresOf, sampled } from "./run.ts";
import type { Answered } from "./run.ts";
import { readSets, REPORTED } from "./sets/index.ts";
import { createSystem } from "./system.ts";
import type { RetrievalSet, Retriever } from "./types.ts";

export interface RetrievalArguments {
  readonly data: string;
  /** Names of sets; default the reported ones that are there. */
  readonly sets: readonly string[] | undefined;
  readonly json: string | undefined;
  readonly report: string | undefined;
  /** A JSON report to compare with. */
  readonly baseline: string | undefined;
  /** Vectors kept between runs. */
  readonly cache: string | undefined;
  /** Questions a set at most. */
  readonly limit: number | undefined;
  /** False: without the features taken away one by one. */
  readonly ablations: boolean;
}

/** Exit code: 0, or 1 for a fall beyond noise against `baseline`. */
export async function runRetrieval(edge: Edge, args: RetrievalArguments): Promise<number> {
  const { sets, absent } = await readSets(args.data);
  const chosen = chooseSets(sets, args.sets).map((set) => sampled(set, args.limit ?? Infinity));
  const before = args.baseline === undefined ? undefined : await readReport(args.baseline);
  const inner = createEmbedder(createE5Embedder());
  const embedder = await createCachedEmbedder(inner, args.cache ?? defaultCacheFile(inner));
  const tell = (line: string): void => void edge.stderr.write(`${line}\n`);
  try {
    const tokens = createTokenCounter();
    const system = createSystem({ name: "recall", embedder, tokens });
    const others: Retriever[] = [
      bm25,
      vectorsAlone(embedder),
      ...(args.ablations
        ? [
            ...FEATURES.map((feature) =>
              createSystem({
                name: `without ${feature}`,
                embedder,
                tokens,
                weights: { ...WEIGHTS, [feature]: 0 },
              }),
            ),
            createSystem({ name: "without parts", embedder, tokens, parts: false }),
          ]
        : []),
    ];
    const reports: Record<string, SetReport> = {};
    for (const set of chosen) {
      reports[set.name] = await reportOf(set, system, others, tell);
    }
    const report: RetrievalReport = {
      about: aboutThisRun(inner.fingerprint, args.data),
      sets: reports,
      absent,
    };
    edge.stdout.write(asMarkdown(report));
    if (args.json !== undefined) await writeFile(args.json, `${JSON.stringify(report)}\n`);
    if (args.report !== undefined) await writeFile(args.report, asMarkdown(report));
    return before === undefined ? 0 : compared(edge, before, report);
  } finally {
    await embedder.close();
    await inner.close();
  }
}

async function reportOf(
  set: RetrievalSet,
  system: Retriever,
  others: readonly Retriever[],
  tell: (line: string) => void,
): Promise<SetReport> {
  const all = set.pools.reduce((sum, { questions }) => sum + questions.length, 0);
  const run = async (retriever: Retriever): Promise<Answered[]> => {
    tell(`${set.name}: ${retriever.name}, ${all} questions`);
    return answer(set, retriever, (done) => {
      if (done % 500 === 0) tell(`${set.name}: ${retriever.name}, ${done} of ${all}`);
    });
  };
  const answered = await run(system);
  const ablations: Record<string, SetReport["ablations"][string]> = {};
  for (const other of others) ablations[other.name] = figuresOf(await run(other));
  return { ...figuresOf(answered), kinds: byKind(answered), ablations, questions: questionFigures(answered) };
}

function chooseSets(sets: readonly RetrievalSet[], names: readonly string[] | undefined): RetrievalSet[] {
  const wanted = names ?? REPORTED;
  const unknown = names?.filter((name) => !sets.some((set) => set.name === name)) ?? [];
  if (unknown.length > 0) {
    throw new UsageError(`--sets ${unknown.join(",")}; there are ${sets.map(({ name }) => name).join(", ")}`);
  }
  return sets.filter(({ name }) => wanted.includes(name));
}

async function readReport(file: string): Promise<RetrievalReport> {
  return JSON.parse(await readFile(file, "utf8")) as RetrievalReport;
}

function compared({ stdout }: Edge, before: RetrievalReport, now: RetrievalReport): number {
  const { falls: found, skipped, compared: same } = falls(before, now);
  stdout.write(`\nCompared with the earlier report: ${same.join(", ") || "nothing"}`);
  if (skipped.length > 0) stdout.write(`; other questions than then: ${skipped.join(", ")}`);
  stdout.write("\n");
  for (const { set, metric, before: was, now: is, p } of found) {
    stdout.write(`FALL ${set} ${metric}: ${was.toFixed(3)} -> ${is.toFixed(3)} (p = ${p.toFixed(3)})\n`);
  }
  return found.length > 0 ? 1 : 0;
}
