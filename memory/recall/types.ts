/** What recall brings back, and why. Plain data: it goes through the graph's state, traces and the replay's output. */
import { z } from "zod";
import { ALL_COLLECTIONS, GrainSchema, SourceSchema } from "../record.ts";

/** One way that a memory was found: `rank` counts from 1 in that leg, `score` is the leg's own measure. */
export const LegSchema = z.object({
  leg: z.enum(["vector", "keyword", "time", "people", "belief"]),
  rank: z.number(),
  score: z.number(),
  /** Which of the question's queries, from 0; absent where the leg asks none. */
  query: z.number().optional(),
  /** Of the keyword leg: share 0..1 of the asked words, weighed by how rare they are, that stand in the memory. */
  coverage: z.number().optional(),
});
export type Leg = z.infer<typeof LegSchema>;

export const RecalledSchema = z.object({
  id: z.string(),
  collection: z.enum(ALL_COLLECTIONS),
  text: z.string(),
  /** The sum of the factors; comparable within one turn. The order is its, or another reranker's (rerank/order.ts). */
  score: z.number(),
  legs: z.array(LegSchema),
  /** What the score is made of, by name. */
  factors: z.record(z.string(), z.number()),
  /** Where it was said; the first of the record's sources. */
  source: SourceSchema.optional(),
  recordedAt: z.string(),
  eventStart: z.string().optional(),
  eventEnd: z.string().optional(),
  eventGrain: GrainSchema.optional(),
  /** Superseded beliefs come only with questions about the past, and are marked. */
  status: z.enum(["active", "superseded", "retracted"]),
  /** Still in the buffer, not consolidated yet. */
  buffered: z.boolean(),
  importance: z.number(),
  /** Id of the dialogue that this one stands right before or after; it came along with it. */
  beside: z.string().optional(),
});
export type Recalled = z.infer<typeof RecalledSchema>;

/** A part of the turn that did not work as wished, and what was done instead. */
export const DegradedSchema = z.object({
  /** "understand", "recall.vector", "recall.keyword", "recall.time", "answer", "index", ... */
  part: z.string(),
  /** Stable error code or a short reason. */
  reason: z.string(),
  /** What the turn went on with: "rules", "without", "retry", "partial", "builtin". */
  instead: z.string(),
});
export type Degraded = z.infer<typeof DegradedSchema>;
