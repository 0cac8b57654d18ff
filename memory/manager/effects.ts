/**
 * What the tools of a run decided to write. Nothing is written while the run goes on: its effects are collected in the
 * state and committed in one atomic batch at its end (commit.ts), so that a run that is killed half way has written
 * nothing, and one that is done again has not written twice.
 */
import { z } from "zod";

export const EffectSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("emotion"),
    emotion: z.string(),
    intensity: z.number().optional(),
    valence: z.number().optional(),
  }),
  z.object({
    kind: z.literal("preference"),
    category: z.string(),
    item: z.string(),
    sentiment: z.number(),
    certainty: z.number(),
  }),
  z.object({
    kind: z.literal("relationship"),
    description: z.string(),
    importance: z.number(),
    impact: z.number(),
  }),
  z.object({
    kind: z.literal("profile"),
    category: z.string(),
    value: z.string(),
    confidence: z.number(),
    source: z.string(),
  }),
  z.object({ kind: z.literal("delete_profile"), category: z.string() }),
  z.object({ kind: z.literal("delete_preference"), category: z.string() }),
  /** Memories that were shown: they fade anew from now on. */
  z.object({ kind: z.literal("access"), ids: z.array(z.string()) }),
]);
export type Effect = z.infer<typeof EffectSchema>;
export type EffectOf<Kind extends Effect["kind"]> = Extract<Effect, { kind: Kind }>;

/** The effects with later repetitions left out: a model that calls a tool twice means it once. */
export function distinct(effects: readonly Effect[]): Effect[] {
  const seen = new Set<string>();
  return effects.filter((effect) => {
    const key = JSON.stringify(effect);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** What was written, for whoever asked: one line a write. */
export const WroteSchema = z.object({
  kind: z.string(),
  /** What was done: added, updated, superseded, deleted. */
  change: z.enum(["added", "confirmed", "superseded", "changed", "deleted"]),
  text: z.string(),
  /** Of the record, where it is one. */
  id: z.string().optional(),
});
export type Wrote = z.infer<typeof WroteSchema>;
