/** The states of the memory manager's graph, and of the write_back graph that hands it each turn. */
import { MessagesValue, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { EffectSchema, WroteSchema } from "../memory/manager/effects.ts";
import { ManagerRequestSchema, ManagerStatusSchema } from "../memory/manager/request.ts";
import { DegradedSchema, RecalledSchema } from "../memory/recall/types.ts";
import { TurnSchema } from "../memory/turn.ts";

/** What a caller of memory_manager may pass in. */
export const ManagerInput = new StateSchema({
  user: z.string().describe("Whose memories these are."),
  request: ManagerRequestSchema.describe(
    'What is to be done: {"task": "search", "text": ...}, or {"task": "record", "turn": ...}.',
  ),
  now: z.string().optional().describe("ISO instant of the request. Default: now, or when the turn was said."),
  timezone: z.string().optional().describe("IANA timezone. Default: the setting MIRAMATE_TIMEZONE."),
  status: ManagerStatusSchema.optional().describe("How the companion feels. Default: as it is kept."),
});

export const ManagerState = new StateSchema({
  ...ManagerInput.fields,
  /** The talk between planner and tools, in order: calls and what they answered. */
  messages: MessagesValue,
  /** Set when the run may call nothing any more: over, or out of steps, tokens or time. */
  over: z.boolean().default(false),
  /** Rounds of calls so far, and tokens that they cost. */
  steps: z.number().default(0),
  tokens: z.number().default(0),
  /** Epoch milliseconds at which the run began. */
  began: z.number().default(0),
  /** Memories that the tools found; the place of one, from 1, is the number it is cited by. */
  hits: z.array(RecalledSchema).default(() => []),
  effects: z.array(EffectSchema).default(() => []),
  /** Calls that were carried out. */
  done: z.array(z.string()).default(() => []),
  /** The memory context that the manager put together: its last words. */
  context: z.string().default(""),
  /** The memories that the context rests on, best first. */
  recalled: z.array(RecalledSchema).default(() => []),
  /** What was written. */
  wrote: z.array(WroteSchema).default(() => []),
  degraded: z.array(DegradedSchema).default(() => []),
});
export type ManagerStateType = typeof ManagerState.State;
export type ManagerUpdate = typeof ManagerState.Update;

/** write_back with the memory manager: take_turn -> index_dialogue -> think -> store_episode -> manage -> index_memories. */
export const ManagedWriteBackState = new StateSchema({
  user: z.string().describe("Whose outbox is drained."),
  /** The turn at hand; null when the outbox is empty. Written by take_turn. */
  turn: TurnSchema.nullable().default(null),
  /** What the companion thought about it. Written by think; "" where that is switched off. */
  thoughts: z.string().default(""),
  done: z.array(z.string()).default(() => []),
  degraded: z.array(DegradedSchema).default(() => []),
});
export type ManagedWriteBackStateType = typeof ManagedWriteBackState.State;
export type ManagedWriteBackUpdate = typeof ManagedWriteBackState.Update;
