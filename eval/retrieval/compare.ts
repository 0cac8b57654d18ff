/** Two reports side by side: which figures fell by more than chance. */
import { contentId } from "../../base/ids.ts";
import { JUDGED, fallProbability } from "../metrics.ts";
import type { RetrievalReport, SetReport } from "./report.ts";
import type { Answered } from "./run.ts";
import type { RetrievalSet } from "./types.ts";

/** Stands for the very questions of a set, with what answers them: only the same ones are compared. */
export function askedId({ pools }: RetrievalSet): string {
  const asked = pools.flatMap(({ questions }) =>
    questions.map(({ id, text, gold }) => JSON.stringify([id, text, [...gold].sort()])),
  );
  return contentId("asked", ...asked.sort());
}

/** Each question's figures in the order of JUDGED, short. */
export function questionFigures(answered: readonly Answered[]): Record<string, number[]> {
  return Object.fromEntries(
    answered.map((entry) => [entry.id, JUDGED.map((name) => Number(entry[name].toFixed(4)))]),
  );
}

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

/** Falls beyond noise, sets that were compared, and sets that could not be, since other questions were asked. */
export function falls(
  before: RetrievalReport,
  now: RetrievalReport,
): { readonly falls: Fall[]; readonly compared: string[]; readonly skipped: string[] } {
  const pairs = Object.entries(now.sets).map(([set, report]) => ({ set, report, former: before.sets[set] }));
  const same = pairs.filter(({ report, former }) => former?.asked === report.asked);
  return {
    falls: same.flatMap(({ set, report, former }) =>
      former === undefined ? [] : fallsOf(set, former, report),
    ),
    compared: same.map(({ set }) => set),
    skipped: pairs.filter((pair) => !same.includes(pair)).map(({ set }) => set),
  };
}

function fallsOf(set: string, former: SetReport, report: SetReport): Fall[] {
  const ids = Object.keys(report.questions);
  return COMPARED.flatMap((metric) => {
    if (former[metric] - report[metric] <= LEAST_FALL) return [];
    const place = JUDGED.indexOf(metric);
    const values = (from: SetReport): number[] => ids.map((id) => from.questions[id]?.[place] ?? 0);
    const p = fallProbability(values(former), values(report));
    return p < P ? [{ set, metric, before: former[metric], now: report[metric], p }] : [];
  });
}
