/** Runs fault cases on one companion, each with a user of its own. */
import { createCompanion } from "../../app/companion.ts";
import type { Companion, PastUtterance } from "../../app/types.ts";
import { parseInstant } from "../../app/command-line/instants.ts";
import { fixedClock } from "../../base/clock.ts";
import type { CompanionOptions } from "../../app/companion.ts";
import type { FaultCase } from "./cases.ts";
import { faultsAfter, faultsOfAnswer } from "./check.ts";

export interface CaseResult {
  readonly id: string;
  readonly kind: string;
  readonly needsModel: boolean;
  readonly outcome: "passed" | "failed" | "not supported";
  readonly faults: readonly string[];
}

export async function runCases(
  cases: readonly FaultCase[],
  dataFolder: string,
  options: CompanionOptions = {},
  /** Told before a case begins. */
  begins: (one: FaultCase) => void = () => undefined,
): Promise<CaseResult[]> {
  const clock = fixedClock(new Date(0));
  const companion = await createCompanion({
    ...options,
    env: { MIRAMATE_DATA: dataFolder, ...options.env },
    clock,
  });
  try {
    const results: CaseResult[] = [];
    for (const one of cases) {
      begins(one);
      results.push(await runCase(one, companion, clock));
    }
    return results;
  } finally {
    await companion.close();
  }
}

async function runCase(
  one: FaultCase,
  companion: Companion,
  clock: ReturnType<typeof fixedClock>,
): Promise<CaseResult> {
  const { id, kind, needsModel, timezone } = one;
  const about = { id, kind, needsModel };
  const unsupported = unsupportedBy(one);
  if (unsupported !== undefined) return { ...about, outcome: "not supported", faults: [unsupported] };
  const instant = (time: string): Date => parseInstant(time, timezone) ?? new Date(Number.NaN);

  let waiting: PastUtterance[] = [];
  const takeIn = async (): Promise<void> => {
    if (waiting.length > 0)
      await companion.past({ user: id, session: "first", utterances: waiting, timezone });
    await companion.settle();
    waiting = [];
  };
  for (const turn of one.turns) {
    if ("who" in turn) {
      const at = instant(turn.time);
      clock.set(at);
      if (turn.who === "user") await takeIn();
      waiting.push({ who: turn.who, text: turn.text, at });
    } else {
      await takeIn();
      await companion.idle(id, { now: clock.now(), timezone });
    }
  }
  await takeIn();
  const faults = faultsAfter(one, {
    memories: await companion.memories(id),
    profile: await companion.profile(id),
    focus: await companion.focus(id),
  });
  if (one.ask !== undefined) {
    const { time, text, sameSession } = one.ask;
    const session = sameSession ? "first" : "second";
    const now = instant(time);
    const focus = await companion.focus(id, { now });
    const turn = await companion.turn({ user: id, session, text, now, timezone });
    faults.push(...faultsOfAnswer(one, turn, focus));
  }
  return { ...about, outcome: faults.length === 0 ? "passed" : "failed", faults };
}

/** What a case asks for that the product cannot do. */
function unsupportedBy({ turns, ask }: FaultCase): string | undefined {
  if (turns.some((turn) => "forget" in turn)) return "forgetting on demand";
  if (turns.some((turn) => "correct" in turn)) return "correcting on demand";
  if (ask !== undefined && ask.marksStale.length > 0) return "marking what rested on a former belief";
  return undefined;
}
