import { hostname } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSqliteDocuments } from "../../storage/documents/sqlite.ts";
import { createSqliteLocks } from "../../storage/locks/sqlite.ts";
import { openDatabase, openLockDatabase } from "../../storage/sqlite/database.ts";
import { describeLocks } from "./locks-contract.ts";
import { temporaryFolder } from "./support.ts";

/** Locks stand beside the documents, as in a data folder. */
async function databaseAt(file: string) {
  const db = await openLockDatabase(`${file}.locks`);
  onTestFinished(() => db.close());
  return db;
}

async function documentsAt(file: string) {
  const db = await openDatabase(file);
  onTestFinished(() => db.close());
  return createSqliteDocuments(db);
}

describeLocks("SQLite", async () => {
  const file = path.join(await temporaryFolder(), "miramate.db");
  return {
    open: async () => createSqliteLocks(await databaseAt(file)),
    documents: () => documentsAt(file),
    forChild: ["sqlite", file],
  };
});

describe("the SQLite locks by themselves", () => {
  const row = async (host: string, pid: number, silentForMs: number) => {
    const db = await databaseAt(path.join(await temporaryFolder(), "miramate.db"));
    await db.write(() =>
      db.run(
        `INSERT INTO lock_queue (name, owner, host, pid, seen_at)
         VALUES ('a', 'somebody', ?, ?, CAST(unixepoch('subsec') * 1000 AS INTEGER) - ?)`,
        [host, pid, silentForMs],
      ),
    );
    return createSqliteLocks(db);
  };
  const tries = (locks: ReturnType<typeof createSqliteLocks>) =>
    locks.hold("a", async () => "in", { waitMs: 30 });

  it("takes a lock over from another host that has been silent for long, not from one that was heard of", async () => {
    expect(await tries(await row("elsewhere", 1, 20_000))).toBe("in");
    await expect(tries(await row("elsewhere", 1, 1_000))).rejects.toMatchObject({ code: "LOCK_TIMEOUT" });
  });

  it("takes over what a former process with our own pid has left, as it happens in containers", async () => {
    expect(await tries(await row(hostname(), process.pid, 0))).toBe("in");
  });

  it("waits for a process that runs though it was silent for some seconds: its event loop may be blocked", async () => {
    await expect(tries(await row(hostname(), process.ppid, 10_000))).rejects.toMatchObject({
      code: "LOCK_TIMEOUT",
    });
  });

  it("leaves no row behind", async () => {
    const db = await databaseAt(path.join(await temporaryFolder(), "miramate.db"));
    const locks = createSqliteLocks(db);
    await locks.hold("a", async () => {});
    expect(db.all("SELECT * FROM lock_queue")).toEqual([]);
  });
});
