/** use_tools: carries out the calls of the newest plan, in order. What one of them does wrong is told to the planner in words. */
import { runTool } from "../../memory/manager/run-tool.ts";
import type { Progress } from "../../memory/manager/run-tool.ts";
import type { ReadingNeeds } from "../../memory/manager/reading.ts";
import type { ManagerStateType, ManagerUpdate } from "../../state/memory-manager.ts";
import { assignmentOf } from "./assignment.ts";
import type { AssignmentNeeds } from "./assignment.ts";
import { callsOf, resultMessage } from "./talk.ts";

export interface UseToolsNeeds extends AssignmentNeeds {
  readonly recall: ReadingNeeds;
}

/** Of one round; a model that asks for more has lost its way. */
const MOST_CALLS = 12;

export function makeUseTools(needs: UseToolsNeeds) {
  return async (state: ManagerStateType): Promise<ManagerUpdate> => {
    const assignment = assignmentOf(state, needs);
    let progress: Progress = state;
    const messages = [];
    for (const [at, call] of callsOf(state.messages.at(-1)).entries()) {
      if (at >= MOST_CALLS) {
        messages.push(resultMessage(call, `at most ${MOST_CALLS} calls at a time`));
        continue;
      }
      const outcome = await runTool(call, progress, assignment, needs.recall);
      progress = outcome.progress;
      messages.push(resultMessage(call, outcome.content));
    }
    const { hits, effects, degraded, done } = progress;
    return { messages, hits: [...hits], effects: [...effects], degraded: [...degraded], done: [...done] };
  };
}
