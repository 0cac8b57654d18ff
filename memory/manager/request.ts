/** What the memory manager is asked to do: to find what bears on an input, or to keep what a turn brought. */
import { z } from "zod";
import type { Status } from "../status.ts";
import { SpokenSchema, TurnSchema } from "../turn.ts";

export const SearchRequestSchema = z.object({
  task: z.literal("search"),
  /** The user's input, verbatim. */
  text: z.string(),
  /** What was said right before it, oldest first. */
  before: z.array(SpokenSchema).optional(),
});
export type SearchRequest = z.infer<typeof SearchRequestSchema>;

export const RecordRequestSchema = z.object({
  task: z.literal("record"),
  turn: TurnSchema,
  /** What the companion thought about the turn; "" when that step is switched off. */
  thoughts: z.string().optional(),
});
export type RecordRequest = z.infer<typeof RecordRequestSchema>;

export const ManagerRequestSchema = z.discriminatedUnion("task", [SearchRequestSchema, RecordRequestSchema]);
export type ManagerRequest = z.infer<typeof ManagerRequestSchema>;

/** How the companion feels and how close it is to the user, as far as the manager works with it. */
export const ManagerStatusSchema = z.object({
  /** English feeling word (language/sentiment.ts). */
  emotion: z.string(),
  /** 0..1 */
  intensity: z.number(),
  /** 1..10 */
  relationship: z.number(),
});
export type ManagerStatus = z.infer<typeof ManagerStatusSchema>;

export function managerStatusOf({ companion }: Pick<Status, "companion">): ManagerStatus {
  return {
    emotion: companion.mood,
    intensity: companion.moodStrength,
    relationship: companion.relationship,
  };
}

/** All that a step of the manager knows: who asks for what, when, and how things stand. */
export interface Assignment {
  readonly user: string;
  readonly request: ManagerRequest;
  readonly now: Date;
  readonly timezone: string;
  readonly nightOwlHour: number;
  readonly status: ManagerStatus;
  readonly names: { readonly userName: string; readonly companionName: string };
}

/** The words of the user that the assignment is about. */
export function userWords(request: ManagerRequest): string {
  return request.task === "search" ? request.text : request.turn.userText;
}
