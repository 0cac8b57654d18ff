/**
 * Plays a scripted life on a companion and tells of each step as one JSON object with keys in a fixed order. What a
 * step's object says depends on the script alone, but for `timings`.
 */
import { isMiraMateError } from "../../base/errors.ts";
import { contentId } from "../../base/ids.ts";
import type { Degraded, Recalled } from "../../memory/recall/types.ts";
import type { Understanding } from "../../memory/understanding.ts";
import type { Companion, HeldMemory, IdleReport } from "../types.ts";
import { inTurns } from "../utterances.ts";
import type { Step } from "./step.ts";

/** What is told of a step. Keys that do not belong to its `op` are absent. */
export interface StepReport {
  readonly step: number;
  readonly op: Step["op"];
  readonly user: string;
  readonly session: string | null;
  /** ISO instant. */
  readonly now: string;
  readonly answer?: string;
  readonly understanding?: Understanding;
  readonly recalled?: readonly Recalled[];
  readonly prompt?: {
    readonly blocks: readonly { readonly name: string; readonly tokens: number; readonly text: string }[];
  };
  readonly degraded: readonly Degraded[];
  readonly timings: Readonly<Record<string, number>>;
  readonly memories?: readonly HeldMemory[];
  readonly report?: IdleReport;
  /** Id of the turn that the words belong to. */
  readonly turn?: string | null;
  /** The step could not be done; the ones after it still run. */
  readonly error?: { readonly code: string; readonly message: string };
}

export interface ReplayNeeds {
  readonly companion: Companion;
  readonly report: (report: StepReport) => void;
  /** Sets the clock that background work reads, before each step. */
  readonly setNow: (now: Date) => void;
  readonly stop: AbortSignal;
}

type Outcome = Partial<Omit<StepReport, "step" | "op" | "user" | "session" | "now">>;
type PastStep = Extract<Step, { op: "past" }>;

/**
 * Runs the steps in order, each one to its end with the background work it caused. Resolves to how many failed. An
 * error that is none of ours is a fault of the product: it is thrown and ends the replay.
 */
export async function replay(steps: AsyncIterable<Step>, needs: ReplayNeeds): Promise<number> {
  let failed = 0;
  const turns = inTurns(steps, {
    opens: (step) => step.op === "past" && step.who === "user",
    answers: (question, answer) =>
      answer.op === "past" &&
      answer.who === "companion" &&
      answer.user === question.user &&
      answer.session === question.session,
  });
  for await (const group of turns) {
    if (needs.stop.aborted) break;
    needs.setNow(group[group.length - 1]!.now);
    let outcome: Outcome;
    try {
      outcome = await run(group, needs);
    } catch (error) {
      if (needs.stop.aborted) break;
      if (!isMiraMateError(error)) throw error;
      outcome = { error: { code: error.code, message: error.message } };
      failed += group.length;
    }
    for (const step of group) needs.report(reportOf(step, outcome));
  }
  return failed;
}

async function run(group: readonly [Step] | readonly [Step, Step], needs: ReplayNeeds): Promise<Outcome> {
  const [step] = group;
  const { companion, stop } = needs;
  const { user, now, timezone } = step;
  switch (step.op) {
    case "turn": {
      const { session, text } = step;
      // Ids are made from it, so it must come from the script too: the same step is the same turn.
      const id = contentId("step", String(step.line), user, session, now.toISOString(), text);
      const result = await companion.turn({ user, session, text, id, now, timezone, signal: stop });
      await companion.settle();
      const { answer, understanding, recalled, prompt, degraded, timings, turn } = result;
      const blocks = prompt.blocks.map(({ name, tokens, text: content }) => ({
        name,
        tokens,
        text: content,
      }));
      return { answer, understanding, recalled, prompt: { blocks }, degraded, timings, turn };
    }
    case "past": {
      const utterances = (group as readonly PastStep[]).map(({ who, text, now: at }) => ({ who, text, at }));
      const { turns } = await companion.past({ user, session: step.session, utterances, timezone });
      await companion.settle();
      return { turn: turns[0] ?? null };
    }
    case "idle": {
      const report = await companion.idle(user, { now, timezone });
      await companion.settle();
      return { degraded: report.degraded, report };
    }
    case "memories":
      return { memories: await companion.memories(user) };
  }
}

function reportOf(step: Step, outcome: Outcome): StepReport {
  const {
    answer,
    understanding,
    recalled,
    prompt,
    degraded = [],
    timings = {},
    memories,
    report,
    turn,
    error,
  } = outcome;
  return {
    step: step.number,
    op: step.op,
    user: step.user,
    session: step.session ?? null,
    now: step.now.toISOString(),
    ...(answer === undefined ? {} : { answer }),
    ...(understanding === undefined ? {} : { understanding }),
    ...(recalled === undefined ? {} : { recalled }),
    ...(prompt === undefined ? {} : { prompt }),
    degraded,
    timings,
    ...(memories === undefined ? {} : { memories }),
    ...(report === undefined ? {} : { report }),
    ...(turn === undefined ? {} : { turn }),
    ...(error === undefined ? {} : { error }),
  };
}
