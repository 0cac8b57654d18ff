/** clear_focus: expired focus events go. What they told of stays in facts and dialogue logs. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { readAll, writeAll } from "../../memory/documents.ts";
import { activeFocus, FocusEventSchema } from "../../memory/focus.ts";
import { namespaces } from "../../memory/namespaces.ts";
import type { ConsolidateStateType, ConsolidateUpdate } from "../../state/background.ts";
import type { ContextNeeds } from "../context.ts";
import { requireUser } from "../context.ts";

export interface ClearFocusNeeds extends Pick<ContextNeeds, "clock"> {
  readonly store: BaseStore;
}

export function makeClearFocus({ store, clock }: ClearFocusNeeds) {
  return async (state: ConsolidateStateType): Promise<ConsolidateUpdate> => {
    const user = requireUser(state.user);
    const now = state.now === undefined ? clock.now() : new Date(state.now);
    const events = (await readAll(store, FocusEventSchema, namespaces.focus(user))).map(({ value }) => value);
    const active = new Set(activeFocus(events, now));
    const expired = events.filter((event) => !active.has(event));
    await writeAll(
      store,
      expired.map((event) => ({ namespace: namespaces.focus(user), key: event.id, value: null })),
    );
    return { report: { ...state.report, focusCleared: expired.length } };
  };
}
