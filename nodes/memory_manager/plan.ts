/**
 * plan: asks the planner for the next calls, within bounds of steps, tokens and time. At a bound the run ends with what it has;
 * where that is nothing, the rule engine does the work once, which takes milliseconds.
 */
import { reasonOf } from "../../base/errors.ts";
import type { Planner, Step } from "../../memory/manager/planner.ts";
import type { Assignment } from "../../memory/manager/request.ts";
import type { Degraded } from "../../memory/recall/types.ts";
import type { ManagerStateType, ManagerUpdate } from "../../state/memory-manager.ts";
import type { NodeConfig } from "../context.ts";
import { assignmentOf } from "./assignment.ts";
import type { AssignmentNeeds } from "./assignment.ts";
import { planMessage, talkOf } from "./talk.ts";

export interface Bounds {
  /** Rounds of calls. */
  readonly steps: number;
  readonly tokens: number;
  /** For the whole run, in milliseconds. */
  readonly ms: number;
}

export interface PlanNeeds extends AssignmentNeeds {
  readonly planner: Planner;
  /** Does the work where a run was stopped before it had anything. */
  readonly rules: Planner;
  readonly bounds: Bounds;
}

export function makePlan(needs: PlanNeeds) {
  return async (state: ManagerStateType, config: NodeConfig): Promise<ManagerUpdate> => {
    const assignment = assignmentOf(state, needs);
    const step = await nextStep(state, assignment, needs, config.signal);
    return {
      messages: [planMessage(step.text, step.calls)],
      steps: state.steps + 1,
      tokens: state.tokens + step.tokens,
      over: step.calls.length === 0,
      context: step.calls.length === 0 ? step.text : "",
      degraded: [...state.degraded, ...step.degraded],
    };
  };
}

async function nextStep(
  state: ManagerStateType,
  assignment: Assignment,
  needs: PlanNeeds,
  signal: AbortSignal | undefined,
): Promise<Step> {
  // What the rules have begun they end: a planner that failed is not asked again.
  if (hasLooked(state)) return needs.rules.next(assignment, talkOf(state.messages), state, signal);
  const bound = boundReached(state, needs);
  return bound === undefined
    ? asked(state, assignment, needs, signal)
    : stopped(state, assignment, bound, needs);
}

function boundReached(
  { steps, tokens, began }: ManagerStateType,
  { bounds, clock }: PlanNeeds,
): string | undefined {
  if (steps >= bounds.steps) return "steps";
  if (tokens >= bounds.tokens) return "tokens";
  return clock.now().getTime() - began >= bounds.ms ? "time" : undefined;
}

/** The planner's step, or what is done when its time is over. */
async function asked(
  state: ManagerStateType,
  assignment: Assignment,
  needs: PlanNeeds,
  signal: AbortSignal | undefined,
): Promise<Step> {
  const left = Math.max(1, needs.bounds.ms - (needs.clock.now().getTime() - state.began));
  const deadline = AbortSignal.timeout(left);
  try {
    return await needs.planner.next(
      assignment,
      talkOf(state.messages),
      state,
      signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    );
  } catch (error) {
    if (signal?.aborted === true || !deadline.aborted) throw error;
    return stopped(state, assignment, "time", needs, error);
  }
}

async function stopped(
  state: ManagerStateType,
  assignment: Assignment,
  bound: string,
  { rules }: PlanNeeds,
  error?: unknown,
): Promise<Step> {
  const degraded = (instead: string): Degraded[] => [
    { part: "memory_manager", reason: error === undefined ? `out of ${bound}` : reasonOf(error), instead },
  ];
  if (hasSomething(state)) {
    const { text } = await rules.next(assignment, talkOf(state.messages), state, undefined);
    return { calls: [], text, tokens: 0, degraded: degraded("partial") };
  }
  // Without the talk so far the rules begin afresh.
  return { ...(await rules.next(assignment, [], state, undefined)), degraded: degraded("rules") };
}

const hasSomething = ({ request, hits, effects }: ManagerStateType): boolean =>
  request.task === "search" ? hits.length > 0 : effects.some(({ kind }) => kind !== "access");

/** Whether the rules have had their round of calls in this run. */
const hasLooked = ({ messages }: ManagerStateType): boolean =>
  talkOf(messages).some(
    (message) => "calls" in message && message.calls.some(({ id }) => id.startsWith("rules_")),
  );
