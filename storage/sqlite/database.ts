/**
 * miramate.db: one file and one connection for the embedded documents and memory index; locks.db beside it. Their tables
 * are made here, by numbered migrations; each adapter knows only its own.
 */
import {
  asStorageError,
  closeConnection,
  type Connection,
  openConnection,
  type SqlValue,
  type Statement,
  writeTransaction,
} from "./connection.ts";

export type { SqlValue } from "./connection.ts";

export interface SqliteDatabase {
  readonly file: string;
  /**
   * All rows of a query. `Row` is what the caller knows its columns to be: numbers, strings, null, and ArrayBuffer
   * for blobs. Statements are prepared once and kept, so values belong in `parameters`, never in `sql`.
   */
  all<Row>(sql: string, parameters?: readonly SqlValue[]): Row[];
  /** Runs a statement that changes rows, inside `write`; gives their number. */
  run(sql: string, parameters?: readonly SqlValue[]): number;
  /** Runs an INSERT inside `write`; gives the new row's number. */
  insert(sql: string, parameters?: readonly SqlValue[]): number;
  /** See `writeTransaction`: `work` is synchronous, all or none, durable when the promise resolves. */
  write<T>(work: () => T): Promise<T>;
  close(): void;
}

/** Only ever add to the end. Times are epoch milliseconds. Exported so that tests can make a database of an earlier version. */
export const MIGRATIONS: readonly string[] = [
  // `namespace` holds every label followed by a full stop, which no label may hold: a prefix of labels is a prefix of it.
  `CREATE TABLE documents (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     namespace TEXT NOT NULL,
     key TEXT NOT NULL,
     value TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     UNIQUE (namespace, key)
   );
   CREATE INDEX documents_in_order ON documents (namespace, seq);

   CREATE TABLE index_about (one INTEGER PRIMARY KEY CHECK (one = 1), fingerprint TEXT NOT NULL, dimension INTEGER NOT NULL);
   CREATE TABLE index_users (user_no INTEGER PRIMARY KEY AUTOINCREMENT, user TEXT NOT NULL UNIQUE);
   -- A scope is one collection of one user; \`entries\` and \`tokens\` count what is in it.
   CREATE TABLE index_scopes (
     scope INTEGER PRIMARY KEY AUTOINCREMENT,
     user_no INTEGER NOT NULL,
     collection TEXT NOT NULL,
     entries INTEGER NOT NULL DEFAULT 0,
     tokens INTEGER NOT NULL DEFAULT 0,
     UNIQUE (user_no, collection)
   );
   -- \`vector\`: one signed byte a dimension. [starts, ends) is the event, or else the moment of recording.
   CREATE TABLE index_entries (
     entry INTEGER PRIMARY KEY AUTOINCREMENT,
     user_no INTEGER NOT NULL,
     id TEXT NOT NULL,
     scope INTEGER NOT NULL,
     active INTEGER NOT NULL,
     starts INTEGER NOT NULL,
     ends INTEGER NOT NULL,
     tokens INTEGER NOT NULL,
     vector BLOB NOT NULL,
     UNIQUE (user_no, id)
   );
   CREATE INDEX index_entries_in_time ON index_entries (scope, starts, ends, active);
   -- One bit a dimension, stored side by side for a scope, so that a scan of them is a scan of a few pages.
   CREATE TABLE index_bits (
     scope INTEGER NOT NULL,
     active INTEGER NOT NULL,
     entry INTEGER NOT NULL,
     bits BLOB NOT NULL,
     PRIMARY KEY (scope, active, entry)
   ) WITHOUT ROWID;
   -- Which token stands in which entry, and no text. Every token is marked with its scope, so that searching and
   -- counting one touches that scope alone. 'ascii' takes every character beyond ASCII as part of a token.
   CREATE VIRTUAL TABLE index_words USING fts5 (
     words, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_'"
   );
   CREATE VIRTUAL TABLE index_terms USING fts5vocab (index_words, row);
   CREATE VIRTUAL TABLE index_postings USING fts5vocab (index_words, instance);`,

  // The index keeps an entry in one row, words included; searching is done in memory. Of entries that are there already
  // `content` is the vector alone at first: whoever opens the index adds the words that FTS5 holds, and drops its tables
  // (memory-index/takeover.ts), since that takes more than SQL.
  `ALTER TABLE index_users ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
   -- The highest number that an entry of the user ever had.
   ALTER TABLE index_users ADD COLUMN newest INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE index_entries RENAME TO former_entries;
   -- \`entry\`: new with every write. \`content\`: see memory-index/content.ts. [starts, ends) is the event, or else the moment
   -- of recording.
   CREATE TABLE index_entries (
     entry INTEGER PRIMARY KEY AUTOINCREMENT,
     user_no INTEGER NOT NULL,
     id TEXT NOT NULL,
     collection TEXT NOT NULL,
     active INTEGER NOT NULL,
     starts INTEGER NOT NULL,
     ends INTEGER NOT NULL,
     content BLOB NOT NULL,
     UNIQUE (user_no, id)
   );
   INSERT INTO index_entries (entry, user_no, id, collection, active, starts, ends, content)
     SELECT entry, user_no, id, collection, active, starts, ends, vector
     FROM former_entries JOIN index_scopes USING (user_no, scope) ORDER BY entry;
   UPDATE index_users SET (entries, newest) =
     (SELECT count(*), coalesce(max(entry), 0) FROM index_entries WHERE index_entries.user_no = index_users.user_no);
   DROP TABLE former_entries;
   DROP TABLE index_scopes;
   DROP TABLE index_bits;
   CREATE INDEX index_entries_of_user ON index_entries (user_no);
   CREATE INDEX index_entries_in_time ON index_entries (user_no, collection, starts, ends, active);`,
];

