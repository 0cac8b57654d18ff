/**
 * Short-term memory (TimeTokenMemory): which messages of a conversation are still in the companion's mind. A pure
 * function of messages and now. Rules and numbers are MiraMate v2's:
 *
 * 1. over `maxTokens` the oldest go, but `minTurns` turns always stay;
 * 2. messages of another calendar day that are older than `freshDayMs` go, even below that minimum: after a night's
 *    silence a conversation starts afresh;
 * 3. of the rest, what is younger than `retentionMs` stays, and what hangs together with a kept neighbour by at most
 *    `continuityMs`;
 * 4. but never fewer than the newest `minTurns` turns of what rule 2 left.
 */
export interface TimedMessage {
  /** Epoch milliseconds at which it was said. */
  readonly at: number;
  readonly tokens: number;
}

export interface ShortTermLimits {
  readonly maxTokens: number;
  readonly retentionMs: number;
  readonly continuityMs: number;
  readonly minTurns: number;
  readonly freshDayMs: number;
}

export const SHORT_TERM_LIMITS: ShortTermLimits = {
  maxTokens: 100_000,
  retentionMs: 1_800_000,
  continuityMs: 180_000,
  minTurns: 10,
  freshDayMs: 8 * 3_600_000,
};

/**
 * The messages that stay, in their order (a suffix of the given ones except where rule 2 takes some out).
 * `calendarDay` gives the day of an instant in the user's timezone. Exactly at a limit still stays; a message from the
 * future (the clock went back) counts as new.
 */
export function keepInMind<T extends TimedMessage>(
  messages: readonly T[],
  now: number,
  calendarDay: (instant: number) => string,
  limits: ShortTermLimits = SHORT_TERM_LIMITS,
): T[] {
  const minimum = limits.minTurns * 2;
  const today = calendarDay(now);
  const fresh = withinTokens(messages, limits.maxTokens, minimum).filter(
    (message) => now - message.at <= limits.freshDayMs || calendarDay(message.at) === today,
  );
  if (fresh.length <= minimum) return fresh;
  return fresh.slice(Math.min(firstKept(fresh, now, limits), fresh.length - minimum));
}

function withinTokens<T extends TimedMessage>(
  messages: readonly T[],
  maxTokens: number,
  minimum: number,
): readonly T[] {
  let total = messages.reduce((sum, message) => sum + message.tokens, 0);
  let start = 0;
  while (total > maxTokens && messages.length - start > minimum) {
    total -= messages[start]?.tokens ?? 0;
    start += 1;
  }
  return messages.slice(start);
}

/** Walks back from the newest message for as long as each is young enough or close enough to the one after it. */
function firstKept(messages: readonly TimedMessage[], now: number, limits: ShortTermLimits): number {
  let first = messages.length;
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message === undefined) break;
    const after = messages[index + 1];
    const young = now - message.at <= limits.retentionMs;
    const continuous = after !== undefined && after.at - message.at <= limits.continuityMs;
    if (!young && !continuous) break;
    first = index;
  }
  return first;
}
