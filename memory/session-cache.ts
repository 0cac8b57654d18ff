/**
 * The session cache keeps what was recalled alive for a few turns, so that the companion does not lose the thread when
 * the next input words it differently. Pure functions; the cache lives in the checkpointed state of the conversation.
 */
import { z } from "zod";
import { RecalledSchema } from "./recall/types.ts";
import type { Recalled } from "./recall/types.ts";

export const CachedSchema = z.object({ memory: RecalledSchema, life: z.number() });
export type Cached = z.infer<typeof CachedSchema>;

/** Turns that a memory stays in mind, the turn of its recall included (MiraMate v2). */
export const CACHE_LIFE = 5;

export interface CacheStep {
  /** What is in mind in this turn: first what was found now, best first, then what is left of earlier turns. */
  readonly inMind: Recalled[];
  /** The cache to keep for the next turn. */
  readonly next: Cached[];
}

/**
 * One turn of the cache: hits are added or revived to full life first, then everything alive is read and aged by one.
 * Two entries with the same text are one memory; the newer hit stands.
 */
export function reviveThenAge(
  cache: readonly Cached[],
  hits: readonly Recalled[],
  life: number = CACHE_LIFE,
): CacheStep {
  const hitIds = new Set(hits.map((hit) => hit.id));
  const hitTexts = new Set(hits.map((hit) => hit.text));
  const earlier = cache.filter(
    (entry) => entry.life > 0 && !hitIds.has(entry.memory.id) && !hitTexts.has(entry.memory.text),
  );
  const alive: Cached[] = [...hits.map((memory) => ({ memory, life })), ...earlier];
  return {
    inMind: alive.map((entry) => entry.memory),
    next: alive.map((entry) => ({ ...entry, life: entry.life - 1 })).filter((entry) => entry.life > 0),
  };
}

/** Leaves out what was forgotten, or is no longer believed, since it was recalled. */
export function stillTrue(cache: readonly Cached[], isStillTrue: (memory: Recalled) => boolean): Cached[] {
  return cache.filter((entry) => isStillTrue(entry.memory));
}