const LOCK_MIGRATIONS: readonly string[] = [
  `-- Who waits for and who holds a lock: the oldest living row of a name holds it.
   CREATE TABLE lock_queue (
     ticket INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL,
     owner TEXT NOT NULL,
     host TEXT NOT NULL,
     pid INTEGER NOT NULL,
     seen_at INTEGER NOT NULL
   );
   CREATE INDEX lock_queue_by_name ON lock_queue (name, ticket);`,
];

/** Opens or creates the database; see `openConnection` for what it refuses and how. */
export async function openDatabase(file: string): Promise<SqliteDatabase> {
  const connection = await openConnection(file, MIGRATIONS);
  return overConnection(connection, file);
}

/** Locks have a file of their own: after a loss of power nobody holds one, so no commit has to wait for the disk. */
export async function openLockDatabase(file: string): Promise<SqliteDatabase> {
  return overConnection(await openConnection(file, LOCK_MIGRATIONS, "OFF"), file);
}

function overConnection(connection: Connection, file: string): SqliteDatabase {
  const statements = new Map<string, Statement>();
  let closed = false;

  function prepared(sql: string): Statement {
    let statement = statements.get(sql);
    if (statement === undefined) statements.set(sql, (statement = connection.prepare(sql)));
    return statement;
  }

  function explained<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asStorageError(error, file);
    }
  }

  return {
    file,
    all: <Row>(sql: string, parameters: readonly SqlValue[] = []) =>
      explained(() => prepared(sql).all(parameters) as Row[]),
    run: (sql, parameters = []) => explained(() => prepared(sql).run(parameters).changes),
    insert: (sql, parameters = []) => explained(() => Number(prepared(sql).run(parameters).lastInsertRowid)),
    write: async (work) => {
      try {
        return await writeTransaction(connection, work);
      } catch (error) {
        throw asStorageError(error, file);
      }
    },
    close: () => {
      if (closed) return;
      closed = true;
      statements.clear();
      closeConnection(connection);
    },
  };
}
