/**
 * The in-process worker: drains the outbox after each turn and consolidates after a silence. It only schedules; the
 * work is the write_back and consolidate graphs. Nothing depends on it for durability: what it does not get to waits in
 * the stores and is taken up at the next start.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export interface BackgroundWork {
  /** Drains the user's outbox. False when something has to be tried again later. Never two at a time for a user. */
  drain(user: string, signal: AbortSignal): Promise<boolean>;
  consolidate(user: string, signal: AbortSignal): Promise<void>;
}

export interface BackgroundOptions {
  readonly idleMs: number;
  /** Told of failures; the work stays in the stores. */
  readonly onError: (part: "write_back" | "consolidate", user: string, error: unknown) => void;
}

export interface Background {
  /** A turn of this user was queued: drain now, consolidate after the silence. */
  nudge(user: string): void;
  /** Consolidates the user after `inMs` unless a turn comes before. */
  consolidateIn(user: string, inMs: number): void;
  /** Resolves when no drain is running or waiting (of one user, or of all), or after `timeoutMs`. */
  settle(options?: { readonly user?: string; readonly timeoutMs?: number }): Promise<void>;
  /** Stops timers, aborts what runs and waits for it. */
  close(): Promise<void>;
}

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 300_000;
/** Longest time a timer of Node can run. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createBackground(work: BackgroundWork, { idleMs, onError }: BackgroundOptions): Background {
  const running = new Map<string, Promise<void>>();
  const again = new Set<string>();
  const idleTimers = new Map<string, NodeJS.Timeout>();
  const retryTimers = new Map<string, NodeJS.Timeout>();
  const retryWaits = new Map<string, number>();
  const closing = new AbortController();
  // A turn sets work off but has no part in it: from within its node, the work would go into the turn's trace and
  // stream, as one of its subgraphs, and end with the turn's signal.
  const outsideOfTurns = AsyncLocalStorage.snapshot();

  async function drainAll(user: string): Promise<void> {
    do {
      again.delete(user);
      let complete = false;
      try {
        complete = await work.drain(user, closing.signal);
      } catch (error) {
        if (!closing.signal.aborted) onError("write_back", user, error);
      }
      if (complete) retryWaits.delete(user);
      else retryLater(user);
    } while (again.has(user) && !closing.signal.aborted);
  }

  function start(user: string): void {
    if (closing.signal.aborted) return;
    if (running.has(user)) {
      again.add(user);
      return;
    }
    running.set(
      user,
      drainAll(user).finally(() => running.delete(user)),
    );
  }

  function retryLater(user: string): void {
    const wait = retryWaits.get(user) ?? FIRST_RETRY_MS;
    retryWaits.set(user, Math.min(wait * 2, LAST_RETRY_MS));
    setTimer(retryTimers, user, wait, () => start(user));
  }

  function setTimer(timers: Map<string, NodeJS.Timeout>, user: string, ms: number, act: () => void): void {
    clearTimeout(timers.get(user));
    if (closing.signal.aborted) return;
    const timer = setTimeout(
      () => {
        timers.delete(user);
        act();
      },
      Math.min(Math.max(0, ms), LONGEST_TIMER_MS),
    );
    // A silence to come does not keep the process alive.
    timer.unref();
    timers.set(user, timer);
  }

  async function consolidate(user: string): Promise<void> {
    try {
      await running.get(user);
      await work.consolidate(user, closing.signal);
    } catch (error) {
      if (!closing.signal.aborted) onError("consolidate", user, error);
    }
  }

  function consolidateIn(user: string, inMs: number): void {
    setTimer(idleTimers, user, inMs, () => void consolidate(user));
  }

  async function settled(user: string | undefined): Promise<void> {
    const waiting = (): Promise<void>[] =>
      user === undefined ? [...running.values()] : [running.get(user)].filter((p) => p !== undefined);
    while (waiting().length > 0) await Promise.all(waiting());
  }

  return {
    nudge(user) {
      outsideOfTurns(() => {
        start(user);
        consolidateIn(user, idleMs);
      });
    },
    consolidateIn,
    async settle({ user, timeoutMs } = {}) {
      if (timeoutMs === undefined) return settled(user);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, timeoutMs);
      });
      await Promise.race([settled(user), late]).finally(() => clearTimeout(timer));
    },
    async close() {
      closing.abort(new Error("the companion is closing"));
      for (const timer of [...idleTimers.values(), ...retryTimers.values()]) clearTimeout(timer);
      await settled(undefined);
    },
  };
}
