/**
 * Locks between machines: PostgreSQL's session advisory locks. The server queues who waits, first come, first served,
 * and frees a lock when the connection of its holder ends, as it does when the holder is killed.
 *
 * Every hold has a connection to itself, since the lock lives and dies with it: a holder whose connection is cut has
 * lost the lock and goes on. Inside one process the calls for one name queue first, so that waiting for one lock takes
 * one connection however many wait.
 */
import type { Pool, PoolClient } from "pg";
import { openPool, unavailable } from "../postgres/pool.ts";
import type { Locks } from "./port.ts";
import { DEFAULT_WAIT_MS, lockTimeout } from "./timeout.ts";

/** Names that one process can hold or wait for at a time; further ones wait for a connection. */
const CONNECTIONS = 16;
/** lock_not_available: the server's lock_timeout has passed (PostgreSQL, appendix A). */
const LOCK_NOT_AVAILABLE = "55P03";

/** Opens locks at `url`; connects with the first `hold`, which throws STORE_UNAVAILABLE when the server is down. */
export async function createPostgresLocks(url: string): Promise<Locks> {
  // Waiting for a lock is a query that may take as long as its `waitMs`.
  const pool = await openPool(url, { max: CONNECTIONS, query_timeout: 0 });
  const queues = new Map<string, Promise<void>>();
  let closing: Promise<void> | undefined;

  return {
    hold: async (name, work, { waitMs = DEFAULT_WAIT_MS, signal } = {}) => {
      signal?.throwIfAborted();
      const giveUpAt = performance.now() + waitMs;
      const before = queues.get(name) ?? Promise.resolve();
      let leave = (): void => {};
      const done = new Promise<void>((resolve) => (leave = resolve));
      const behind = before.then(() => done);
      queues.set(name, behind);
      try {
        await untilLate(before, waitMs, lockTimeout(name, waitMs), signal);
        const left = Math.max(1, Math.ceil(giveUpAt - performance.now()));
        const client = await acquire(pool, name, left, lockTimeout(name, waitMs), signal);
        try {
          return await work();
        } finally {
          await release(client, name);
        }
      } finally {
        leave();
        if (queues.get(name) === behind) queues.delete(name);
      }
    },
    close: () => (closing ??= pool.end()),
  };
}

/** A connection that holds the lock. */
async function acquire(
  pool: Pool,
  name: string,
  leftMs: number,
  late: Error,
  signal: AbortSignal | undefined,
): Promise<PoolClient> {
  const client = await pool.connect().catch((error: unknown) => {
    throw unavailable(error);
  });
  try {
    await client.query(`SET lock_timeout = ${leftMs}`);
    // The server ends the wait; the second on top is for a server that no longer answers.
    const locked = client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [name]);
    await untilLate(locked, leftMs + 1_000, late, signal);
    return client;
  } catch (error) {
    // Closed, not given back: whether this connection gets the lock after all is open.
    client.release(true);
    if (error === late || signal?.aborted === true) throw error;
    throw error instanceof Error && "code" in error && error.code === LOCK_NOT_AVAILABLE
      ? late
      : unavailable(error);
  }
}

/** Frees the lock; where that cannot be said, the connection is closed, which frees it too. */
async function release(client: PoolClient, name: string): Promise<void> {
  try {
    await client.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", [name]);
    client.release();
  } catch {
    client.release(true);
  }
}

/** What `awaited` gives, or else throws `late` after `ms`, or the signal's reason. */
async function untilLate<T>(
  awaited: Promise<T>,
  ms: number,
  late: Error,
  signal: AbortSignal | undefined,
): Promise<T> {
  // Its failure may come when nobody listens any more.
  awaited.catch(() => {});
  signal?.throwIfAborted();
  let stop = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(late), ms);
    const aborted = () => reject(signal?.reason as Error);
    signal?.addEventListener("abort", aborted, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", aborted);
    };
  });
  try {
    return await Promise.race([awaited, stopped]);
  } finally {
    stop();
  }
}
