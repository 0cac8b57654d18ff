/** retrieve: looks up what the input calls for, in long-term memory and among the focus events. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { reasonOf } from "../../base/errors.ts";
import { readNames } from "../../memory/names.ts";
import { questionOf } from "../../memory/recall/ask.ts";
import { recall } from "../../memory/recall/recall.ts";
import type { RecallNeeds, RecallResult } from "../../memory/recall/recall.ts";
import type { Degraded } from "../../memory/recall/types.ts";
import type { Understanding } from "../../memory/understanding.ts";
import type { CompanionStateType, CompanionUpdate } from "../../state/companion.ts";
import { runContext } from "../context.ts";
import type { ContextNeeds, NodeConfig, RunContext } from "../context.ts";
import { saidMessages } from "../messages.ts";
import { focusOf } from "./focus.ts";

export interface RetrieveNeeds extends ContextNeeds {
  readonly store: BaseStore;
  readonly recall: RecallNeeds;
  readonly names: { readonly userName: string; readonly companionName: string };
}

export function makeRetrieve(needs: RetrieveNeeds) {
  return async (state: CompanionStateType, config: NodeConfig): Promise<CompanionUpdate> => {
    const { understanding } = state;
    if (understanding === null) return {};
    const context = runContext(config, needs);
    const input = state.messages.at(-1)?.text ?? "";
    const said = state.messages.slice(-MESSAGES_NAMED).map(({ text }) => text);
    const [focus, recalled] = await Promise.all([
      focusOf(context, understanding, input, needs.store),
      understanding.needsMemory
        ? look(context, said, understanding, needs, config.signal)
        : { hits: [], degraded: [] },
    ]);
    const inMind = new Set(saidMessages(state.messages, context.now).map((message) => message.turn));
    return {
      // What was said in this very conversation a moment ago stands in the history already.
      recalled: recalled.hits.filter(
        (hit) => hit.collection !== "dialog_logs" || !inMind.has(hit.source?.turn ?? "-"),
      ),
      focusEvents: focus.events,
      degraded: [...state.degraded, ...focus.degraded, ...recalled.degraded],
    };
  };
}

/** Messages in which a name counts as named, the input included. */
const MESSAGES_NAMED = 3;

async function look(
  { user, now }: RunContext,
  said: readonly string[],
  understanding: Understanding,
  needs: RetrieveNeeds,
  signal: AbortSignal | undefined,
): Promise<RecallResult> {
  const degraded: Degraded[] = [];
  const known = await readNames(needs.store, user).catch((error: unknown) => {
    degraded.push({ part: "recall.people", reason: reasonOf(error), instead: "without" });
    return [];
  });
  const question = questionOf({ user, said, understanding, names: needs.names, known });
  const result = await recall(question, now, needs.recall, signal);
  return { hits: result.hits, degraded: [...degraded, ...result.degraded] };
}
