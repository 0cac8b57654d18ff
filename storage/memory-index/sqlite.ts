/**
 * The embedded memory index: one row an entry in miramate.db, read and written by SQL and searched in memory.
 *
 * Searches by vector and by words run over the entries of one user (entries-in-use.ts, user-entries.ts), so their cost and
 * their scores depend on that user's memories alone and none can meet another user's; searches by time are SQLite's. A
 * removed entry leaves nothing behind: its row is its only trace in the file.
 */
import type { SqliteDatabase } from "../sqlite/database.ts";
import { packContent } from "./content.ts";
import { EntriesInUse } from "./entries-in-use.ts";
import { embedderMismatch } from "./fingerprint.ts";
import type { IndexEntry, IndexScope, MemoryIndex, MemoryIndexOptions } from "./port.ts";
import { signedBytes } from "./quantise.ts";
import { takeOver } from "./takeover.ts";
import type { Where } from "./user-entries.ts";
import { countWords, tokenHash } from "./words.ts";

/** Distinct tokens of one keyword search that are looked up; a pasted page is no longer a keyword search. */
const MAX_TOKENS = 64;

/**
 * Opens the index in `db`. Throws EMBEDDER_MISMATCH when it holds entries of another embedder; an index without
 * entries takes the new fingerprint. `close` leaves `db` open: whoever opened it closes it.
 */
export async function createSqliteMemoryIndex(
  db: SqliteDatabase,
  options: MemoryIndexOptions,
): Promise<MemoryIndex> {
  await claim(db, options);
  await takeOver(db);
  const { dimension, tokenise } = options;
  const inUse = new EntriesInUse(db, dimension);

  return {
    name: "sqlite",

    upsert: async (entries) => {
      if (entries.length === 0) return;
      // Everything that takes time is done before the write lock is taken.
      const rows = entries.map((entry) => toRow(entry, options));
      await db.write(() => {
        for (const row of rows) putEntry(db, row);
      });
    },

    remove: async (user, ids) => {
      if (ids.length === 0) return;
      await db.write(() => {
        const userNo = userNumber(db, user);
        if (userNo === undefined) return;
        for (const id of ids) removeEntry(db, userNo, id);
        // A user without entries leaves no row, not even the name.
        db.run(`DELETE FROM index_users WHERE user_no = ? AND entries = 0`, [userNo]);
      });
    },

    nearest: async (vector, scope) => {
      scope.signal?.throwIfAborted();
      requireDimension(vector, dimension);
      return inUse.of(scope.user)?.nearest(signedBytes(vector), asWhere(scope)) ?? [];
    },

    matching: async (words, scope) => {
      scope.signal?.throwIfAborted();
      const hashes = new Set(words.flatMap((word) => tokenise(word, scope.names)).map(tokenHash));
      if (hashes.size === 0) return [];
      return inUse.of(scope.user)?.matching([...hashes].slice(0, MAX_TOKENS), asWhere(scope)) ?? [];
    },

    within: async ({ from, to }, { user, collections, limit, includeInactive, signal }) => {
      signal?.throwIfAborted();
      const userNo = userNumber(db, user);
      if (userNo === undefined) return [];
      return [...new Set(collections)]
        .flatMap((collection) =>
          db.all<{ id: string; collection: string; starts: number }>(
            `SELECT id, collection, starts FROM index_entries INDEXED BY index_entries_in_time
             WHERE user_no = ? AND collection = ? AND starts < ? AND ends > ? AND active >= ?
             ORDER BY starts DESC, ends DESC, active DESC, entry DESC LIMIT ?`,
            [userNo, collection, Math.ceil(to), Math.floor(from), includeInactive === true ? 0 : 1, limit],
          ),
        )
        .sort((one, other) => other.starts - one.starts)
        .map(({ id, collection }) => ({ id, collection, score: 1 }));
    },

    ids: async (user, collection) =>
      db
        .all<{ id: string }>(
          `SELECT id FROM index_users JOIN index_entries USING (user_no) WHERE user = ? AND collection = ?`,
          [user, collection],
        )
        .map(({ id }) => id),

    close: async () => inUse.clear(),
  };
}

