/** retrieve: looks up what the input calls for, in long-term memory and among the focus events. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { reasonOf } from "../../base/errors.ts";
import { readAll } from "../../memory/documents.ts";
import { FocusEventSchema, focusForTurn } from "../../memory/focus.ts";
import type { FocusEvent } from "../../memory/focus.ts";
import { namedIn, readNames } from "../../memory/names.ts";
import { namespaces } from "../../memory/namespaces.ts";
import { recall } from "../../memory/recall/recall.ts";
import type { RecallNeeds, RecallResult } from "../../memory/recall/recall.ts";
import type { Query, Question } from "../../memory/recall/question.ts";
import type { Degraded } from "../../memory/recall/types.ts";
import type { Understanding } from "../../memory/understanding.ts";
import type { CompanionStateType, CompanionUpdate } from "../../state/companion.ts";
import { runContext } from "../context.ts";
import type { ContextNeeds, NodeConfig, RunContext } from "../context.ts";
import { saidMessages } from "../messages.ts";

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
      understanding.needsMemory ? look(context, said, understanding, needs) : { hits: [], degraded: [] },
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
): Promise<RecallResult> {
  const degraded: Degraded[] = [];
  const known = await readNames(needs.store, user).catch((error: unknown) => {
    degraded.push({ part: "recall.people", reason: reasonOf(error), instead: "without" });
    return [];
  });
  const question = questionOf(user, said, understanding, { names: needs.names, known });
  const result = await recall(question, now, needs.recall);
  return { hits: result.hits, degraded: [...degraded, ...result.degraded] };
}

/** Of a longer input the understanding says what it is about. */
const LONGEST_ASKED = 120;

/**
 * The texts to search with. What was asked is searched with as it was written, since that finds best (docs/recall.md); what
 * the understanding made of it stands beside it where it says more than the same from another view.
 */
function queriesOf(asked: string, { queries }: Understanding): Query[] {
  const text = asked.trim();
  if (text === "" || text.length > LONGEST_ASKED) return queries;
  return [{ text, strategy: "asked" }, ...queries.filter(({ strategy }) => strategy !== "asked")];
}

function questionOf(
  user: string,
  said: readonly string[],
  understanding: Understanding,
  { names, known }: { readonly names: RetrieveNeeds["names"]; readonly known: readonly string[] },
): Question {
  const { timeRange, collections, intent, emotion } = understanding;
  const asked = said.at(-1) ?? "";
  const isAboutTalk = collections?.every((collection) => collection === "dialog_logs") === true;
  return {
    user,
    queries: queriesOf(asked, understanding),
    asked,
    keywords: understanding.keywords,
    names: known,
    named: namedIn(said, known),
    speaker: isAboutTalk ? names.companionName : undefined,
    feeling: intent === "ask_memory" && emotion !== "neutral" ? emotion : undefined,
    attributes: understanding.attributes,
    range: timeRange && { from: Date.parse(timeRange.start), to: Date.parse(timeRange.end) },
    routes: understanding.routes,
    collections,
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
