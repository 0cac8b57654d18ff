/** Figures of the project's own set, in words and against their thresholds. */
import { abstention, mean, percentile } from "../metrics.ts";
import type { Abstention } from "../metrics.ts";
import type { AskedOfLife } from "./run.ts";
import { THRESHOLDS } from "./thresholds.ts";
import type { Threshold } from "./thresholds.ts";

export interface LifeFigures {
  /** Questions with an answer, and the figures of these. */
  readonly n: number;
  readonly r5: number;
  readonly r10: number;
  readonly mrr: number;
  readonly hit5: number;
  readonly ndcg10: number;
  /** Dated questions with a gold turn among the first five. */
  readonly dated: number;
  readonly abstention: Abstention;
  /** Small talk that brought nothing. */
  readonly silence: number;
  /** Share of all questions. */
  readonly routing: number;
  /** Memories and tokens that a question with an answer brought into the prompt. */
  readonly memories: number;
  readonly tokens: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly kinds: Readonly<
    Record<string, { readonly n: number; readonly hit5: number; readonly mrr: number }>
  >;
}

export function lifeFigures(asked: readonly AskedOfLife[]): LifeFigures {
  const answered = asked.filter(({ hasGold }) => hasGold);
  const of = (name: "r5" | "r10" | "mrr" | "hit5" | "ndcg10" | "memories" | "tokens"): number =>
    mean(answered.map((entry) => entry[name]));
  const small = asked.filter(({ kind }) => kind === "smalltalk");
  const ms = answered.map(({ recallMs }) => recallMs);
  const share = (entries: readonly AskedOfLife[], holds: (entry: AskedOfLife) => boolean): number =>
    mean(entries.map((entry) => (holds(entry) ? 1 : 0)));
  return {
    n: answered.length,
    r5: of("r5"),
    r10: of("r10"),
    mrr: of("mrr"),
    hit5: of("hit5"),
    ndcg10: of("ndcg10"),
    dated: mean(answered.filter(({ kind }) => kind === "dated").map(({ hit5 }) => hit5)),
    abstention: abstention(
      asked
        .filter(({ kind }) => kind !== "smalltalk")
        .map(({ hasGold, memories }) => ({ nothing: !hasGold, foundNothing: memories === 0 })),
    ),
    silence: share(small, ({ memories }) => memories === 0),
    routing: share(asked, ({ routed }) => routed),
    memories: of("memories"),
    tokens: of("tokens"),
    p50Ms: percentile(ms, 0.5),
    p95Ms: percentile(ms, 0.95),
    kinds: Object.fromEntries(
      [...new Set(answered.map(({ kind }) => kind))].sort().map((kind) => {
        const those = answered.filter((entry) => entry.kind === kind);
        return [
          kind,
          {
            n: those.length,
            hit5: mean(those.map(({ hit5 }) => hit5)),
            mrr: mean(those.map(({ mrr }) => mrr)),
          },
        ];
      }),
    ),
  };
}

/** A sentence for each figure that is below its threshold. */
export function shortfalls(figures: LifeFigures): string[] {
  const reached: Readonly<Record<Threshold, number>> = {
    r5: figures.r5,
    dated: figures.dated,
    abstention: figures.abstention.f1,
    silence: figures.silence,
    routing: figures.routing,
  };
  return (Object.keys(THRESHOLDS) as Threshold[])
    .filter((name) => !(reached[name] >= THRESHOLDS[name]))
    .map((name) => `${name}: ${reached[name].toFixed(3)} is below ${THRESHOLDS[name].toFixed(3)}`);
}

/** What went wrong with a question; undefined when nothing did. */
export function asFault({
  id,
  kind,
  text,
  hasGold,
  hit5,
  rank,
  memories,
  routed,
  route,
}: AskedOfLife): string | undefined {
  const faults = [
    ...(hasGold && hit5 === 0 ? [rank === undefined ? "missed" : `rank ${rank}`] : []),
    ...(!hasGold && memories > 0 ? [`${memories} memories`] : []),
    ...(routed ? [] : [`looked up in ${route ?? "all alike"}`]),
  ];
  return faults.length === 0 ? undefined : `${id}  ${kind}  ${text}  ${faults.join("; ")}`;
}

export function asMarkdown(splits: Readonly<Record<string, LifeFigures>>): string {
  const rows: readonly (readonly [string, (figures: LifeFigures) => number])[] = [
    ["R@5", ({ r5 }) => r5],
    ["R@10", ({ r10 }) => r10],
    ["MRR", ({ mrr }) => mrr],
    ["gold among the first 5", ({ hit5 }) => hit5],
    ["nDCG@10", ({ ndcg10 }) => ndcg10],
    ["dated questions right", ({ dated }) => dated],
    ["nothing found: precision", ({ abstention: { precision } }) => precision],
    ["nothing found: recall", ({ abstention: { recall } }) => recall],
    ["nothing found: F1", ({ abstention: { f1 } }) => f1],
    ["small talk in silence", ({ silence }) => silence],
    ["routing", ({ routing }) => routing],
  ];
  const names = Object.keys(splits);
  const figures = Object.values(splits);
  const kinds = [...new Set(figures.flatMap((one) => Object.keys(one.kinds)))];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(["", ...names.map((name, at) => `${name} (${figures[at]?.n ?? 0} with an answer)`)]),
    line(["---", ...names.map(() => "--:")]),
    ...rows.map(([name, of]) => line([name, ...figures.map((one) => of(one).toFixed(3))])),
    line([
      "memories / tokens",
      ...figures.map(({ memories, tokens }) => `${memories.toFixed(1)} / ${tokens.toFixed(0)}`),
    ]),
    line([
      "recall, ms p50 / p95",
      ...figures.map(({ p50Ms, p95Ms }) => `${p50Ms.toFixed(1)} / ${p95Ms.toFixed(1)}`),
    ]),
    ...kinds.map((kind) =>
      line([
        `of which ${kind}: first 5 / MRR`,
        ...figures.map(({ kinds: { [kind]: those } }) =>
          those === undefined ? "" : `${those.hit5.toFixed(3)} / ${those.mrr.toFixed(3)} (${those.n})`,
        ),
      ]),
    ),
    "",
  ].join("\n");
}
