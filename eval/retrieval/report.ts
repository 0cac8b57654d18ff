/** The report of a run: JSON for machines and the next comparison, Markdown for people. */
import type { Abstention } from "../metrics.ts";
import type { About } from "./about.ts";
import { figuresOf } from "./run.ts";
import type { Answered, Figures } from "./run.ts";

/** A baseline, or the product without something, then with what that costs on the same questions. */
export interface Ablated extends Figures {
  /** Figures of the whole on these questions less those without it; what helps is above 0. */
  readonly loss?: { readonly r5: number; readonly r10: number; readonly mrr: number };
}

export interface SetReport extends Figures {
  /** Where a set has questions that nothing answers. */
  readonly abstention?: Abstention;
  readonly kinds: Readonly<Record<string, Figures>>;
  readonly ablations: Readonly<Record<string, Ablated>>;
  /** Which questions were asked (compare.ts), and the figures of each. */
  readonly asked: string;
  readonly questions: Readonly<Record<string, readonly number[]>>;
}

export interface RetrievalReport {
  readonly about: About;
  readonly sets: Readonly<Record<string, SetReport>>;
  /** Folders of data sets that were not there. */
  readonly absent: readonly string[];
}

/** `answered` without something, `whole` with it, on these questions and others. */
export function withLoss(answered: readonly Answered[], whole: readonly Answered[]): Ablated {
  const ids = new Set(answered.map(({ id }) => id));
  const same = figuresOf(whole.filter(({ id }) => ids.has(id)));
  const without = figuresOf(answered);
  return {
    ...without,
    loss: { r5: same.r5 - without.r5, r10: same.r10 - without.r10, mrr: same.mrr - without.mrr },
  };
}

export function asMarkdown(report: RetrievalReport): string {
  return [
    headMarkdown(report.about, report.absent),
    ...Object.entries(report.sets).map(([name, set]) => setMarkdown(name, set)),
    filesMarkdown(report.about),
  ].join("\n");
}

export function headMarkdown(about: About, absent: readonly string[]): string {
  const others = Object.entries(about).filter(([name]) => name !== "data");
  return [
    "# Retrieval",
    "",
    ...others.map(
      ([name, value]: [string, unknown]) =>
        `- ${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
    ),
    ...(absent.length === 0 ? [] : [`- not there: ${absent.join(", ")}`]),
    "",
    "Latency is that of recall beside the embedding of the question, of a user that is loaded; tokens are those of the",
    "memories told. What a feature is worth is tried on part of the questions: after the figures without it stands what",
    "it adds.",
    "",
  ].join("\n");
}

function filesMarkdown({ data }: About): string {
  const files = Object.entries(data).map(([file, what]) => `- ${file}: ${what}`);
  return ["## Data files: bytes, SHA-256", "", ...files, ""].join("\n");
}

export function setMarkdown(name: string, set: SetReport): string {
  const { abstention } = set;
  return [
    `## ${name} (${set.n} questions)`,
    "",
    "| | R@5 | R@10 | MRR | Hit@5 | nDCG@10 | ms p50 / p95 | tokens |",
    "|---|---|---|---|---|---|---|---|",
    row("**recall**", set),
    ...Object.entries(set.kinds).map(([kind, figures]) => row(`of which ${kind} (${figures.n})`, figures)),
    ...Object.entries(set.ablations).map(([ablation, figures]) => row(ablation, figures)),
    ...(abstention === undefined
      ? []
      : [
          "",
          `Nothing found, told rightly: precision ${abstention.precision.toFixed(3)}, recall ` +
            `${abstention.recall.toFixed(3)}, F1 ${abstention.f1.toFixed(3)}`,
        ]),
    "",
  ].join("\n");
}

function row(name: string, figures: Ablated): string {
  const { r5, r10, mrr, hit5, ndcg10, p50Ms, p95Ms, tokens, loss } = figures;
  const quality = [
    withChange(r5, loss?.r5),
    withChange(r10, loss?.r10),
    withChange(mrr, loss?.mrr),
    hit5.toFixed(3),
    ndcg10.toFixed(3),
  ];
  return `| ${[name, ...quality, `${p50Ms.toFixed(1)} / ${p95Ms.toFixed(1)}`, tokens.toFixed(0)].join(" | ")} |`;
}

function withChange(figure: number, change: number | undefined): string {
  if (change === undefined) return figure.toFixed(3);
  return `${figure.toFixed(3)} (${change < 0 ? "" : "+"}${change.toFixed(3)})`;
}
