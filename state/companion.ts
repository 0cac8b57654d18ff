/**
 * The state of the companion graph. `messages`, `owner` and `memoryCache` last from turn to turn in the checkpoint;
 * everything else is of this turn and is set anew by `understand`.
 *
 * Plain zod objects rather than a StateSchema: of a graph that holds one, the LangGraph server (1.5) shows no schema of
 * the context, and Studio would have no field to name the user in.
 */
import type { BaseMessage } from "@langchain/core/messages";
import { MessagesZodMeta } from "@langchain/langgraph";
import type { Messages } from "@langchain/langgraph";
import { registry, withLangGraph } from "@langchain/langgraph/zod";
import type { UpdateType } from "@langchain/langgraph/zod";
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

/** The conversation as far as it is in mind; the newest human message is this turn's input. */
const messages = withLangGraph<BaseMessage[], Messages, z.ZodType<BaseMessage[], BaseMessage[]>>(
  // Any form of message is let in: the reducer makes messages of them, or throws.
  z.any(),
  MessagesZodMeta,
);

export const CompanionState = z.object({
  messages,
  /** User whose conversation this is, set by the first turn; no other user may continue it. */
  owner: z.string().register(registry, { default: () => "" }),
  /** Session cache: what was recalled in the last turns, with the turns it has left. */
  memoryCache: z.array(CachedSchema).register(registry, { default: () => [] }),
  /** Id of this turn. Written by understand. */
  turn: z.string().register(registry, { default: () => "" }),
  /** What the input means. Written by understand. */
  understanding: UnderstandingSchema.nullable().register(registry, { default: () => null }),
  /** What recall found for this input, best first. Written by retrieve, replaced by merge_cache with all that is in mind. */
  recalled: z.array(RecalledSchema).register(registry, { default: () => [] }),
  /** Focus events that matter in this turn. Written by retrieve. */
  focusEvents: z.array(FocusEventSchema).register(registry, { default: () => [] }),
  /** Written by assemble_prompt. */
  prompt: PromptSchema.nullable().register(registry, { default: () => null }),
  /** The companion's answer. Written by answer. */
  reply: z.string().register(registry, { default: () => "" }),
  /** Parts that did not work as wished; each node adds to the list. */
  degraded: z.array(DegradedSchema).register(registry, { default: () => [] }),
  timings: z
    .record(z.string(), z.number())
    .register(registry, { default: () => ({}), reducer: { fn: mergeTimings } }),
});
export type CompanionStateType = z.infer<typeof CompanionState>;
export type CompanionUpdate = UpdateType<typeof CompanionState>;

/** What a caller may pass in: the new message, and nothing of the internals. */
export const CompanionInput = z.object({ messages });

/** What each run is told from outside. The descriptions are what Studio shows beside the fields. */
export const CompanionContext = z.object({
  // Without a default, so that nobody's memories are read by mistake; runContext (nodes/context.ts) insists on it.
  user: z.string().optional().describe("Whose memories these are. Required."),
  session: z.string().optional().describe("Name of the conversation in sources. Default: the thread's id."),
  now: z.string().optional().describe("ISO instant of the message. Default: now."),
  timezone: z.string().optional().describe("IANA timezone. Default: the setting MIRAMATE_TIMEZONE."),
  locale: z.enum(["zh", "en"]).optional().describe("Language of the prompt. Default: the conversation's."),
});
export type CompanionContextType = z.infer<typeof CompanionContext>;
