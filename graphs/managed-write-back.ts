/**
 * The write_back graph where the memory manager keeps the memories (MEMORY_STRATEGY=agent). The same outbox is drained, turn by
 * turn, oldest first:
 *
 *   take_turn -> index_dialogue -> think -> store_episode -> manage -> index_memories -> take_turn ... -> END
 */
import { END, START, StateGraph } from "@langchain/langgraph";
import { makeIndexMemories } from "../nodes/index-memories.ts";
import type { IndexMemoriesNeeds } from "../nodes/index-memories.ts";
import { makeManage } from "../nodes/write_back/manage.ts";
import type { ManageNeeds } from "../nodes/write_back/manage.ts";
import { makeStoreEpisode } from "../nodes/write_back/store-episode.ts";
import type { StoreEpisodeNeeds } from "../nodes/write_back/store-episode.ts";
import { makeTakeTurn } from "../nodes/write_back/take-turn.ts";
import type { TakeTurnNeeds } from "../nodes/write_back/take-turn.ts";
import { makeThink } from "../nodes/write_back/think.ts";
import type { ThinkNeeds } from "../nodes/write_back/think.ts";
import { WriteBackInput } from "../state/background.ts";
import { ManagedWriteBackState } from "../state/memory-manager.ts";
import { afterTakeTurn } from "./write-back.ts";

export type ManagedWriteBackNeeds = TakeTurnNeeds &
  ThinkNeeds &
  StoreEpisodeNeeds &
  ManageNeeds &
  IndexMemoriesNeeds;

export function buildManagedWriteBackGraph(needs: ManagedWriteBackNeeds) {
  return (
    new StateGraph({ state: ManagedWriteBackState, input: WriteBackInput })
      .addNode("take_turn", makeTakeTurn(needs))
      // The raw dialogue is found before the slow steps begin.
      .addNode("index_dialogue", makeIndexMemories(needs))
      .addNode("think", makeThink(needs))
      .addNode("store_episode", makeStoreEpisode(needs))
      .addNode("manage", makeManage(needs))
      .addNode("index_memories", makeIndexMemories(needs))
      .addEdge(START, "take_turn")
      .addConditionalEdges("take_turn", afterTakeTurn, ["index_dialogue", END])
      .addEdge("index_dialogue", "think")
      .addEdge("think", "store_episode")
      .addEdge("store_episode", "manage")
      .addEdge("manage", "index_memories")
      .addEdge("index_memories", "take_turn")
  );
}
