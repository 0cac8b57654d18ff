/** retrieve, by the memory manager: it is asked to search for this input at this time (MEMORY_STRATEGY=agent). */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { reasonOf } from "../../base/errors.ts";
import type { CompanionStateType, CompanionUpdate } from "../../state/companion.ts";
import { runContext } from "../context.ts";
import type { ContextNeeds, NodeConfig, RunContext } from "../context.ts";
import type { RunManager } from "../memory_manager/run.ts";
import { saidMessages } from "../messages.ts";
import type { SaidMessage } from "../messages.ts";
import { focusOf } from "./focus.ts";

export interface RetrieveByAgentNeeds extends ContextNeeds {
  readonly store: BaseStore;
  readonly manager: RunManager;
}

/** Messages that the manager sees before the input. */
const MESSAGES_BEFORE = 6;

export function makeRetrieveByAgent(needs: RetrieveByAgentNeeds) {
  return async (state: CompanionStateType, config: NodeConfig): Promise<CompanionUpdate> => {
    const { understanding } = state;
    if (understanding === null) return {};
    const context = runContext(config, needs);
    const said = saidMessages(state.messages, context.now);
    const input = said.at(-1)?.text ?? "";
    const [focus, found] = await Promise.all([
      focusOf(context, understanding, input, needs.store),
      search(said, context, needs, config.signal),
    ]);
    const inMind = new Set(said.map(({ turn }) => turn));
    return {
      // What was said in this very conversation a moment ago stands in the history already.
      recalled: found.recalled.filter(
        (hit) => hit.collection !== "episodic" || !inMind.has(hit.source?.turn ?? "-"),
      ),
      focusEvents: focus.events,
      degraded: [...state.degraded, ...focus.degraded, ...found.degraded],
    };
  };
}

async function search(
  said: readonly SaidMessage[],
  { user, now, timezone }: RunContext,
  { manager }: RetrieveByAgentNeeds,
  signal: AbortSignal | undefined,
) {
  const before = said.slice(-1 - MESSAGES_BEFORE, -1).map(({ role, text }) => ({ role, text }));
  const request = { task: "search" as const, text: said.at(-1)?.text ?? "", before };
  try {
    return await manager({ user, request, now: now.toISOString(), timezone }, signal);
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return {
      recalled: [],
      degraded: [{ part: "memory_manager", reason: reasonOf(error), instead: "without" }],
    };
  }
}
