/** What the run on MemoryBank-CN shows: a line a question, a table at the end. */
import type { RankSummary } from "../metrics.ts";
import type { AskedQuestion, MemoryBankReport } from "./run.ts";

export function asLine({ rank, kind, user, question, memories, degraded }: AskedQuestion): string {
  const outcome = memories === 0 ? "nothing" : rank === undefined ? "missed" : `rank ${rank}`;
  const without = degraded.length === 0 ? "" : `  (degraded: ${degraded.join(", ")})`;
  return `${outcome.padEnd(8)}  ${kind.padEnd(13)}  ${user}  ${question}${without}\n`;
}

export function asTable(report: MemoryBankReport): string {
  const row = (name: string, { questions, hit, hit5, mrr }: RankSummary): string =>
    `| ${name} | ${questions} | ${hit.toFixed(3)} | ${hit5.toFixed(3)} | ${mrr.toFixed(3)} |\n`;
  return (
    "\n| questions | n | gold in the prompt | in the first 5 | MRR |\n|---|--:|--:|--:|--:|\n" +
    row("all", report.overall) +
    Object.entries(report.byKind)
      .map(([kind, summary]) => row(kind, summary))
      .join("") +
    `\n${report.memoriesPerQuestion.toFixed(1)} memories and ${report.tokensPerQuestion.toFixed(0)} tokens a question; ` +
    `nothing recalled for ${report.nothingRecalled} of ${report.overall.questions}\n`
  );
}
