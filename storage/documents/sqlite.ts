/**
 * LangGraph's store interface on SQLite, which LangGraph itself does not have: one row a document in miramate.db.
 * Embedded, so a `batch` is one transaction, and reads in it see the puts before them.
 *
 * It refuses what LangGraph refuses (empty labels, full stops, colons) also inside `batch`, since a full stop ends a
 * label here. It has no semantic search: `query` is ignored, as it is by LangGraph's stores without an index.
 */
import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from "@langchain/langgraph-checkpoint";
import type { SqliteDatabase } from "../sqlite/database.ts";
import type { Documents } from "./port.ts";
import { RowCache } from "./row-cache.ts";
import { checkNamespace, DEFAULT_LIMIT, isGet, isPut, isSearch, listed, passes } from "./query.ts";

/** `close` leaves `db` open: whoever opened it closes it. */
export function createSqliteDocuments(db: SqliteDatabase): Documents {
  return { name: "sqlite", store: new SqliteStore(db), close: async () => {} };
}

interface DocumentRow {
  readonly key: string;
  readonly value: string;
  readonly created_at: number;
  readonly updated_at: number;
}

type Rows = Map<string, DocumentRow>;

/** Where it is not known from the question, a row tells its namespace, and its place in the order. */
interface PlacedRow extends DocumentRow {
  readonly seq: number;
  readonly namespace: string;
}

/** Reading costs by the value, so a query names no more than it needs. */
const COLUMNS = "key, value, created_at, updated_at";
const PLACED_COLUMNS = `seq, namespace, ${COLUMNS}`;
/** SQLite's own clock: when a document was written, which no memory depends on. Whole milliseconds. */
const NOW = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";
/** Rows parsed at a time while a filter looks for its matches. */
const CHUNK = 500;

/** Documents oldest first, by when their key was first written. */
export class SqliteStore extends BaseStore {
  private readonly db: SqliteDatabase;
  private readonly cache: RowCache<DocumentRow>;

  constructor(db: SqliteDatabase) {
    super();
    this.db = db;
    this.cache = new RowCache(db);
  }

