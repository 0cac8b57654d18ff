/** The focus events that matter in a turn: a part of retrieve, whoever looks up the memories. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { reasonOf } from "../../base/errors.ts";
import { readAll } from "../../memory/documents.ts";
import { FocusEventSchema, focusForTurn } from "../../memory/focus.ts";
import type { FocusEvent } from "../../memory/focus.ts";
import { namespaces } from "../../memory/namespaces.ts";
import type { Degraded } from "../../memory/recall/types.ts";
import type { Understanding } from "../../memory/understanding.ts";
import type { RunContext } from "../context.ts";

/** Never throws: without them the turn goes on, and says so. */
export async function focusOf(
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
