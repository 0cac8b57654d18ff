/**
 * Keeps the entries of those users in memory who ask (user-entries.ts), in step with the database whoever writes to it.
 * Every write tells in `index_users` how many entries the user has and the highest number so far; these two are
 * compared before every search, which is one row read. Numbers only ever rise: what is new lies above the highest held,
 * and when the counts still differ after that, some are gone.
 */
import type { SqliteDatabase } from "../sqlite/database.ts";
import { BLOCK, VectorMemory } from "./vector-memory.ts";
import { UserEntries, type UserEntryRow } from "./user-entries.ts";

/** Of all users together, about 100 MB with 384 dimensions. The users who asked longest ago go first. */
const MOST_ENTRIES = 120_000;
/** Rows read at a time, which bounds what a large user takes while it is loaded. */
const PAGE = 2_000;

export class EntriesInUse {
  private readonly db: SqliteDatabase;
  private readonly vectors: VectorMemory;
  private readonly mostEntries: number;
  /** By the user's number, which is never used again for another. The last is the one used last. */
  private readonly users = new Map<number, UserEntries>();

  constructor(db: SqliteDatabase, dimension: number, mostEntries = MOST_ENTRIES) {
    this.db = db;
    this.vectors = new VectorMemory(dimension);
    this.mostEntries = mostEntries;
  }

  /** Entries in memory, those that are gone and the room that is kept for new ones included. */
  get held(): number {
    return [...this.users.values()].reduce((sum, entries) => sum + roomOf(entries), 0);
  }

  /** The user's entries as they are now; undefined for one who has none. */
  of(user: string): UserEntries | undefined {
    const [row] = this.db.all<{ user_no: number; entries: number; newest: number }>(
      `SELECT user_no, entries, newest FROM index_users WHERE user = ?`,
      [user],
    );
    if (row === undefined) return undefined;
    const former = this.users.get(row.user_no);
    if (former !== undefined && isMostlyGone(former, row.entries)) this.drop(row.user_no, former);
    const held = this.users.get(row.user_no) ?? new UserEntries(this.vectors);
    this.users.delete(row.user_no);
    this.users.set(row.user_no, held);
    if (held.newest < row.newest) {
      held.reserve(row.entries);
      this.addNew(held, row.user_no);
    }
    if (held.alive !== row.entries) this.dropGone(held, row.user_no);
    this.makeRoom();
    return held;
  }

  clear(): void {
    for (const [userNo, held] of this.users) this.drop(userNo, held);
  }

  private addNew(held: UserEntries, userNo: number): void {
    for (;;) {
      const rows = this.db.all<UserEntryRow>(
        `SELECT entry, id, collection, active, content FROM index_entries
         WHERE user_no = ? AND entry > ? ORDER BY entry LIMIT ${PAGE}`,
        [userNo, held.newest],
      );
      held.add(rows);
      if (rows.length < PAGE) return;
    }
  }

  private dropGone(held: UserEntries, userNo: number): void {
    const [row] = this.db.all<{ numbers: string }>(
      `SELECT json_group_array(entry) AS numbers FROM index_entries WHERE user_no = ?`,
      [userNo],
    );
    held.keepOnly(JSON.parse(row?.numbers ?? "[]") as number[]);
  }

  private makeRoom(): void {
    let total = this.held;
    for (const [userNo, held] of this.users) {
      if (total <= this.mostEntries || this.users.size === 1) return;
      this.drop(userNo, held);
      total -= roomOf(held);
    }
  }

  private drop(userNo: number, held: UserEntries): void {
    held.release();
    this.users.delete(userNo);
  }
}

/** Vectors have their memory by the block. */
function roomOf({ size }: UserEntries): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

/** Those that are gone still take their place in memory: then it is time to start afresh. */
function isMostlyGone({ size }: UserEntries, entries: number): boolean {
  return size > 2 * entries + 64;
}
