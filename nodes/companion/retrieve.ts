/** retrieve: looks up what the input calls for, in long-term memory and among the focus events. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { reasonOf } from "../../base/errors.ts";
import { readAll } from "../../memory/documents.ts";
import { FocusEventSchema, focusForTurn } from "../../memory/focus.ts";
import type { FocusEvent } from "../../memory/focus.ts";
import { namespaces } from "../../memory/namespaces.ts";
import { recall } from "../../memory/recall/recall.ts";
import type { RecallNeeds } from "../../memory/recall/recall.ts";
import type { Degraded } from "../../memory/recall/types.ts";
import type { Understanding } from "../../memory/understanding.ts";
import type { CompanionStateType, CompanionUpdate } from "../../state/companion.ts";
import { runContext } from "../context.ts";
import type { ContextNeeds, NodeConfig, RunContext } from "../context.ts";
import { saidMessages } from "../messages.ts";

export interface RetrieveNeeds extends ContextNeeds {
  readonly store: BaseStore;
  readonly recall: RecallNeeds;
}

export function makeRetrieve(needs: RetrieveNeeds) {
  return async (state: CompanionStateType, config: NodeConfig): Promise<CompanionUpdate> => {
    const { understanding } = state;
    if (understanding === null) return {};
    const context = runContext(config, needs);
    const input = state.messages.at(-1)?.text ?? "";
    const [focus, recalled] = await Promise.all([
      focusOf(context, understanding, input, needs.store),
      understanding.needsMemory
        ? recall(questionOf(context.user, input, understanding), context.now, needs.recall)
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

function questionOf(user: string, asked: string, understanding: Understanding): Parameters<typeof recall>[0] {
  const { timeRange } = understanding;
  return {
    user,
    queries: [{ text: understanding.memoryQuery, strategy: "rewrite" }],
    asked,
    keywords: understanding.keywords,
    attributes: understanding.attributes,
    range: timeRange && { from: Date.parse(timeRange.start), to: Date.parse(timeRange.end) },
    collections: understanding.collections,
    includeInactive: understanding.aboutPast ?? false,
  };
}

async function focusOf(
  { user, now }: RunContext,
  understanding: Understanding,
  text: string,
  store: BaseStore,
): Promise<{ events: FocusEvent[]; degraded: Degraded[] }> {
  try {
    const events = (await readAll(store, FocusEventSchema, namespaces.focus(user))).map(({ value }) => value);
    return {
      events: focusForTurn(
        events,
        { text, keywords: understanding.keywords, range: understanding.timeRange },
        now,
      ),
      degraded: [],
    };
  } catch (error) {
    return { events: [], degraded: [{ part: "recall.focus", reason: reasonOf(error), instead: "without" }] };
  }
}
