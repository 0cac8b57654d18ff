/** The states of the two background graphs. Each runs for one user; texts stay in the stores, keys travel. */
import { StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { ExtractionSchema } from "../memory/extraction.ts";
import { DegradedSchema } from "../memory/recall/types.ts";
import { TurnSchema } from "../memory/turn.ts";

/** What a caller of write_back may pass in. */
export const WriteBackInput = new StateSchema({
  user: z.string().describe("Whose outbox is drained."),
});

export const WriteBackState = new StateSchema({
  ...WriteBackInput.fields,
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

/** What a caller of consolidate may pass in. */
export const ConsolidateInput = new StateSchema({
  user: z.string().describe("Whose buffer is consolidated."),
  now: z.string().optional().describe("ISO instant to consolidate at. Default: now."),
  timezone: z.string().optional().describe("IANA timezone. Default: the setting MIRAMATE_TIMEZONE."),
});

export const ConsolidateState = new StateSchema({
  ...ConsolidateInput.fields,
  /** Counts of what was done; each node adds its own. */
  report: IdleReportSchema.default(() => emptyReport),
  degraded: z.array(DegradedSchema).default(() => []),
});
export type ConsolidateStateType = typeof ConsolidateState.State;
export type ConsolidateUpdate = typeof ConsolidateState.Update;
