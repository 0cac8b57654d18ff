/**
 * The embedded memory index: sqlite-vec for vectors, FTS5 for keywords, a B-tree for time, in miramate.db.
 *
 * A scope is one collection of one user, and every query starts from it, so the cost and the scores depend on that
 * user's memories alone and no query can meet another user's. A scope's vectors are kept in memory (scope-vectors.ts)
 * and narrowed down there; the cosines of what is left are sqlite-vec's. FTS5 keeps which token stands in which entry, and
 * no text; BM25 is computed from that here, since FTS5's own counts the entries of all users.
 */
import type { SqliteDatabase } from "../sqlite/database.ts";
import { BM25, inverseDocumentFrequency } from "./bm25.ts";
import { embedderMismatch } from "./fingerprint.ts";
import type { IndexEntry, IndexHit, IndexScope, MemoryIndex, MemoryIndexOptions } from "./port.ts";
import { signBits, signedBytes } from "./quantise.ts";
import { ScopeVectors } from "./scope-vectors.ts";
import type { NearEntry, VectorRow } from "./scope-vectors.ts";

/**
 * How many candidates by sign bits get a cosine: at least 128, four for every hit asked for, and 2 % of a large scope.
 * On real text 2-4 % of a collection holds 97-99 % of the ten that are nearest.
 */
const candidates = (entries: number, limit: number): number =>
  Math.max(128, 4 * limit, Math.ceil(entries / 50));

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
  const { dimension, tokenise } = options;
  const vectors = new ScopeVectors(dimension);

  return {
    name: "sqlite",

    upsert: async (entries) => {
      if (entries.length === 0) return;
      // Everything that takes time is done before the write lock is taken.
      const rows = entries.map((entry) => toRow(entry, dimension, tokenise));
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
        forgetEmpty(db, userNo);
      });
    },

    nearest: async (vector, scope) => {
      requireDimension(vector, dimension);
      const bits = signBits(vector);
      const bytes = signedBytes(vector);
      const hits = search(db, scope, ({ number, entries, leastActive }) => {
        vectors.refresh(number, entries, (after) => vectorsAfter(db, number, after));
        const near = vectors.nearest(number, bits, bytes, candidates(entries, scope.limit), leastActive);
        return stillThere(db, near, bytes, scope.limit);
      });
      return hits.sort((one, other) => other.score - one.score);
    },

    matching: async (words, scope) => {
      scope.signal?.throwIfAborted();
      const tokens = words.flatMap((word) => tokenise(word, scope.names)).map(asFtsToken);
      return matchTokens(db, [...new Set(tokens)].slice(0, MAX_TOKENS), scope);
    },

    within: async ({ from, to }, scope) =>
      search(db, scope, ({ number, leastActive }) =>
        db.all<{ id: string; score: number; starts: number }>(
          `SELECT id, 1 AS score, starts FROM index_entries INDEXED BY index_entries_in_time
           WHERE scope = ? AND starts < ? AND ends > ? AND active >= ?
           ORDER BY starts DESC, ends DESC, active DESC, entry DESC LIMIT ?`,
          [number, Math.ceil(to), Math.floor(from), leastActive, scope.limit],
        ),
      )
        .sort((one, other) => other.starts - one.starts)
        .map(({ id, collection, score }) => ({ id, collection, score })),

    ids: async (user, collection) => {
      const scope = scopeOf(db, user, collection);
      if (scope === undefined) return [];
      return db
        .all<{ id: string }>(`SELECT id FROM index_entries WHERE scope = ?`, [scope.number])
        .map(({ id }) => id);
    },

    close: async () => {},
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
      for (const table of ["index_words", "index_bits", "index_entries", "index_scopes", "index_users"]) {
        db.run(`DELETE FROM ${table}`);
      }
    }
    db.run(`INSERT OR REPLACE INTO index_about (one, fingerprint, dimension) VALUES (1, ?, ?)`, [
      fingerprint,
      dimension,
    ]);
  });
}

// Queries ------------------------------------------------------------------------------------------------------------

interface FoundScope {
  readonly number: number;
  readonly entries: number;
  readonly tokens: number;
}

/** Runs a query on each collection and the least value of `active` it may see; one that is not there is empty. */
function search<Hit>(
  db: SqliteDatabase,
  { user, collections, includeInactive, signal }: IndexScope,
  query: (scope: FoundScope & { readonly leastActive: 0 | 1 }) => Hit[],
): (Hit & { readonly collection: string })[] {
  signal?.throwIfAborted();
  return [...new Set(collections)].flatMap((collection) => {
    const scope = scopeOf(db, user, collection);
    if (scope === undefined) return [];
    return query({ ...scope, leastActive: includeInactive === true ? 0 : 1 }).map((hit) => ({
      ...hit,
      collection,
    }));
  });
}

