/** The report of a run: JSON for machines and the next comparison, Markdown for people. */
import { execFileSync } from "node:child_process";
import { cpus, loadavg } from "node:os";
import { JUDGED, fallProbability } from "../metrics.ts";
import type { Answered, Figures } from "./run.ts";

export interface SetReport extends Figures {
  readonly kinds: Readonly<Record<string, Figures>>;
  /** BM25 alone, vectors alone, and the product without one of its features. */
  readonly ablations: Readonly<Record<string, Figures>>;
  /** Each question's figures in the order of JUDGED: what a later run is compared with. */
  readonly questions: Readonly<Record<string, readonly number[]>>;
}

export interface RetrievalReport {
  readonly about: Readonly<Record<string, unknown>>;
  readonly sets: Readonly<Record<string, SetReport>>;
  readonly absent: readonly string[];
}

/** Every question's figures, short. */
export function questionFigures(answered: readonly Answered[]): Record<string, number[]> {
  return Object.fromEntries(
    answered.map((entry) => [entry.id, JUDGED.map((name) => Number(entry[name].toFixed(4)))]),
  );
}

/** What it ran on. */
export function aboutThisRun(embedder: unknown, data: string): Record<string, unknown> {
  return {
    date: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    cpu: `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}`,
    load: loadavg().map((load) => Number(load.toFixed(2))),
    embedder,
    data,
  };
}

function commit(): string {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}

// Comparing ----------------------------------------------------------------------------------------------------------

export interface Fall {
  readonly set: string;
  readonly metric: string;
  readonly before: number;
  readonly now: number;
  /** Share of resamples without a fall. */
  readonly p: number;
}

/** A fall counts when it is larger than this and resampling leaves less than P for chance. */
const LEAST_FALL = 0.005;
const P = 0.05;
const COMPARED = ["r5", "r10", "mrr"] as const;

/** Falls beyond noise. Only sets with the very same questions are compared; `skipped` names the others. */
export function falls(
  before: RetrievalReport,
  now: RetrievalReport,
): { falls: Fall[]; skipped: string[]; compared: string[] } {
  const found: Fall[] = [];
  const skipped: string[] = [];
  const compared: string[] = [];
  for (const [set, report] of Object.entries(now.sets)) {
    const former = before.sets[set];
    const ids = Object.keys(report.questions);
    if (
      former === undefined ||
      ids.length !== former.n ||
      ids.some((id) => former.questions[id] === undefined)
    ) {
      skipped.push(set);
      continue;
    }
    compared.push(set);
    for (const metric of COMPARED) {
      const place = JUDGED.indexOf(metric);
      const values = (from: SetReport): number[] => ids.map((id) => from.questions[id]?.[place] ?? 0);
      const p = fallProbability(values(former), values(report));
      if (former[metric] - report[metric] > LEAST_FALL && p < P) {
        found.push({ set, metric, before: former[metric], now: report[metric], p });
      }
    }
  }
  return { falls: found, skipped, compared };
}

// Markdown -----------------------------------------------------------------------------------------------------------

export function asMarkdown({ about, sets, absent }: RetrievalReport): string {
  const head = [
    "# Retrieval",
    "",
    ...Object.entries(about).map(
      ([name, value]) => `- ${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
    ),
    ...(absent.length === 0 ? [] : [`- not there: ${absent.join(", ")}`]),
    "",
    "Latency is that of recall beside the embedding of the question; tokens are those of the memories told.",
  ];
  return `${[...head, ...Object.entries(sets).flatMap(([name, set]) => ["", ...setLines(name, set)])].join("\n")}\n`;
}

function setLines(name: string, set: SetReport): string[] {
  return [
    `## ${name} (${set.n} questions)`,
    "",
    "| | R@5 | R@10 | MRR | Hit@5 | nDCG@10 | ms p50 / p95 | tokens |",
    "|---|---|---|---|---|---|---|---|",
    row("**recall**", set),
    ...Object.entries(set.kinds).map(([kind, figures]) => row(`of which ${kind} (${figures.n})`, figures)),
    ...Object.entries(set.ablations).map(([ablation, figures]) => row(ablation, figures)),
  ];
}

function row(name: string, { r5, r10, mrr, hit5, ndcg10, p50Ms, p95Ms, tokens }: Figures): string {
  const quality = [r5, r10, mrr, hit5, ndcg10].map((figure) => figure.toFixed(3));
  return `| ${[name, ...quality, `${p50Ms.toFixed(1)} / ${p95Ms.toFixed(1)}`, tokens.toFixed(0)].join(" | ")} |`;
}
