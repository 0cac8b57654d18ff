/** What a turn's input means: the result of the `understand` step, by the small model or by the rule engine. */
import { z } from "zod";
import { COLLECTIONS } from "./record.ts";

export const INTENTS = [
  "greeting", // hello, good night, thanks: nothing to look up
  "small_talk", // a remark that asks for no memory
  "share", // tells something of the own life
  "ask_memory", // asks for what was said or happened before
  "ask_advice", // asks what to do; the user's tastes and facts matter
  "ask_companion", // asks about the companion itself
  "ask_knowledge", // asks about the world
  "instruct", // remember this, forget that, call me so
  "correct", // takes back or mends what was said
] as const;

export const UnderstandingSchema = z.object({
  intent: z.enum(INTENTS),
  /** English feeling word (language/sentiment.ts) of the user in this input. */
  emotion: z.string(),
  /** What to look for, phrased as the companion would remember it; "" when nothing is to be looked up. */
  memoryQuery: z.string(),
  /** ISO instants, half open; only when the input asks about a time. */
  timeRange: z.object({ start: z.string(), end: z.string(), words: z.string() }).optional(),
  keywords: z.array(z.string()),
  needsMemory: z.boolean(),
  /** The question is about how things were before, so superseded beliefs may be recalled. */
  aboutPast: z.boolean().optional(),
  /** Attributes of the user that the input asks for ("birthday"); always by rules, absent when it asks for none. */
  attributes: z.array(z.string()).optional(),
  /** Collections worth asking; absent means all. */
  collections: z.array(z.enum(COLLECTIONS)).optional(),
});

/** What a model is asked for: attributes are the rules' part. */
export const ModelUnderstandingSchema = UnderstandingSchema.omit({ attributes: true });
export type Understanding = z.infer<typeof UnderstandingSchema>;
