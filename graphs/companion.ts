/**
 * The companion graph: one turn.
 *
 *   understand -> retrieve -> merge_cache -> assemble_prompt -> answer -> write_back
 */
import { END, START, StateGraph } from "@langchain/langgraph";
import { makeAnswer } from "../nodes/companion/answer.ts";
import type { AnswerNeeds } from "../nodes/companion/answer.ts";
import { makeAssemblePrompt } from "../nodes/companion/assemble-prompt.ts";
import type { AssemblePromptNeeds } from "../nodes/companion/assemble-prompt.ts";
import { makeMergeCache } from "../nodes/companion/merge-cache.ts";
import type { MergeCacheNeeds } from "../nodes/companion/merge-cache.ts";
import { makeRetrieveByAgent } from "../nodes/companion/retrieve-by-agent.ts";
import { makeRetrieve } from "../nodes/companion/retrieve.ts";
import type { RetrieveNeeds } from "../nodes/companion/retrieve.ts";
import { makeUnderstand } from "../nodes/companion/understand.ts";
import type { UnderstandNeeds } from "../nodes/companion/understand.ts";
import { makeWriteBack } from "../nodes/companion/write-back.ts";
import type { WriteBackNeeds } from "../nodes/companion/write-back.ts";
import type { RunManager } from "../nodes/memory_manager/run.ts";
import { timed } from "../nodes/timed.ts";
import { CompanionContext, CompanionInput, CompanionState } from "../state/companion.ts";

export type CompanionNeeds = UnderstandNeeds &
  RetrieveNeeds &
  MergeCacheNeeds &
  AssemblePromptNeeds &
  AnswerNeeds &
  WriteBackNeeds & {
    /** The memory manager looks up what an input calls for, in place of the workflow's recall. */
    readonly manager?: RunManager;
  };

/** The builder, not compiled: the caller chooses checkpointer and store, or rewires it first. */
export function buildCompanionGraph(needs: CompanionNeeds) {
  return new StateGraph({ state: CompanionState, input: CompanionInput, context: CompanionContext })
    .addNode("understand", timed("understand", makeUnderstand(needs)))
    .addNode("retrieve", timed("retrieve", retrieveBy(needs)))
    .addNode("merge_cache", timed("merge_cache", makeMergeCache(needs)))
    .addNode("assemble_prompt", timed("assemble_prompt", makeAssemblePrompt(needs)))
    .addNode("answer", timed("answer", makeAnswer(needs)))
    .addNode("write_back", timed("write_back", makeWriteBack(needs)))
    .addEdge(START, "understand")
    .addEdge("understand", "retrieve")
    .addEdge("retrieve", "merge_cache")
    .addEdge("merge_cache", "assemble_prompt")
    .addEdge("assemble_prompt", "answer")
    .addEdge("answer", "write_back")
    .addEdge("write_back", END);
}

function retrieveBy(needs: CompanionNeeds) {
  const { manager } = needs;
  return manager === undefined ? makeRetrieve(needs) : makeRetrieveByAgent({ ...needs, manager });
}
