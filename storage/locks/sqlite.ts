/**
 * Locks between the processes of one machine, as a queue in miramate.db: whoever wants a lock draws a ticket, and the
 * oldest ticket of a living owner holds it. So the order is first come, first served, over all processes.
 *
 * Owners show that they live by a heartbeat. The rows of a dead process on this host are removed at once (its pid is
 * gone); those of another host after some seconds without one.
 */
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { hostname } from "node:os";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import type { SqliteDatabase } from "../sqlite/database.ts";
import type { Locks } from "./port.ts";
import { DEFAULT_WAIT_MS, lockTimeout } from "./timeout.ts";

const HEARTBEAT_MS = 1_000;
/** Silence after which an owner on another host is taken for dead. */
const SILENT_MS = 5_000;
/**
 * The same on this host, where the pid is alive: it may be a new process that was given the old number, or ours with
 * an event loop that is blocked. The second is more likely, and to take its lock would lose a turn.
 */
const SILENT_BUT_ALIVE_MS = 30_000;
/** A waiter looks again after 5 to 25 ms, or at once when a lock of this process is released. */
const LOOK_AGAIN_MS = { least: 5, spread: 20 };

/** SQLite's own clock, so that all processes that share the file share it. */
const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/** Owners of this very process. A row with our pid and none of these is left from a former process. */
const ownersHere = new Set<string>();

/** `close` gives up what is held and waited for by this object, and leaves `db` open. */
export function createSqliteLocks(db: SqliteDatabase): Locks {
  const owner = randomUUID();
  const host = hostname();
  const released = new EventEmitter().setMaxListeners(0);
  let tickets = 0;
  let heartbeat: NodeJS.Timeout | undefined;
  ownersHere.add(owner);

  async function draw(name: string): Promise<number> {
    const ticket = await db.write(() =>
      db.insert(`INSERT INTO lock_queue (name, owner, host, pid, seen_at) VALUES (?, ?, ?, ?, ${NOW})`, [
        name,
        owner,
        host,
        process.pid,
      ]),
    );
    tickets += 1;
    heartbeat ??= setInterval(beat, HEARTBEAT_MS).unref();
    return ticket;
  }

  async function giveBack(name: string, ticket: number): Promise<void> {
    tickets -= 1;
    if (tickets === 0) {
      clearInterval(heartbeat);
      heartbeat = undefined;
    }
    await db.write(() => db.run(`DELETE FROM lock_queue WHERE ticket = ?`, [ticket]));
    released.emit(name);
  }

  function beat(): void {
    // A beat that comes too late for the database is made good by the next one.
    db.write(() => db.run(`UPDATE lock_queue SET seen_at = ${NOW} WHERE owner = ?`, [owner])).catch(() => {});
  }

  /** Whether no living owner stands before the ticket; removes the dead ones that it meets. */
  async function isFirst(name: string, ticket: number): Promise<boolean> {
    const before = db.all<QueueRow>(
      `SELECT ticket, owner, host, pid, ${NOW} - seen_at AS silent_for FROM lock_queue
       WHERE name = ? AND ticket < ? ORDER BY ticket`,
      [name, ticket],
    );
    const dead = before.filter((row) => isDead(row, host));
    if (dead.length > 0) {
      await db.write(() => {
        for (const row of dead) db.run(`DELETE FROM lock_queue WHERE ticket = ?`, [row.ticket]);
      });
    }
    return dead.length === before.length;
  }

  return {
    hold: async (name, work, { waitMs = DEFAULT_WAIT_MS, signal } = {}) => {
      signal?.throwIfAborted();
      const giveUpAt = performance.now() + waitMs;
      const ticket = await draw(name);
      try {
        while (!(await isFirst(name, ticket))) {
          const left = giveUpAt - performance.now();
          if (left <= 0) throw lockTimeout(name, waitMs);
          await nextLook(released, name, left, signal);
        }
        return await work();
      } finally {
        await giveBack(name, ticket);
      }
    },
    close: async () => {
      clearInterval(heartbeat);
      ownersHere.delete(owner);
      await db.write(() => db.run(`DELETE FROM lock_queue WHERE owner = ?`, [owner]));
    },
  };
}

interface QueueRow {
  readonly ticket: number;
  readonly owner: string;
  readonly host: string;
  readonly pid: number;
  readonly silent_for: number;
}

function isDead(row: QueueRow, host: string): boolean {
  if (row.host !== host) return row.silent_for > SILENT_MS;
  if (row.pid === process.pid) return !ownersHere.has(row.owner);
  return !isRunning(row.pid) || row.silent_for > SILENT_BUT_ALIVE_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Waits for a release in this process or for a moment, whichever comes first. Throws the signal's reason. */
async function nextLook(
  released: EventEmitter,
  name: string,
  atMostMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const woken = new AbortController();
  const wake = () => woken.abort();
  released.once(name, wake);
  signal?.addEventListener("abort", wake, { once: true });
  try {
    const moment = LOOK_AGAIN_MS.least + Math.random() * LOOK_AGAIN_MS.spread;
    await pause(Math.min(atMostMs, moment), undefined, { signal: woken.signal });
  } catch {
    // Woken before the time was up.
  } finally {
    released.off(name, wake);
    signal?.removeEventListener("abort", wake);
  }
  signal?.throwIfAborted();
}
