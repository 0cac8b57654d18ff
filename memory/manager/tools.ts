/**
 * The eleven tools of the memory manager: names, arguments and their checks (MiraMate v1). What they are told to a model
 * as stands in prompts/memory-manager.ts, what they do in reading.ts and writing.ts.
 */
import { z } from "zod";

const share = z.number().min(0).max(1);
const signed = z.number().min(-1).max(1);
const words = z.string().trim().min(1).max(500);
const category = z.string().trim().min(1).max(40);

/** Items of update_user_profile_from_chat: its one argument is JSON text, or what a model may write in its place. */
const ProfileItemsSchema = z
  .preprocess(
    (value) => (typeof value === "string" ? parsedOrItself(value) : value),
    z.union([
      z.array(z.object({ category, value: words })),
      z
        .record(z.string(), z.union([words, z.number(), z.array(words)]))
        .transform((record) =>
          Object.entries(record).flatMap(([name, value]) =>
            (Array.isArray(value) ? value : [value]).map((one) => ({ category: name, value: String(one) })),
          ),
        ),
    ]),
  )
  .refine((items) => items.length > 0 && items.length <= 20, "1 to 20 items");

export const TOOL_ARGUMENTS = {
  search_memories: z.object({ query: words }),
  spontaneous_recall: z.object({}),
  search_user_profile: z.object({ query: words }),
  get_user_profile_summary: z.object({}),
  update_emotion: z.object({
    emotion: z.string().trim().min(1).max(20),
    intensity: share.optional(),
    valence: signed.optional(),
  }),
  save_user_preference: z.object({
    category,
    item: words,
    sentiment: signed.default(1),
    certainty: share.default(0.8),
  }),
  record_relationship_event: z.object({
    description: words,
    importance: share.default(0.7),
    impact: signed.default(0.1),
  }),
  save_user_profile_info: z.object({
    category,
    value: words,
    confidence: share.default(1),
    source: z.string().trim().max(40).default("conversation"),
  }),
  update_user_profile_from_chat: z.object({ profile: ProfileItemsSchema }),
  delete_user_profile_info: z.object({ category }),
  delete_user_preference: z.object({ category }),
} as const;

export type ToolName = keyof typeof TOOL_ARGUMENTS;
export type ToolArguments<Name extends ToolName> = z.infer<(typeof TOOL_ARGUMENTS)[Name]>;

export const READING_TOOLS = [
  "search_memories",
  "spontaneous_recall",
  "search_user_profile",
  "get_user_profile_summary",
] as const satisfies readonly ToolName[];

export const WRITING_TOOLS = [
  "update_emotion",
  "save_user_preference",
  "record_relationship_event",
  "save_user_profile_info",
  "update_user_profile_from_chat",
  "delete_user_profile_info",
  "delete_user_preference",
] as const satisfies readonly ToolName[];

/**
 * The tools that a task offers. Looking something up changes nothing: what is to be kept of an input is decided after the
 * turn, when the user's words are durable.
 */
export function toolsFor(task: "search" | "record"): readonly ToolName[] {
  return task === "search" ? READING_TOOLS : [...READING_TOOLS, ...WRITING_TOOLS];
}

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(TOOL_ARGUMENTS, name);
}

function parsedOrItself(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
