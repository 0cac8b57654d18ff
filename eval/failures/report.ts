/** What the run on fault cases shows: a line a case with its faults, the counts at the end. */
import type { CaseResult } from "./run.ts";

export function asReport(results: readonly CaseResult[]): string {
  const byRules = results.filter(({ needsModel }) => !needsModel);
  const byModel = results.filter(({ needsModel }) => needsModel);
  return (
    results.map(asLine).join("") +
    `\n${counts(byRules)}\n` +
    (byModel.length === 0 ? "" : `of those that rules alone cannot be expected to see: ${counts(byModel)}\n`)
  );
}

function asLine({ outcome, id, kind, needsModel, faults }: CaseResult): string {
  const note = needsModel ? " (needs a model)" : "";
  const why = faults.map((fault) => `    ${fault}\n`).join("");
  return `${outcome.padEnd(13)}  ${id.padEnd(14)}  ${kind}${note}\n${why}`;
}

function counts(results: readonly CaseResult[]): string {
  const count = (outcome: CaseResult["outcome"]): number =>
    results.filter((result) => result.outcome === outcome).length;
  return (
    `${count("passed")} of ${results.length} passed, ${count("failed")} failed, ` +
    `${count("not supported")} not supported yet`
  );
}
