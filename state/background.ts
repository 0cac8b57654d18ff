/** The states of the two background graphs. Each runs for one user; texts stay in the stores, keys travel. */
import { StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { ExtractionSchema } from "../memory/extraction.ts";
import { DegradedSchema } from "../memory/recall/types.ts";
import { TurnSchema } from "../memory/turn.ts";

export const WriteBackState = new StateSchema({
  /** Whose outbox is drained. Input. */
  user: z.string(),
  /** The turn at hand; null when the outbox is empty. Written by take_turn. */
  turn: TurnSchema.nullable().default(null),
  /** What the turn says that is worth keeping. Written by extract. */
  extraction: ExtractionSchema.nullable().default(null),
  /** Turns done in this run. */
  done: z.array(z.string()).default(() => []),
  degraded: z.array(DegradedSchema).default(() => []),
});
export type WriteBackStateType = typeof WriteBackState.State;
export type WriteBackUpdate = typeof WriteBackState.Update;

export const IdleReportSchema = z.object({
  read: z.number(),
  written: z.number(),
  superseded: z.number(),
  duplicates: z.number(),
  importantEvents: z.number(),
  focusCleared: z.number(),
});

export const emptyReport = {
  read: 0,
  written: 0,
  superseded: 0,
  duplicates: 0,
  importantEvents: 0,
  focusCleared: 0,
};

export const ConsolidateState = new StateSchema({
  /** Whose buffer is consolidated. Input. */
  user: z.string(),
  /** ISO instant and timezone to consolidate at; default: the clock and the setting. Input. */
  now: z.string().optional(),
  timezone: z.string().optional(),
  /** Counts of what was done; each node adds its own. */
  report: IdleReportSchema.default(() => emptyReport),
  degraded: z.array(DegradedSchema).default(() => []),
});
export type ConsolidateStateType = typeof ConsolidateState.State;
export type ConsolidateUpdate = typeof ConsolidateState.Update;