  /**
   * Runs the operations in order. All puts and deletes are durable when the promise resolves, or none happened.
   * Throws InvalidNamespaceError, or STORE_UNAVAILABLE when another process kept the database locked.
   */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    for (const operation of operations) checkNamespace(operation);
    if (operations.length > 1 && operations.every(isGet))
      return this.getMany(operations) as OperationResults<Op>;
    const runAll = () => operations.map((operation) => this.runOne(operation));
    const results = operations.some(isPut) ? await this.db.write(runAll) : runAll();
    // The interface maps each operation's type to its result's; a list built in a loop cannot show that.
    return results as OperationResults<Op>;
  }

  private runOne(operation: Operation): Item | SearchItem[] | string[][] | null | void {
    if (isPut(operation)) return this.putOne(operation);
    if (isGet(operation)) return this.getOne(operation);
    if (isSearch(operation)) return this.searchOne(operation);
    return this.listOne(operation);
  }

  private getOne({ namespace, key }: GetOperation): Item | null {
    const [row] = this.db.all<DocumentRow>(
      `SELECT ${COLUMNS} FROM documents WHERE namespace = ? AND key = ?`,
      [asPath(namespace), key],
    );
    return row === undefined ? null : asItem(row, namespace);
  }

  /** Many gets as one query a namespace, for what is not in the cache: recall reads dozens of documents at a time. */
  private getMany(operations: readonly GetOperation[]): (Item | null)[] {
    this.cache.refresh();
    const byNamespace = new Map<string, { readonly missing: Set<string>; readonly rows: Rows }>();
    const asked = operations.map(({ namespace, key }) => {
      const path = asPath(namespace);
      const group = byNamespace.get(path) ?? {
        missing: new Set<string>(),
        rows: new Map<string, DocumentRow>(),
      };
      byNamespace.set(path, group);
      const cached = this.cache.get(path, key);
      if (cached === undefined) group.missing.add(key);
      else group.rows.set(key, cached);
      return { namespace, key, rows: group.rows };
    });
    for (const [path, { missing, rows }] of byNamespace) {
      if (missing.size === 0) continue;
      const read = this.db.all<DocumentRow>(
        `SELECT ${COLUMNS} FROM (SELECT value AS wanted FROM json_each(?)) CROSS JOIN documents ON namespace = ? AND key = wanted`,
        [JSON.stringify([...missing]), path],
      );
      for (const row of read) {
        rows.set(row.key, row);
        this.cache.keep(path, row.key, row);
      }
    }
    return asked.map(({ namespace, key, rows }) => {
      const row = rows.get(key);
      return row === undefined ? null : asItem(row, namespace);
    });
  }

  private putOne({ namespace, key, value }: PutOperation): void {
    this.cache.drop(asPath(namespace), key);
    if (value === null) {
      this.db.run(`DELETE FROM documents WHERE namespace = ? AND key = ?`, [asPath(namespace), key]);
      return;
    }
    this.db.run(
      `INSERT INTO documents (namespace, key, value, created_at, updated_at) VALUES (?, ?, ?, ${NOW}, ${NOW})
       ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
      [asPath(namespace), key, JSON.stringify(value)],
    );
  }

  private searchOne({ namespacePrefix, filter, limit, offset }: SearchOperation): SearchItem[] {
    const wanted = limit ?? DEFAULT_LIMIT;
    const [from, to] = asRange(namespacePrefix);
    if (filter === undefined || Object.keys(filter).length === 0) {
      return this.db
        .all<PlacedRow>(
          `SELECT ${PLACED_COLUMNS} FROM documents WHERE seq IN
             (SELECT seq FROM documents WHERE namespace >= ? AND namespace < ? ORDER BY seq LIMIT ? OFFSET ?)
           ORDER BY seq`,
          [from, to, wanted, offset ?? 0],
        )
        .map((row) => asItem(row, asLabels(row.namespace)));
    }

    const found: SearchItem[] = [];
    let toSkip = offset ?? 0;
    for (let after = 0; ;) {
      const rows = this.db.all<PlacedRow>(
        `SELECT ${PLACED_COLUMNS} FROM documents WHERE seq IN
           (SELECT seq FROM documents WHERE namespace >= ? AND namespace < ? AND seq > ? ORDER BY seq LIMIT ?)
         ORDER BY seq`,
        [from, to, after, CHUNK],
      );
      for (const row of rows) {
        after = row.seq;
        const item = asItem(row, asLabels(row.namespace));
        if (!passes(item.value, filter)) continue;
        if (toSkip > 0) toSkip -= 1;
        else if (found.length < wanted) found.push(item);
        if (found.length === wanted) return found;
      }
      if (rows.length < CHUNK) return found;
    }
  }

  private listOne(operation: ListNamespacesOperation): string[][] {
    const rows = this.db.all<{ namespace: string }>(`SELECT DISTINCT namespace FROM documents`);
    return listed(
      rows.map(({ namespace }) => asLabels(namespace)),
      operation,
    );
  }
}

/** ["a", "b"] as "a.b.": the full stop ends each label, so "a." is a prefix of it and of nothing that starts "ab.". */
function asPath(namespace: readonly string[]): string {
  return namespace.map((label) => `${label}.`).join("");
}

function asLabels(path: string): string[] {
  return path.split(".").slice(0, -1);
}

/** All paths p with from <= p < to start with the prefix. "/" follows "." in the order of bytes. */
function asRange(prefix: readonly string[]): [from: string, to: string] {
  const path = asPath(prefix);
  return path === "" ? ["", "\u{10ffff}"] : [path, `${path.slice(0, -1)}/`];
}

function asItem(row: DocumentRow, namespace: readonly string[]): Item {
  return {
    namespace: [...namespace],
    key: row.key,
    value: JSON.parse(row.value) as Record<string, unknown>,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}
