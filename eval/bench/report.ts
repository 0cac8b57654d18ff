/** The benchmark's figures as a Markdown table. */
import type { StartUp } from "./start-up.ts";
import type { Figures, MeasuredTurns } from "./turns.ts";

export interface Measured extends MeasuredTurns {
  readonly memories: number;
  /** Of all files, for 10,000 memories of the seeded life (documents and index; no conversations). */
  readonly diskPer10k: number;
}

export interface BenchReport {
  /** Cores, processor, Node, and the load of the machine when the benchmark began. */
  readonly machine: string;
  readonly turns: number;
  readonly measured: readonly Measured[];
  readonly startUp: StartUp;
}

export function asMarkdown({ machine, turns, measured, startUp }: BenchReport): string {
  const rows: readonly (readonly [name: string, cell: (one: Measured) => string])[] = [
    ["whole turn, beside chat models", ({ turn }) => ms(turn)],
    ["whole turn, question embedded before", ({ turnEmbedded }) => ms(turnEmbedded)],
    ["· processor time of that", ({ processorEmbedded }) => ms(processorEmbedded)],
    ["recall, question embedded before", ({ recallEmbedded }) => ms(recallEmbedded)],
    ...namesOf(measured, "legs").map((leg) => [`· ${leg}`, ({ legs }: Measured) => ms(legs[leg])] as const),
    ["embedding of the question", ({ embedding }) => ms(embedding)],
    ...namesOf(measured, "nodes").map(
      (node) => [`node ${node}`, ({ nodes }: Measured) => ms(nodes[node])] as const,
    ),
    ["disk per 10,000 memories, MB", ({ diskPer10k }) => (diskPer10k / 1e6).toFixed(1)],
    ["memory of the process, MB", ({ rss }) => (rss / 1e6).toFixed(0)],
  ];
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  return (
    `${machine}\n` +
    `Rules instead of chat models, ${turns} turns after warm-up, vectors of the seeded memories random.\n\n` +
    line(["p50 / p95 in ms", ...measured.map(({ memories }) => `${memories} memories`)]) +
    line(["---", ...measured.map(() => "---:")]) +
    rows.map(([name, cell]) => line([name, ...measured.map(cell)])).join("") +
    `\nThe terminal shows its first line after ${startUp.firstLine.toFixed(0)} ms, ` +
    `and has answered one message, kept it and ended after ${startUp.oneMessage.toFixed(0)} ms (medians).\n`
  );
}

function namesOf(measured: readonly Measured[], part: "legs" | "nodes"): string[] {
  return [...new Set(measured.flatMap((one) => Object.keys(one[part])))];
}

function ms(figures: Figures | undefined): string {
  return figures === undefined ? "-" : `${figures.p50.toFixed(1)} / ${figures.p95.toFixed(1)}`;
}
