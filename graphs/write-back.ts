/**
 * The write_back graph: drains the outbox of one user, turn by turn, oldest first.
 *
 *   take_turn -> index_dialogue -> extract -> reflect -> buffer_memories -> index_memories -> take_turn ... -> END
 */
import { END, START, StateGraph } from "@langchain/langgraph";
import { makeIndexMemories } from "../nodes/index-memories.ts";
import type { IndexMemoriesNeeds } from "../nodes/index-memories.ts";
import { makeBufferMemories } from "../nodes/write_back/buffer-memories.ts";
import type { BufferMemoriesNeeds } from "../nodes/write_back/buffer-memories.ts";
import { makeExtract } from "../nodes/write_back/extract.ts";
import type { ExtractNeeds } from "../nodes/write_back/extract.ts";
import { makeReflect } from "../nodes/write_back/reflect.ts";
import type { ReflectNeeds } from "../nodes/write_back/reflect.ts";
import { makeTakeTurn } from "../nodes/write_back/take-turn.ts";
import type { TakeTurnNeeds } from "../nodes/write_back/take-turn.ts";
import { WriteBackInput, WriteBackState } from "../state/background.ts";
import type { WriteBackStateType } from "../state/background.ts";

export type WriteBackGraphNeeds = TakeTurnNeeds &
  ExtractNeeds &
  ReflectNeeds &
  BufferMemoriesNeeds &
  IndexMemoriesNeeds;

/** The outbox is empty when no turn could be taken. */
export function afterTakeTurn(state: Pick<WriteBackStateType, "turn">): "index_dialogue" | typeof END {
  return state.turn === null ? END : "index_dialogue";
}

export function buildWriteBackGraph(needs: WriteBackGraphNeeds) {
  return (
    new StateGraph({ state: WriteBackState, input: WriteBackInput })
      .addNode("take_turn", makeTakeTurn(needs))
      // The raw dialogue is found before the slow extraction begins.
      .addNode("index_dialogue", makeIndexMemories(needs))
      .addNode("extract", makeExtract(needs))
      .addNode("reflect", makeReflect(needs))
      .addNode("buffer_memories", makeBufferMemories(needs))
      .addNode("index_memories", makeIndexMemories(needs))
      .addEdge(START, "take_turn")
      .addConditionalEdges("take_turn", afterTakeTurn, ["index_dialogue", END])
      .addEdge("index_dialogue", "extract")
      .addEdge("extract", "reflect")
      .addEdge("reflect", "buffer_memories")
      .addEdge("buffer_memories", "index_memories")
      .addEdge("index_memories", "take_turn")
  );
}
