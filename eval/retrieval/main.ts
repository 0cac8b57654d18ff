/** `npm run eval -- retrieval`: how well the product finds, on data that lies elsewhere, beside simpler ways to find. */
import { readFile, writeFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { EXIT, UsageError } from "../../app/command-line/edge.ts";
import type { Edge } from "../../app/command-line/edge.ts";
import { rerankerFor } from "../../config/services.ts";
import { readSettings } from "../../config/settings.ts";
import type { RerankNeeds } from "../../memory/recall/rerank/order.ts";
import { createE5Embedder } from "../../models/embedder/e5/embedder.ts";
import { createEmbedder } from "../../models/embedder/facade.ts";
import type { TokenCounter } from "../../models/tokens/port.ts";
import { createTokenCounter } from "../../models/tokens/tiktoken.ts";
import { abstention } from "../metrics.ts";
import { createCachedEmbedder, defaultCacheFile } from "../vector-cache.ts";
import { bm25, vectorsAlone } from "./baselines.ts";
import { aboutThisRun } from "./about.ts";
import { askedId, falls, questionFigures } from "./compare.ts";
import { asMarkdown, headMarkdown, setMarkdown, withLoss } from "./report.ts";
import type { Ablated, RetrievalReport, SetReport } from "./report.ts";
import { answer, byKind, drawn, figuresOf, sampled } from "./run.ts";
import type { Run } from "./run.ts";
import { readSets, REPORTED } from "./sets/index.ts";
import { createSystem } from "./system.ts";
import { ABLATIONS } from "./types.ts";
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
  /** Questions a set at most for which features are taken away one by one; 0 for none. */
  readonly ablations: number;
  /** Whether the reranker of the settings puts what was found in its order. */
  readonly reranker: boolean;
}

/** What the last report was; compared with unless another is named. */
const LAST_REPORT = new URL("last-report.json", import.meta.url);
const TELL_EVERY_MS = 10_000;

/** Exit code: 0, or 1 for a fall beyond noise against `baseline`. */
export async function runRetrieval(edge: Edge, args: RetrievalArguments): Promise<number> {
  const { sets, absent } = await readSets(args.data);
  const chosen = chooseSets(sets, args.sets).map((set) => sampled(set, args.limit ?? Infinity));
  const before = await readReport(args.baseline);
  const tell = nowAndThen(edge);
  const tokens = createTokenCounter();
  const rerank = args.reranker ? await rerankerOf(edge, tokens) : undefined;
  const inner = createEmbedder(createE5Embedder());
  const embedder = await createCachedEmbedder(inner, args.cache ?? defaultCacheFile(inner), (texts) =>
    tell(`${texts} texts embedded`),
  );
  try {
    const builtIn = { name: "recall", embedder, tokens };
    const system = createSystem({ ...builtIn, ...(rerank === undefined ? {} : { rerank }) });
    const baselines = [
      bm25,
      vectorsAlone(embedder),
      ...(rerank === undefined ? [] : [createSystem({ ...builtIn, name: "built-in order" })]),
    ];
    const about = await aboutThisRun(inner.fingerprint, args.data, rerank?.reranker.name);
    edge.stdout.write(`${headMarkdown(about, absent)}\n`);
    const reports: Record<string, SetReport> = {};
    for (const set of chosen) {
      const report = await reportOf(set, system, baselines, args.ablations, tell);
      edge.stdout.write(`${setMarkdown(set.name, report)}\n`);
      reports[set.name] = report;
    }
    const report: RetrievalReport = { about, sets: reports, absent };
    if (args.json !== undefined) await writeFile(args.json, `${JSON.stringify(report)}\n`);
    if (args.report !== undefined) await writeFile(args.report, asMarkdown(report));
    return before === undefined ? EXIT.fine : compared(edge, before, report);
  } finally {
    await embedder.close();
    await inner.close();
  }
}

/** Asked once before the run, so that a wrong address or key is told in its own sentence. */
async function rerankerOf({ env, stop }: Edge, tokens: TokenCounter): Promise<RerankNeeds> {
  const settings = readSettings(env);
  const reranker = rerankerFor(settings, tokens);
  if (reranker === undefined) throw new UsageError("--reranker; MIRAMATE_RERANKER is builtin");
  await reranker.rerank("猫叫什么？", ["猫叫豆豆。", "昨天下雨。"], stop);
  return { reranker, topN: settings.rerankerTopN };
}

async function reportOf(
  set: RetrievalSet,
  system: Retriever,
  baselines: readonly Retriever[],
  ablated: number,
  tell: (line: string) => void,
): Promise<SetReport> {
  const all = set.pools.reduce((sum, { questions }) => sum + questions.length, 0);
  const run = (retriever: Retriever, most: number): Promise<Run> =>
    answer(set, retriever, {
      ablations: most > 0 ? ABLATIONS : [],
      tried: drawn(set, most),
      tell: (done) => tell(`${set.name}: ${retriever.name}, ${done} of ${all}`),
    });
  const whole = await run(system, ablated);
  const ablations: Record<string, Ablated> = {};
  for (const baseline of baselines) {
    ablations[baseline.name] = figuresOf((await run(baseline, 0)).answered);
  }
  for (const [ablation, answered] of whole.without) {
    ablations[`without ${ablation}`] = withLoss(answered, whole.answered);
  }
  return {
    ...figuresOf(whole.answered),
    ...(whole.silence.some(({ nothing }) => nothing) ? { abstention: abstention(whole.silence) } : {}),
    kinds: byKind(whole.answered),
    ablations,
    asked: askedId(set),
    questions: questionFigures(whole.answered),
  };
}

/** At most a line every ten seconds. Throws when the process is asked to end. */
function nowAndThen({ stderr, stop }: Edge): (line: string) => void {
  let last = 0;
  return (line) => {
    stop.throwIfAborted();
    if (performance.now() - last < TELL_EVERY_MS) return;
    last = performance.now();
    stderr.write(`${line}\n`);
  };
}

function chooseSets(sets: readonly RetrievalSet[], names: readonly string[] | undefined): RetrievalSet[] {
  const wanted = names ?? REPORTED;
  const unknown = names?.filter((name) => !sets.some((set) => set.name === name)) ?? [];
  if (unknown.length > 0) {
    throw new UsageError(`--sets ${unknown.join(",")}; there are ${sets.map(({ name }) => name).join(", ")}`);
  }
  return sets.filter(({ name }) => wanted.includes(name));
}

/** The report to compare with; undefined when none is named and none is kept. */
async function readReport(file: string | undefined): Promise<RetrievalReport | undefined> {
  if (file !== undefined) return JSON.parse(await readFile(file, "utf8")) as RetrievalReport;
  try {
    return JSON.parse(await readFile(LAST_REPORT, "utf8")) as RetrievalReport;
  } catch {
    return undefined;
  }
}

function compared({ stdout }: Edge, before: RetrievalReport, now: RetrievalReport): number {
  const { falls: found, skipped, compared: same } = falls(before, now);
  stdout.write(`\nCompared with the earlier report: ${same.join(", ") || "nothing"}`);
  if (skipped.length > 0) stdout.write(`; other questions than then: ${skipped.join(", ")}`);
  stdout.write("\n");
  for (const { set, metric, before: was, now: is, p } of found) {
    stdout.write(`FALL ${set} ${metric}: ${was.toFixed(3)} -> ${is.toFixed(3)} (p = ${p.toFixed(3)})\n`);
  }
  return found.length > 0 ? EXIT.failed : EXIT.fine;
}
