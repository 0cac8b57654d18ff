/**
 * The memory_manager graph (MiraMate v1): an agent that decides by itself what to search and what to keep.
 *
 *   open -> plan -> use_tools -> plan ... -> finish
 */
import { END, START, StateGraph } from "@langchain/langgraph";
import { makeFinish } from "../nodes/memory_manager/finish.ts";
import type { FinishNeeds } from "../nodes/memory_manager/finish.ts";
import { makeOpen } from "../nodes/memory_manager/open.ts";
import type { OpenNeeds } from "../nodes/memory_manager/open.ts";
import { makePlan } from "../nodes/memory_manager/plan.ts";
import type { PlanNeeds } from "../nodes/memory_manager/plan.ts";
import { makeUseTools } from "../nodes/memory_manager/use-tools.ts";
import type { UseToolsNeeds } from "../nodes/memory_manager/use-tools.ts";
import { ManagerInput, ManagerState } from "../state/memory-manager.ts";
import type { ManagerStateType } from "../state/memory-manager.ts";

export type MemoryManagerNeeds = OpenNeeds & PlanNeeds & UseToolsNeeds & FinishNeeds;

export function afterOpen({ over }: Pick<ManagerStateType, "over">): "plan" | "finish" {
  return over ? "finish" : "plan";
}

export function afterPlan({ over }: Pick<ManagerStateType, "over">): "use_tools" | "finish" {
  return over ? "finish" : "use_tools";
}

export function buildMemoryManagerGraph(needs: MemoryManagerNeeds) {
  return new StateGraph({ state: ManagerState, input: ManagerInput })
    .addNode("open", makeOpen(needs))
    .addNode("plan", makePlan(needs))
    .addNode("use_tools", makeUseTools(needs))
    .addNode("finish", makeFinish(needs))
    .addEdge(START, "open")
    .addConditionalEdges("open", afterOpen, ["plan", "finish"])
    .addConditionalEdges("plan", afterPlan, ["use_tools", "finish"])
    .addEdge("use_tools", "plan")
    .addEdge("finish", END);
}
