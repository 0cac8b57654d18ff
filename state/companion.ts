/**
 * The state of the companion graph. `messages`, `owner` and `memoryCache` last from turn to turn in the checkpoint;
 * everything else is of this turn and is set anew by `understand`.
 */
import { MessagesValue, ReducedValue, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { DegradedSchema, RecalledSchema } from "../memory/recall/types.ts";
import { FocusEventSchema } from "../memory/focus.ts";
import { CachedSchema } from "../memory/session-cache.ts";
import { UnderstandingSchema } from "../memory/understanding.ts";

export const PromptSchema = z.object({
  /** The named blocks with their budgets, in the order of the prompt. */
  blocks: z.array(
    z.object({
      name: z.string(),
      text: z.string(),
      tokens: z.number(),
      budget: z.number(),
      truncated: z.boolean(),
    }),
  ),
  /** What is sent to the chat model. */
  messages: z.array(z.object({ role: z.enum(["system", "user", "assistant"]), content: z.string() })),
});
export type Prompt = z.infer<typeof PromptSchema>;

/** Milliseconds by node. An update adds to what is there; `understand` starts afresh. */
export type Timings = Record<string, number>;

/** Adds a node's time; an update that holds `understand` begins a new turn. */
export function mergeTimings(held: Timings, update: Timings): Timings {
  return "understand" in update ? update : { ...held, ...update };
}

export const CompanionState = new StateSchema({
  /** The conversation as far as it is in mind; the newest human message is this turn's input. */
  messages: MessagesValue,
  /** User whose conversation this is, set by the first turn; no other user may continue it. */
  owner: z.string().default(""),
  /** Session cache: what was recalled in the last turns, with the turns it has left. */
  memoryCache: z.array(CachedSchema).default(() => []),
  /** Id of this turn. Written by understand. */
  turn: z.string().default(""),
  /** What the input means. Written by understand. */
  understanding: UnderstandingSchema.nullable().default(null),
  /** What recall found for this input, best first. Written by retrieve, replaced by merge_cache with all that is in mind. */
  recalled: z.array(RecalledSchema).default(() => []),
  /** Focus events that matter in this turn. Written by retrieve. */
  focusEvents: z.array(FocusEventSchema).default(() => []),
  /** Written by assemble_prompt. */
  prompt: PromptSchema.nullable().default(null),
  /** The companion's answer. Written by answer. */
  reply: z.string().default(""),
  /** Parts that did not work as wished; each node adds to the list. */
  degraded: z.array(DegradedSchema).default(() => []),
  timings: new ReducedValue(
    z.record(z.string(), z.number()).default(() => ({})),
    {
      inputSchema: z.record(z.string(), z.number()),
      reducer: mergeTimings,
    },
  ),
});
export type CompanionStateType = typeof CompanionState.State;
export type CompanionUpdate = typeof CompanionState.Update;

/** What a caller may pass in: the new message, and nothing of the internals. */
export const CompanionInput = new StateSchema({ messages: MessagesValue });

/** What each run is told from outside. */
export const CompanionContext = z.object({
  /** Whose memories these are. Required; there is no default, so that nobody's memories are read by mistake. */
  user: z.string().optional(),
  /** Name of the conversation in sources; default: the thread's id. */
  session: z.string().optional(),
  /** ISO instant; default: the clock. */
  now: z.string().optional(),
  /** IANA timezone; default: the setting. */
  timezone: z.string().optional(),
  /** Language of what the companion says of itself; default: the input's. */
  locale: z.enum(["zh", "en"]).optional(),
});
export type CompanionContextType = z.infer<typeof CompanionContext>;
