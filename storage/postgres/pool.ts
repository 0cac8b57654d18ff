/** Connections to PostgreSQL for the three adapters that use it: opened lazily, with deadlines, errors explained. */
import type { Pool, PoolClient, PoolConfig } from "pg";
import { MiraMateError } from "../../base/errors.ts";

/** A server that does not answer within this is down: a turn must not hang on it. */
const CONNECT_MS = 3_000;
const QUERY_MS = 10_000;

/** A pool for `url`; nothing is connected yet. Throws DEPENDENCY_MISSING when `pg` is not installed. */
export async function openPool(url: string, settings: Partial<PoolConfig> = {}): Promise<Pool> {
  const { default: pg } = await import("pg").catch((cause: unknown) => {
    throw new MiraMateError(
      "DEPENDENCY_MISSING",
      { zh: "缺少依赖 pg。请运行 npm install pg。", en: "The package pg is missing. Run npm install pg." },
      { cause },
    );
  });
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
    application_name: "miramate",
    ...settings,
  });
  // A connection that the server cut is found out at its next use; unheard, these events would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client: PoolClient) => client.on("error", () => {}));
  return pool;
}

/** Runs `work` with one connection. Errors of the connection become STORE_UNAVAILABLE, others pass. */
export async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw unavailable(error);
  }
  let broken = true;
  try {
    const result = await work(client);
    broken = false;
    return result;
  } catch (error) {
    broken = isConnectionError(error);
    throw broken ? unavailable(error) : error;
  } finally {
    client.release(broken);
  }
}

/** Runs `work` as one transaction. */
export async function withTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return withClient(pool, async (client) => {
    await client.query("BEGIN");
    try {
      const result = await work(client);
      await client.query("COMMIT");
      return result;
    } catch (error) {
      // On a broken connection the server rolls back by itself, and the first error is the one to tell.
      if (!isConnectionError(error)) await client.query("ROLLBACK");
      throw error;
    }
  });
}

/** Runs the making of tables so that two processes that start together do not collide. */
export async function onceAtATime<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  return withClient(pool, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtextextended('miramate setup', 0))");
    try {
      return await work();
    } finally {
      await client.query("SELECT pg_advisory_unlock(hashtextextended('miramate setup', 0))");
    }
  });
}

/** Whether the connection failed, as opposed to an answer that says what is wrong with the query. */
function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // Of the server's answers (five characters) classes 08 and 57P tell of the connection and of a shutdown.
  if (/^(08...|57P..)$/.test(code)) return true;
  // Node's network errors (ECONNREFUSED), and pg's own, which have no code.
  return /^E[A-Z]+$/.test(code) || /connection (terminated|error)|timeout/i.test(error.message);
}

/** STORE_UNAVAILABLE for a server that cannot be reached or that refuses us. */
export function unavailable(cause: unknown): MiraMateError {
  if (cause instanceof MiraMateError) return cause;
  return new MiraMateError(
    "STORE_UNAVAILABLE",
    {
      zh: "无法连接 PostgreSQL。请检查 DATABASE_URL，以及数据库服务是否在运行。",
      en: "PostgreSQL cannot be reached. Check DATABASE_URL and whether the server is running.",
    },
    { cause },
  );
}
