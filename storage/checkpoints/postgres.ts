/** LangGraph's PostgresSaver on a pool with deadlines, its tables made at opening. It keeps every checkpoint. */
import { onceAtATime, openPool, unavailable } from "../postgres/pool.ts";
import type { Checkpoints } from "./port.ts";

/**
 * Opens the checkpoints at `url`. Throws STORE_UNAVAILABLE, within seconds. State that is checkpointed may not hold
 * NUL characters, which PostgreSQL refuses: they are to be dropped where a message comes in.
 */
export async function openPostgresCheckpoints(url: string): Promise<Checkpoints> {
  const { PostgresSaver } = await import("@langchain/langgraph-checkpoint-postgres");
  const pool = await openPool(url);
  const saver = new PostgresSaver(pool);
  try {
    await onceAtATime(pool, () => saver.setup());
  } catch (error) {
    await pool.end();
    throw unavailable(error);
  }
  let closing: Promise<void> | undefined;
  return { name: "postgres", saver, close: () => (closing ??= pool.end()) };
}
