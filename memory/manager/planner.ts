/**
 * Who decides what the memory manager does next: a model that calls tools, a model that writes its calls as JSON, or the rule
 * engine. The loop around it (graphs/memory-manager.ts) is the same for all of them.
 */
import type { ToolCall, ToolTalk } from "../../models/chat/port.ts";
import type { Degraded } from "../recall/types.ts";
import type { Progress } from "./run-tool.ts";
import type { Assignment } from "./request.ts";

export interface Step {
  /** None: the run is over. */
  readonly calls: readonly ToolCall[];
  /** The planner's words; its last ones are the memory context that it put together. */
  readonly text: string;
  /** Tokens that this step cost, in and out; 0 where no model was asked. */
  readonly tokens: number;
  readonly degraded: readonly Degraded[];
}

export interface Planner {
  /**
   * The next step. `talk` is what was called and answered so far in this run, empty at its beginning. Throws only when `signal`
   * aborts.
   */
  next(
    assignment: Assignment,
    talk: readonly ToolTalk[],
    progress: Progress,
    signal: AbortSignal | undefined,
  ): Promise<Step>;
}