/** Two ranges of the primary key: active entries and the others. */
function vectorsAfter(db: SqliteDatabase, scope: number, after: number): VectorRow[] {
  const rows = [0, 1].flatMap((active) =>
    db.all<VectorRow>(
      `SELECT entry, index_bits.active, bits, vector FROM index_bits CROSS JOIN index_entries USING (entry)
       WHERE index_bits.scope = ? AND index_bits.active = ? AND entry > ?`,
      [scope, active, after],
    ),
  );
  return rows;
}

/** The ids and cosines of the nearest that are still there; those in memory may be gone. */
function stillThere(
  db: SqliteDatabase,
  near: readonly NearEntry[],
  bytes: Uint8Array,
  limit: number,
): { id: string; score: number }[] {
  const hits: { id: string; score: number }[] = [];
  // A few more than asked for, since some may be gone; all of them, if need be.
  for (let from = 0; from < near.length && hits.length < limit; from += 2 * limit) {
    const entries = near.slice(from, from + 2 * limit).map(({ entry }) => entry);
    hits.push(
      ...db.all<{ id: string; score: number }>(
        `SELECT index_entries.id, 1 - vec_distance_cosine(vec_int8(vector), vec_int8(?)) AS score
         FROM json_each(?) AS near CROSS JOIN index_entries ON entry = near.value ORDER BY score DESC, entry`,
        [bytes, JSON.stringify(entries)],
      ),
    );
  }
  return hits.slice(0, limit);
}

function matchTokens(
  db: SqliteDatabase,
  tokens: readonly string[],
  { user, collections, includeInactive, limit }: IndexScope,
): IndexHit[] {
  const scopes = db.all<FoundScope & { readonly collection: string }>(
    `SELECT scope AS number, entries, tokens, collection FROM index_users JOIN index_scopes USING (user_no) WHERE user = ?`,
    [user],
  );
  const entries = scopes.reduce((sum, scope) => sum + scope.entries, 0);
  if (tokens.length === 0 || entries === 0) return [];
  const length = scopes.reduce((sum, scope) => sum + scope.tokens, 0);
  const terms = (states: readonly boolean[], { number }: FoundScope): (readonly [string, string])[] =>
    states.flatMap((active) => tokens.map((token) => [token, asTerm(number, active, token)] as const));

  const holders = new Map(
    db
      .all<{ token: string; holders: number }>(
        `SELECT value ->> 0 AS token, sum(doc) AS holders FROM json_each(?) CROSS JOIN index_terms ON term = value ->> 1
         GROUP BY token`,
        [JSON.stringify(scopes.flatMap((scope) => terms([true, false], scope)))],
      )
      .map((row) => [row.token, row.holders]),
  );
  const weight = (token: string): number => inverseDocumentFrequency(holders.get(token) ?? 0, entries);
  const total = tokens.reduce((sum, token) => sum + weight(token), 0);

  const states = includeInactive === true ? [true, false] : [true];
  const hits = scopes
    .filter(({ collection }) => collections.includes(collection))
    .flatMap((scope) => {
      const weighed = terms(states, scope).map(([token, term]) => [term, weight(token)]);
      return db
        .all<{ id: string; score: number; held: number }>(
          `WITH weighed AS MATERIALIZED (
             SELECT value ->> 0 AS wanted, value ->> 1 AS weight FROM json_each(?)
           ), held AS MATERIALIZED (
             SELECT doc, weight, count(*) AS times FROM weighed CROSS JOIN index_postings ON term = wanted
             GROUP BY wanted, doc
           )
           SELECT id, sum(weight) AS held,
             sum(weight * times * ${BM25.k1 + 1} / (times + ${BM25.k1} * (${1 - BM25.b} + ${BM25.b} * tokens / ?))) AS score
           FROM held CROSS JOIN index_entries ON entry = doc
           GROUP BY doc ORDER BY score DESC, doc LIMIT ?`,
          [JSON.stringify(weighed), Math.max(1, length / entries), limit],
        )
        .map(({ id, score, held }) => ({
          id,
          collection: scope.collection,
          score,
          coverage: Math.min(1, held / total),
        }));
    });
  return hits.sort((one, other) => other.score - one.score);
}

// Rows ---------------------------------------------------------------------------------------------------------------
// Numbers stand for users and scopes in every row. They are looked up each time and never kept: another process may
// have removed the user since.

