/** The comparison as Markdown: a table a setup, and how much the outcomes vary with a model's choices. */
import { mean } from "../metrics.ts";
import type { Outcome, Strategy } from "./run.ts";

export function asMarkdown(outcomes: readonly Outcome[]): string {
  const [fixed, varied] = [
    outcomes.filter(({ setup }) => !isVaried(setup)),
    outcomes.filter(({ setup }) => isVaried(setup)),
  ];
  return [
    "| setup | strategy | gold turn in the prompt | in the first five | cases right | calls before the first token | tokens for them | calls a turn in all | tokens a turn in all | first token p50 / p95 ms | degraded |",
    "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ...fixed.map(row),
    "",
    ...fixed.map(
      ({ setup, strategy, wrong }) => `- ${setup}, ${strategy}: not right ${wrong.join(", ") || "none"}`,
    ),
    "",
    ...(varied.length === 0 ? [] : variation(varied)),
  ].join("\n");
}

const isVaried = (setup: string): boolean => setup.startsWith("varied");

function row(outcome: Outcome): string {
  const { setup, strategy, questions, cases } = outcome;
  return `| ${[
    setup,
    strategy,
    `${outcome.gold.toFixed(3)} of ${questions}`,
    outcome.goldInFive.toFixed(3),
    `${outcome.casesRight} of ${cases}`,
    outcome.callsBefore.toFixed(2),
    outcome.tokensBefore.toFixed(0),
    outcome.callsInAll.toFixed(2),
    outcome.tokensInAll.toFixed(0),
    `${outcome.firstTokenP50.toFixed(0)} / ${outcome.firstTokenP95.toFixed(0)}`,
    outcome.degraded,
  ].join(" | ")} |`;
}

/** Mean, and the lowest and highest of the seeds. */
function variation(outcomes: readonly Outcome[]): string[] {
  const strategies = [...new Set(outcomes.map(({ strategy }) => strategy))];
  const seeds = outcomes.length / Math.max(1, strategies.length);
  return [
    `With a model whose choices vary (${seeds} seeds), mean and lowest to highest:`,
    "",
    "| strategy | gold turn in the prompt | in the first five | cases right |",
    "|---|--:|--:|--:|",
    ...strategies.map((strategy) => varied(strategy, outcomes)),
    "",
    ...strategies.flatMap((strategy) => [
      `- ${strategy}: ${wrongCases(outcomes.filter((outcome) => outcome.strategy === strategy))}`,
    ]),
    "",
  ];
}

/** Which cases are not right, and with how many of the seeds. */
function wrongCases(outcomes: readonly Outcome[]): string {
  const times = new Map<string, number>();
  for (const id of outcomes.flatMap(({ wrong }) => wrong)) times.set(id, (times.get(id) ?? 0) + 1);
  const often = [...times].sort(([, a], [, b]) => b - a).map(([id, count]) => `${id} ${count}`);
  return `cases not right, with how many seeds: ${often.join(", ") || "none"}`;
}

function varied(strategy: Strategy, outcomes: readonly Outcome[]): string {
  const own = outcomes.filter((outcome) => outcome.strategy === strategy);
  const spread = (of: (outcome: Outcome) => number, digits: number): string => {
    const values = own.map(of);
    return `${mean(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;
  };
  return `| ${[
    strategy,
    spread(({ gold }) => gold, 3),
    spread(({ goldInFive }) => goldInFive, 3),
    spread(({ casesRight }) => casesRight, 1),
  ].join(" | ")} |`;
}
