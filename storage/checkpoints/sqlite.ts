/**
 * LangGraph's SqliteSaver in a file of its own, checkpoints.db, opened for durability and for several processes, and
 * kept small: every step of every turn writes the whole state, so all but the newest few go.
 */
import type { RunnableConfig } from "@langchain/core/runnables";
import type { Checkpoint, CheckpointMetadata, PendingWrite } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import {
  asStorageError,
  closeConnection,
  type Connection,
  openConnection,
  retryWhileBusy,
  writeTransaction,
} from "../sqlite/connection.ts";
import type { Checkpoints } from "./port.ts";

export interface SqliteCheckpointsOptions {
  /** How many checkpoints of a thread (and of each subgraph in it) stay; at least 1. Default 5. */
  readonly keep?: number;
}

/**
 * Opens or creates `file`; errors as of `openConnection`. Not for graphs with delta channels, which read far back into
 * the past of a thread.
 */
export async function openSqliteCheckpoints(
  file: string,
  { keep = 5 }: SqliteCheckpointsOptions = {},
): Promise<Checkpoints> {
  if (!Number.isInteger(keep) || keep < 1) throw new RangeError(`Keep at least one checkpoint, not ${keep}.`);
  // Short-term memory only: a loss of power may cost the last moments of it, but no turn (see port.ts).
  const connection = await openConnection(file, MIGRATIONS, "NORMAL");
  let closed = false;
  return {
    name: "sqlite",
    saver: new PruningSaver(connection, file, keep),
    close: async () => {
      if (closed) return;
      closed = true;
      closeConnection(connection);
    },
  };
}

/** The tables are SqliteSaver's, which makes them itself; the version is here for the day that they change. */
const MIGRATIONS: readonly string[] = [];

class PruningSaver extends SqliteSaver {
  private readonly connection: Connection;
  private readonly file: string;
  private readonly keep: number;

  constructor(connection: Connection, file: string, keep: number) {
    super(connection);
    this.connection = connection;
    this.file = file;
    this.keep = keep;
    this.setup();
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): Promise<RunnableConfig> {
    const written = await this.patiently(() => super.put(config, checkpoint, metadata));
    await this.prune(
      String(written.configurable?.thread_id),
      String(written.configurable?.checkpoint_ns ?? ""),
    );
    return written;
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    await this.patiently(() => super.putWrites(config, writes, taskId));
  }

  /** Ids are UUIDs of version 6: their order is the order of time. */
  private async prune(thread: string, namespace: string): Promise<void> {
    const oldest = `SELECT checkpoint_id FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ?
                    ORDER BY checkpoint_id DESC LIMIT 1 OFFSET ?`;
    const parameters = [thread, namespace, thread, namespace, this.keep - 1];
    await this.patiently(() =>
      writeTransaction(this.connection, () => {
        for (const table of ["writes", "checkpoints"]) {
          this.connection
            .prepare(
              `DELETE FROM ${table} WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id < (${oldest})`,
            )
            .run(parameters);
        }
      }),
    );
  }

  /** SqliteSaver gives up when another process writes; each of its writes is all or none, so it can be repeated. */
  private async patiently<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await retryWhileBusy(work);
    } catch (error) {
      throw asStorageError(error, this.file);
    }
  }
}
