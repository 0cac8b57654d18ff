/**
 * The consolidate graph: idle work for one user.
 *
 *   update_profile -> recognise_events -> merge_memories -> clear_focus -> index_memories
 */
import { END, START, StateGraph } from "@langchain/langgraph";
import { makeClearFocus } from "../nodes/consolidate/clear-focus.ts";
import type { ClearFocusNeeds } from "../nodes/consolidate/clear-focus.ts";
import { makeMergeMemories } from "../nodes/consolidate/merge-memories.ts";
import type { MergeMemoriesNeeds } from "../nodes/consolidate/merge-memories.ts";
import { makeRecogniseEvents } from "../nodes/consolidate/recognise-events.ts";
import type { RecogniseEventsNeeds } from "../nodes/consolidate/recognise-events.ts";
import { makeUpdateProfile } from "../nodes/consolidate/update-profile.ts";
import type { UpdateProfileNeeds } from "../nodes/consolidate/update-profile.ts";
import { makeIndexMemories } from "../nodes/index-memories.ts";
import { ConsolidateInput, ConsolidateState } from "../state/background.ts";

export type ConsolidateNeeds = UpdateProfileNeeds &
  RecogniseEventsNeeds &
  MergeMemoriesNeeds &
  ClearFocusNeeds;

export function buildConsolidateGraph(needs: ConsolidateNeeds) {
  return new StateGraph({ state: ConsolidateState, input: ConsolidateInput })
    .addNode("update_profile", makeUpdateProfile(needs))
    .addNode("recognise_events", makeRecogniseEvents(needs))
    .addNode("merge_memories", makeMergeMemories(needs))
    .addNode("clear_focus", makeClearFocus(needs))
    .addNode("index_memories", makeIndexMemories(needs))
    .addEdge(START, "update_profile")
    .addEdge("update_profile", "recognise_events")
    .addEdge("recognise_events", "merge_memories")
    .addEdge("merge_memories", "clear_focus")
    .addEdge("clear_focus", "index_memories")
    .addEdge("index_memories", END);
}
