/** recognise_events: looks in the dialogues that may tell of one for the rare events that shape a life. */
import type { EventRecogniser } from "../../memory/consolidation/events.ts";
import type { ConsolidateStateType, ConsolidateUpdate } from "../../state/background.ts";
import { requireTimezone, requireUser } from "../context.ts";
import type { NodeConfig } from "../context.ts";

export interface RecogniseEventsNeeds {
  readonly events: EventRecogniser;
  readonly timezone: string;
}

export function makeRecogniseEvents({ events, timezone }: RecogniseEventsNeeds) {
  return async (state: ConsolidateStateType, config: NodeConfig): Promise<ConsolidateUpdate> => {
    const { found, degraded } = await events.recognise(
      requireUser(state.user),
      requireTimezone(state.timezone ?? timezone),
      config.signal,
    );
    return {
      report: { ...state.report, importantEvents: found },
      degraded: [...state.degraded, ...degraded],
    };
  };
}
