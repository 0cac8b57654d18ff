/** What a memory is: one record type for all collections, and the small documents beside it. */
import { z } from "zod";

/** What the workflow keeps and searches (MiraMate v2). */
export const COLLECTIONS = ["dialog_logs", "facts", "user_preferences", "important_events"] as const;
export type Collection = (typeof COLLECTIONS)[number];
/** What the memory manager keeps and searches (MiraMate v1), beside the workflow's; see memory/manager/. */
export const MANAGER_COLLECTIONS = ["episodic", "preferences", "relationship", "user_profile"] as const;
export const ALL_COLLECTIONS = [...COLLECTIONS, ...MANAGER_COLLECTIONS] as const;
export type AnyCollection = (typeof ALL_COLLECTIONS)[number];
export type ManagerCollection = (typeof MANAGER_COLLECTIONS)[number];

/** Whether memories of this kind hold both sides of a turn, line by line. */
export function isDialogue(collection: string): boolean {
  return collection === "dialog_logs" || collection === "episodic";
}

/** Where a memory comes from: the turn, and the words in it. */
export const SourceSchema = z.object({
  thread: z.string(),
  turn: z.string(),
  /** The words of the user it rests on, verbatim. */
  quote: z.string().optional(),
});
export type Source = z.infer<typeof SourceSchema>;

/** What contradictions are found by. Attribute names are lower-case English, e.g. "residence", "likes:coffee". */
export const BeliefSchema = z.object({
  /** "user", or the person or thing it is about, e.g. "妈妈". */
  subject: z.string(),
  attribute: z.string(),
  value: z.string(),
});
export type Belief = z.infer<typeof BeliefSchema>;

export const GrainSchema = z.enum(["minute", "hour", "daypart", "day", "week", "month", "season", "year"]);

export const MemoryRecordSchema = z.object({
  id: z.string(),
  user: z.string(),
  collection: z.enum(ALL_COLLECTIONS),
  /** What the model reads. */
  text: z.string(),
  /** What is embedded and keyword-indexed: a header in plain words, then the text (index-text.ts). */
  indexText: z.string(),
  /** Who said it. A dialogue log holds both sides and is "user" when the user said anything in it. */
  origin: z.enum(["user", "companion", "recalled"]),
  sources: z.array(SourceSchema),
  /** Ids of the memories this one was made from. */
  derivedFrom: z.array(z.string()),
  /** ISO instants (UTC). */
  recordedAt: z.string(),
  eventStart: z.string().optional(),
  eventEnd: z.string().optional(),
  eventGrain: GrainSchema.optional(),
  /** Since when and until when it is believed. */
  validFrom: z.string().optional(),
  validTo: z.string().optional(),
  /** 0..1 */
  importance: z.number(),
  /** 0..1 */
  confidence: z.number(),
  emotion: z.string().optional(),
  topic: z.string().optional(),
  tags: z.array(z.string()),
  /** The type of a preference or of an event. */
  kind: z.string().optional(),
  /** One line, for important events. */
  summary: z.string().optional(),
  /** A dialogue that may tell of a major event; consolidation looks at it. */
  possibleMajorEvent: z.boolean().optional(),
  status: z.enum(["active", "superseded", "retracted"]),
  /** Id of what took its place. */
  supersededBy: z.string().optional(),
  belief: BeliefSchema.optional(),
  /** What the memory manager's collections keep beside the text, by the names that MiraMate v1 gave them. */
  metadata: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type MemoryRecord = z.infer<typeof MemoryRecordSchema>;
