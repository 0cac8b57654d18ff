import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSqliteMemoryIndex } from "../../storage/memory-index/sqlite.ts";
import { closeConnection, openConnection } from "../../storage/sqlite/connection.ts";
import { MIGRATIONS, openDatabase } from "../../storage/sqlite/database.ts";
import { temporaryFolder, tokenise } from "./support.ts";

const OPTIONS = { dimension: 2, fingerprint: "f", tokenise };
const scope = { user: "ann", collections: ["facts", "buffer"], limit: 10 };

/** A database of version 1 with three entries of Ann's and one of Bob's, and the words of one that was removed. */
async function formerDatabase(): Promise<string> {
  const file = path.join(await temporaryFolder(), "miramate.db");
  const connection = await openConnection(file, MIGRATIONS.slice(0, 1));
  connection.exec(`
    INSERT INTO index_about VALUES (1, 'f', 2);
    INSERT INTO index_users VALUES (1, 'ann'), (2, 'bob');
    INSERT INTO index_scopes VALUES (1, 1, 'facts', 2, 5), (2, 1, 'buffer', 1, 1), (3, 2, 'facts', 1, 1);
    INSERT INTO index_entries VALUES
      (1, 1, 'cat', 1, 1, 1000, 2000, 3, x'7f00'), (2, 1, 'former', 1, 0, 1000, 2000, 2, x'007f'),
      (4, 1, 'waits', 2, 1, 3000, 3001, 1, x'8100'), (5, 2, 'of bob', 3, 1, 1000, 2000, 1, x'7f00');
    INSERT INTO index_bits VALUES (1, 1, 1, x'01'), (1, 0, 2, x'02'), (2, 1, 4, x'00'), (3, 1, 5, x'01');
    INSERT INTO index_words (rowid, words) VALUES
      (1, 'a1__猫 a1__猫 a1__c_2b_2b'), (2, 'i1__猫 i1__狗'), (3, 'a1__removed'), (4, 'a2___5f'), (5, 'a3__猫');
    DELETE FROM index_words WHERE rowid = 3;`);
  closeConnection(connection);
  return file;
}

async function opened(file: string) {
  const db = await openDatabase(file);
  onTestFinished(() => db.close());
  return { db, index: await createSqliteMemoryIndex(db, OPTIONS) };
}

describe("an index written before version 2", () => {
  it("is found again by words, vectors and time, without another embedding", async () => {
    const { index } = await opened(await formerDatabase());
    const found = async (word: string, includeInactive = false) =>
      (await index.matching([word], { ...scope, includeInactive })).map(({ id }) => id);
    expect(await found("猫")).toEqual(["cat"]);
    expect(await found("猫", true)).toEqual(["cat", "former"]);
    expect(await found("c++")).toEqual(["cat"]);
    expect(await found("_")).toEqual(["waits"]);
    const nearest = await index.nearest(Float32Array.of(1, 0), { ...scope, includeInactive: true });
    expect(nearest.map(({ id, score }) => [id, Math.round(score)])).toEqual([
      ["cat", 1],
      ["former", 0],
      ["waits", -1],
    ]);
    expect((await index.within({ from: 2_500, to: 4_000 }, scope)).map(({ id }) => id)).toEqual(["waits"]);
    expect(await index.ids("bob", "facts")).toEqual(["of bob"]);
  });

  it("goes on being written, and its former tables are gone", async () => {
    const { db, index } = await opened(await formerDatabase());
    await index.remove("ann", ["cat"]);
    const entry = { user: "ann", vector: Float32Array.of(0, 1), active: true, recordedAt: 1 };
    await index.upsert([
      { ...entry, id: "new", collection: "facts", text: "鸟" },
      { ...entry, id: "waits", collection: "facts", text: "鸟" },
    ]);
    expect((await index.matching(["鸟"], scope)).map(({ id }) => id)).toEqual(["new", "waits"]);
    expect(await index.matching(["猫"], scope)).toEqual([]);
    const tables = db.all<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`);
    expect(
      tables
        .map(({ name }) => name)
        .filter((name) => name.startsWith("index_"))
        .sort(),
    ).toEqual(["index_about", "index_entries", "index_users"]);
  });

  it("is taken over once when two processes open it at the same time", async () => {
    const file = await formerDatabase();
    const both = await Promise.all([opened(file), opened(file)]);
    for (const { index } of both) {
      expect((await index.matching(["猫"], scope)).map(({ id }) => id)).toEqual(["cat"]);
    }
  });
});
