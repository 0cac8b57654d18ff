/**
 * Mutual exclusion by name across calls, processes and (where the adapter says so) machines. Turns of one thread and
 * background work of one user are serialised with it. A holder that died (kill -9) does not block others for longer
 * than a few seconds. Waiting is fair enough that nobody starves, and ends with LOCK_TIMEOUT.
 */
export interface Locks {
  /** Runs `work` while holding `name`; releases it however `work` ends. Not re-entrant. */
  hold<T>(
    name: string,
    work: () => Promise<T>,
    options?: { readonly waitMs?: number; readonly signal?: AbortSignal },
  ): Promise<T>;
  close(): Promise<void>;
}
