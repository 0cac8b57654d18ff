/** Opens a store named on the command line of a child process: "sqlite FILE" or "postgres URL". */
import { createPostgresDocuments } from "../../../storage/documents/postgres.ts";
import type { Documents } from "../../../storage/documents/port.ts";
import { createSqliteDocuments } from "../../../storage/documents/sqlite.ts";
import type { Locks } from "../../../storage/locks/port.ts";
import { createPostgresLocks } from "../../../storage/locks/postgres.ts";
import { createSqliteLocks } from "../../../storage/locks/sqlite.ts";
import { openDatabase, openLockDatabase } from "../../../storage/sqlite/database.ts";

export async function openDocuments(kind: string, place: string): Promise<Documents> {
  if (kind === "postgres") return createPostgresDocuments(place);
  const db = await openDatabase(place);
  const documents = createSqliteDocuments(db);
  return { ...documents, close: async () => db.close() };
}

export async function openLocks(kind: string, place: string): Promise<Locks> {
  if (kind === "postgres") return createPostgresLocks(place);
  const db = await openLockDatabase(`${place}.locks`);
  const locks = createSqliteLocks(db);
  return {
    hold: (...parameters) => locks.hold(...parameters),
    close: async () => {
      await locks.close();
      db.close();
    },
  };
}
