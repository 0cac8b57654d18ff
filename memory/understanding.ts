/** What a turn's input means: the result of the `understand` step, by the small model or by the rule engine. */
import { z } from "zod";
import type { QueryWork } from "./recall/queries.ts";
import { QUERY_STRATEGIES } from "./recall/strategies.ts";
import { COLLECTIONS } from "./record.ts";
import type { Collection } from "./record.ts";

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

const TimeRangeSchema = z.object({ start: z.string(), end: z.string(), words: z.string() });

export const UnderstandingSchema = z.object({
  intent: z.enum(INTENTS),
  /** English feeling word (language/sentiment.ts) of the user in this input. */
  emotion: z.string(),
  /** What to look for, phrased as the companion would remember it; "" when nothing is to be looked up. */
  memoryQuery: z.string(),
  /** All texts to search with; the first is memoryQuery. Empty when nothing is to be looked up. */
  queries: z.array(z.object({ text: z.string(), strategy: z.enum(QUERY_STRATEGIES) })),
  /** ISO instants, half open; only when the input asks about a time. */
  timeRange: TimeRangeSchema.optional(),
  keywords: z.array(z.string()),
  needsMemory: z.boolean(),
  /** The question is about how things were before, so superseded beliefs may be recalled. */
  aboutPast: z.boolean().optional(),
  /** Attributes of the user that the input asks for ("birthday"); always by rules, absent when it asks for none. */
  attributes: z.array(z.string()).optional(),
  /** The only collections to ask; absent means all. For what is sure; the rest is left to `routes`. */
  collections: z.array(z.enum(COLLECTIONS)).optional(),
  /** How likely each collection holds the answer, 0..1; absent: nothing is known. */
  routes: z.partialRecord(z.enum(COLLECTIONS), z.number()).optional(),
});
export type Understanding = z.infer<typeof UnderstandingSchema>;
export type Routes = NonNullable<Understanding["routes"]>;

/** Where an input is looked up first; "none" where nothing is looked up, undefined where all collections are alike. */
export function routeOf({
  needsMemory,
  routes = {},
}: Pick<Understanding, "needsMemory" | "routes">): Collection | "none" | undefined {
  if (!needsMemory) return "none";
  return COLLECTIONS.filter((collection) => (routes[collection] ?? 0) > 0).sort(
    (a, b) => (routes[b] ?? 0) - (routes[a] ?? 0),
  )[0];
}

/**
 * All that a model may be asked for: attributes are the rules' part. What only some strategies ask for may be missing
 * from an answer, and the rules' stands in for it.
 */
const ModelUnderstandingSchema = UnderstandingSchema.pick({
  intent: true,
  emotion: true,
  needsMemory: true,
  aboutPast: true,
}).extend({
  memoryQuery: z.string().optional(),
  parts: z.array(z.string()).optional(),
  hypothetical: z.string().optional(),
  variants: z.array(z.string()).optional(),
  stepBack: z.string().optional(),
  keywords: z.array(z.string()).optional(),
  timeRange: TimeRangeSchema.optional(),
  /** Those that are likely to hold the answer, the likeliest first. */
  collections: z.array(z.enum(COLLECTIONS)).optional(),
});
export type ModelUnderstanding = z.infer<typeof ModelUnderstandingSchema>;

const FIELD_OF = {
  rewrite: "memoryQuery",
  split: "parts",
  hypothetical: "hypothetical",
  variants: "variants",
  step_back: "stepBack",
  keywords: "keywords",
  time: "timeRange",
  routing: "collections",
} as const satisfies Record<QueryWork, keyof ModelUnderstanding>;

/** What a model is asked for: only the fields of the strategies that are switched on. */
export function modelSchemaFor(work: ReadonlySet<QueryWork>): typeof ModelUnderstandingSchema {
  const off = Object.entries(FIELD_OF).flatMap(([strategy, field]) =>
    work.has(strategy as QueryWork) ? [] : [[field, true]],
  );
  // All fields that can be left out are optional, so what is left still gives a ModelUnderstanding.
  return ModelUnderstandingSchema.omit(Object.fromEntries(off)) as typeof ModelUnderstandingSchema;
}
