/**
 * Fading of episodes: what is not looked at for long is no longer shown, unless it mattered (MiraMate v1). Nothing is
 * deleted by it.
 */
const LOST_A_DAY = 0.05;
const LEAST = 0.1;
const SHOWN_FROM = 0.3;
/** What one look adds to the importance of a memory. */
const GAINED_BY_ACCESS = 0.05;
const DAY_MS = 86_400_000;

export interface Fading {
  /** 0..1, as it was recorded. */
  readonly importance: number;
  /** Instant of the last look, or of the recording. */
  readonly lastAccessed: Date;
  /** Looks so far. */
  readonly accesses: number;
}

/** Importance 0..1 with what looks have added to it. */
export function importanceOf({ importance, accesses }: Fading): number {
  return Math.min(1, importance + GAINED_BY_ACCESS * accesses);
}

/** 1 right after a look, falling by 0.05 a day times (1 - importance), never below 0.1. */
export function decayFactor(fading: Fading, now: Date): number {
  const days = Math.max(0, now.getTime() - fading.lastAccessed.getTime()) / DAY_MS;
  return Math.max(LEAST, 1 - LOST_A_DAY * days * (1 - importanceOf(fading)));
}

/** Whether it is still shown: factor times importance above 0.3. */
export function isVivid(fading: Fading, now: Date): boolean {
  return decayFactor(fading, now) * importanceOf(fading) > SHOWN_FROM;
}