/** Writes who fills this index, or checks that it is the same as before. */
async function claim(
  db: SqliteDatabase,
  { fingerprint, dimension, replace = false }: MemoryIndexOptions,
): Promise<void> {
  const written = () =>
    db.all<{ fingerprint: string; dimension: number }>(`SELECT fingerprint, dimension FROM index_about`)[0];
  const isOurs = () => written()?.fingerprint === fingerprint && written()?.dimension === dimension;
  if (isOurs()) return;
  await db.write(() => {
    const former = written();
    const hasEntries = db.all(`SELECT 1 FROM index_entries LIMIT 1`).length > 0;
    if (former !== undefined && hasEntries && !isOurs()) {
      if (!replace) throw embedderMismatch(former.fingerprint, fingerprint);
      db.run(`DELETE FROM index_entries`);
      db.run(`DELETE FROM index_users`);
    }
    db.run(`INSERT OR REPLACE INTO index_about (one, fingerprint, dimension) VALUES (1, ?, ?)`, [
      fingerprint,
      dimension,
    ]);
  });
}

// Queries ------------------------------------------------------------------------------------------------------------

function asWhere({ collections, includeInactive, limit, among }: IndexScope): Where {
  return {
    collections,
    includeInactive: includeInactive === true,
    limit,
    among: among === undefined ? undefined : new Set(among),
  };
}

// Rows ---------------------------------------------------------------------------------------------------------------

interface EntryRow {
  readonly user: string;
  readonly id: string;
  readonly collection: string;
  readonly active: 0 | 1;
  readonly starts: number;
  readonly ends: number;
  readonly content: Uint8Array;
}

function toRow(entry: IndexEntry, { dimension, tokenise }: MemoryIndexOptions): EntryRow {
  requireDimension(entry.vector, dimension);
  const { user, id, collection, text, names, active, event, recordedAt } = entry;
  // A moment lasts one millisecond here, so that it lies in [itself, later).
  const starts = Math.floor(event?.start ?? recordedAt);
  const ends = Math.max(starts + 1, Math.ceil(event?.end ?? recordedAt));
  const tokens = tokenise(text, names);
  return {
    user,
    id,
    collection,
    active: active ? 1 : 0,
    starts,
    ends,
    content: packContent({
      words: countWords(tokens),
      length: tokens.length,
      vector: signedBytes(entry.vector),
    }),
  };
}

function requireDimension(vector: Float32Array, dimension: number): void {
  if (vector.length !== dimension) {
    throw new RangeError(`The index holds vectors of ${dimension} dimensions, not of ${vector.length}.`);
  }
}

function putEntry(db: SqliteDatabase, row: EntryRow): void {
  const userNo =
    userNumber(db, row.user) ?? db.insert(`INSERT INTO index_users (user) VALUES (?)`, [row.user]);
  removeEntry(db, userNo, row.id);
  const { id, collection, active, starts, ends, content } = row;
  const entry = db.insert(
    `INSERT INTO index_entries (user_no, id, collection, active, starts, ends, content) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [userNo, id, collection, active, starts, ends, content],
  );
  db.run(`UPDATE index_users SET entries = entries + 1, newest = ? WHERE user_no = ?`, [entry, userNo]);
}

function removeEntry(db: SqliteDatabase, userNo: number, id: string): void {
  const removed = db.run(`DELETE FROM index_entries WHERE user_no = ? AND id = ?`, [userNo, id]);
  if (removed > 0) db.run(`UPDATE index_users SET entries = entries - 1 WHERE user_no = ?`, [userNo]);
}

/** Looked up each time and never kept: another process may have removed the user since. */
function userNumber(db: SqliteDatabase, user: string): number | undefined {
  return db.all<{ user_no: number }>(`SELECT user_no FROM index_users WHERE user = ?`, [user])[0]?.user_no;
}
