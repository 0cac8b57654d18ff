/**
 * Documents in PostgreSQL, in the table of LangGraph's PostgresStore: it makes and migrates the table, so that other
 * LangGraph programs can read it. The statements are our own, since PostgresStore (checkpoint-postgres 1.0.5) does
 * not keep the contract of port.ts: its batch is no transaction, its search is newest first without a tie-break and
 * finds ["ab"] by the prefix ["a"], its labels may not hold `%` or `_`, and its filters compare texts.
 *
 * PostgreSQL stores neither NUL nor half a surrogate pair: the first is dropped, the second becomes U+FFFD.
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
import type { Pool, PoolClient } from "pg";
import { onceAtATime, openPool, unavailable, withClient, withTransaction } from "../postgres/pool.ts";
import type { Documents } from "./port.ts";
import {
  checkNamespace,
  DEFAULT_LIMIT,
  type Filter,
  isGet,
  isOperators,
  isPut,
  isSearch,
  listed,
  passes,
} from "./query.ts";

/** Opens the documents at `url` and makes their table. Throws STORE_UNAVAILABLE, within seconds. */
export async function createPostgresDocuments(url: string): Promise<Documents> {
  const pool = await openPool(url);
  try {
    await makeTable(pool, url);
  } catch (error) {
    await pool.end();
    throw error;
  }
  let closing: Promise<void> | undefined;
  return { name: "postgres", store: new PostgresDocumentStore(pool), close: () => (closing ??= pool.end()) };
}

async function makeTable(pool: Pool, url: string): Promise<void> {
  const { PostgresStore } = await import("@langchain/langgraph-checkpoint-postgres/store");
  await onceAtATime(pool, async () => {
    const migrating = new PostgresStore({ connectionOptions: url });
    try {
      await migrating.setup();
    } catch (error) {
      throw unavailable(error);
    } finally {
      await migrating.stop();
    }
    // "C" compares bytes: what makes a range of paths out of a prefix, whatever the database's own collation.
    await pool.query(
      `CREATE INDEX IF NOT EXISTS miramate_store_in_order
       ON store ((namespace_path COLLATE "C"), created_at, (key COLLATE "C"))`,
    );
  });
}

interface DocumentRow {
  readonly namespace_path: string;
  readonly key: string;
  readonly value: Record<string, unknown>;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = "namespace_path, key, value, created_at, updated_at";
/** Rows fetched at a time while a filter looks for its matches. */
const CHUNK = 500;

/** Documents oldest first, by when their key was first written. */
class PostgresDocumentStore extends BaseStore {
  private readonly pool: Pool;

  constructor(pool: Pool) {
    super();
    this.pool = pool;
  }

  /** Runs the operations in order, in one transaction: reads see the puts before them. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    for (const operation of operations) checkNamespace(operation);
    const runAll = async (client: PoolClient) => {
      const results: (Item | SearchItem[] | string[][] | null | void)[] = [];
      for (const operation of operations) results.push(await runOne(client, operation));
      return results;
    };
    const results = await (operations.some(isPut)
      ? withTransaction(this.pool, runAll)
      : withClient(this.pool, runAll));
    // The interface maps each operation's type to its result's; a list built in a loop cannot show that.
    return results as OperationResults<Op>;
  }
}

function runOne(
  client: PoolClient,
  operation: Operation,
): Promise<Item | SearchItem[] | string[][] | null | void> {
  if (isPut(operation)) return putOne(client, operation);
  if (isGet(operation)) return getOne(client, operation);
  if (isSearch(operation)) return searchOne(client, operation);
  return listOne(client, operation);
}

async function getOne(client: PoolClient, { namespace, key }: GetOperation): Promise<Item | null> {
  const { rows } = await client.query<DocumentRow>(
    `SELECT ${COLUMNS} FROM store WHERE namespace_path = $1 AND key = $2`,
    [asPath(namespace), storable(key)],
  );
  const [row] = rows;
  return row === undefined ? null : asItem(row);
}

async function putOne(client: PoolClient, { namespace, key, value }: PutOperation): Promise<void> {
  if (value === null) {
    await client.query(`DELETE FROM store WHERE namespace_path = $1 AND key = $2`, [
      asPath(namespace),
      storable(key),
    ]);
    return;
  }
  // The clock goes on within a transaction (CURRENT_TIMESTAMP would not), so that one batch has an order, too.
  await client.query(
    `INSERT INTO store (namespace_path, key, value, created_at, updated_at)
     VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp())
     ON CONFLICT (namespace_path, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
    [asPath(namespace), storable(key), storableJson(value)],
  );
}

async function searchOne(
  client: PoolClient,
  { namespacePrefix, filter, limit, offset }: SearchOperation,
): Promise<SearchItem[]> {
  const wanted = limit ?? DEFAULT_LIMIT;
  if (filter === undefined || Object.keys(filter).length === 0) {
    return (await page(client, namespacePrefix, {}, wanted, offset ?? 0)).map(asItem);
  }
  const matching: SearchItem[] = [];
  for (let from = 0; matching.length < (offset ?? 0) + wanted; from += CHUNK) {
    const rows = await page(client, namespacePrefix, equalities(filter), CHUNK, from);
    matching.push(...rows.map(asItem).filter((item) => passes(item.value, filter)));
    if (rows.length < CHUNK) break;
  }
  return matching.slice(offset ?? 0, (offset ?? 0) + wanted);
}

/** Documents under a prefix that contain `equal`, in order. */
async function page(
  client: PoolClient,
  prefix: readonly string[],
  equal: Filter,
  limit: number,
  offset: number,
): Promise<DocumentRow[]> {
  const path = asPath(prefix);
  // A path under the prefix is the prefix itself, or goes on with ":"; ";" is the next character.
  const { rows } = await client.query<DocumentRow>(
    `SELECT ${COLUMNS} FROM store
     WHERE ($1 = '' OR namespace_path COLLATE "C" = $1
            OR (namespace_path COLLATE "C" >= $1 || ':' AND namespace_path COLLATE "C" < $1 || ';'))
       AND value @> $2::jsonb
     ORDER BY created_at, namespace_path COLLATE "C", key COLLATE "C" LIMIT $3 OFFSET $4`,
    [path, storableJson(equal), limit, offset],
  );
  return rows;
}

/** The conditions that the database can check by itself: plain fields. The others, and these again, `passes` checks. */
function equalities(filter: Filter): Filter {
  return Object.fromEntries(
    Object.entries(filter).filter(([, wanted]) => wanted !== undefined && !isOperators(wanted)),
  );
}

async function listOne(client: PoolClient, operation: ListNamespacesOperation): Promise<string[][]> {
  const { rows } = await client.query<{ namespace_path: string }>(
    `SELECT DISTINCT namespace_path FROM store`,
  );
  return listed(
    rows.map(({ namespace_path }) => namespace_path.split(":")),
    operation,
  );
}

/** As PostgresStore joins labels; none of them holds a colon. */
function asPath(namespace: readonly string[]): string {
  return storable(namespace.join(":"));
}

function asItem(row: DocumentRow): Item {
  return {
    namespace: row.namespace_path.split(":"),
    key: row.key,
    value: row.value,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** A key or path without what PostgreSQL cannot hold. */
function storable(text: string): string {
  return JSON.parse(storableJson(text)) as string;
}

/** JSON writes NUL and half a surrogate pair as escapes, and a backslash of the text as two: both are told apart here. */
function storableJson(value: unknown): string {
  return JSON.stringify(value).replace(/\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g, (escape) => {
    if (escape === "\\\\") return escape;
    return escape === "\\u0000" ? "" : "\ufffd";
  });
}