interface EntryRow {
  readonly user: string;
  readonly collection: string;
  readonly id: string;
  readonly active: boolean;
  readonly starts: number;
  readonly ends: number;
  readonly tokens: readonly string[];
  readonly bits: Uint8Array;
  readonly bytes: Uint8Array;
}

function toRow(entry: IndexEntry, dimension: number, tokenise: MemoryIndexOptions["tokenise"]): EntryRow {
  requireDimension(entry.vector, dimension);
  const { user, collection, id, active, event, recordedAt } = entry;
  // A moment lasts one millisecond here, so that it lies in [itself, later).
  const starts = Math.floor(event?.start ?? recordedAt);
  const ends = Math.max(starts + 1, Math.ceil(event?.end ?? recordedAt));
  const tokens = tokenise(entry.text, entry.names).map(asFtsToken);
  const bits = signBits(entry.vector);
  const bytes = signedBytes(entry.vector);
  return { user, collection, id, active, starts, ends, tokens, bits, bytes };
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
  const scope =
    scopeOf(db, row.user, row.collection)?.number ??
    db.insert(`INSERT INTO index_scopes (user_no, collection) VALUES (?, ?)`, [userNo, row.collection]);
  const active = row.active ? 1 : 0;
  const length = row.tokens.length;
  const entry = db.insert(
    `INSERT INTO index_entries (user_no, id, scope, active, starts, ends, tokens, vector) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [userNo, row.id, scope, active, row.starts, row.ends, length, row.bytes],
  );
  db.run(`INSERT INTO index_bits (scope, active, entry, bits) VALUES (?, ?, ?, ?)`, [
    scope,
    active,
    entry,
    row.bits,
  ]);
  db.run(`INSERT INTO index_words (rowid, words) VALUES (?, ?)`, [
    entry,
    row.tokens.map((token) => asTerm(scope, row.active, token)).join(" "),
  ]);
  db.run(`UPDATE index_scopes SET entries = entries + 1, tokens = tokens + ? WHERE scope = ?`, [
    length,
    scope,
  ]);
}

function removeEntry(db: SqliteDatabase, userNo: number, id: string): void {
  const [row] = db.all<{ entry: number; scope: number; active: number; tokens: number }>(
    `SELECT entry, scope, active, tokens FROM index_entries WHERE user_no = ? AND id = ?`,
    [userNo, id],
  );
  if (row === undefined) return;
  db.run(`DELETE FROM index_words WHERE rowid = ?`, [row.entry]);
  db.run(`DELETE FROM index_bits WHERE scope = ? AND active = ? AND entry = ?`, [
    row.scope,
    row.active,
    row.entry,
  ]);
  db.run(`DELETE FROM index_entries WHERE entry = ?`, [row.entry]);
  db.run(`UPDATE index_scopes SET entries = entries - 1, tokens = tokens - ? WHERE scope = ?`, [
    row.tokens,
    row.scope,
  ]);
}

/** A user without entries leaves no row, not even the name. */
function forgetEmpty(db: SqliteDatabase, userNo: number): void {
  db.run(`DELETE FROM index_scopes WHERE user_no = ? AND entries = 0`, [userNo]);
  db.run(
    `DELETE FROM index_users WHERE user_no = ? AND NOT EXISTS
       (SELECT 1 FROM index_scopes WHERE index_scopes.user_no = index_users.user_no)`,
    [userNo],
  );
}

function userNumber(db: SqliteDatabase, user: string): number | undefined {
  return db.all<{ user_no: number }>(`SELECT user_no FROM index_users WHERE user = ?`, [user])[0]?.user_no;
}

function scopeOf(db: SqliteDatabase, user: string, collection: string): FoundScope | undefined {
  return db.all<FoundScope>(
    `SELECT scope AS number, entries, tokens FROM index_users JOIN index_scopes USING (user_no)
     WHERE user = ? AND collection = ?`,
    [user, collection],
  )[0];
}

// Tokens -------------------------------------------------------------------------------------------------------------

/**
 * A token as FTS5 takes it whole: ASCII other than letters and digits would part it ("c++", "3.14") and is written
 * as `_` and two hexadecimal digits, `_` itself too, so no two tokens become one and none can be an operator.
 */
function asFtsToken(token: string): string {
  return token.replace(/[\u0000-\u007f]/g, (character) =>
    /[A-Za-z0-9]/.test(character) ? character : `_${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}

/** The token as it stands in the index, where FTS5 has folded capitals: `a` or `i` for active or not, the scope, the token. */
function asTerm(scope: number, active: boolean, token: string): string {
  return `${active ? "a" : "i"}${scope}__${token.replace(/[A-Z]/g, (capital) => capital.toLowerCase())}`;
}
