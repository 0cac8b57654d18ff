import { chmod, mkdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSqliteDocuments } from "../../storage/documents/sqlite.ts";
import { closeConnection, openConnection } from "../../storage/sqlite/connection.ts";
import { MIGRATIONS, openDatabase } from "../../storage/sqlite/database.ts";
import { startChild, temporaryFolder } from "./support.ts";

async function newFile(): Promise<string> {
  return path.join(await temporaryFolder(), "miramate.db");
}

/** A database with a few hundred documents, closed. */
async function filled(): Promise<string> {
  const file = await newFile();
  const db = await openDatabase(file);
  const { store } = createSqliteDocuments(db);
  await store.batch(
    Array.from({ length: 300 }, (_, n) => ({
      namespace: ["n"],
      key: `k${n}`,
      value: { text: "话".repeat(200) },
    })),
  );
  db.close();
  return file;
}

describe("the database file", () => {
  it("is made with its folders, syncs every commit and overwrites what is deleted", async () => {
    const file = path.join(await temporaryFolder(), "not", "there", "数据", "miramate.db");
    const db = await openDatabase(file);
    onTestFinished(() => db.close());
    expect(db.all("PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
    expect(db.all("PRAGMA synchronous")).toEqual([{ synchronous: 2 }]);
    expect(db.all("PRAGMA secure_delete")).toEqual([{ secure_delete: 1 }]);
  });

  it("from a newer version is refused and left as it is", async () => {
    const file = await filled();
    const connection = await openConnection(
      file,
      Array.from({ length: MIGRATIONS.length + 1 }, () => "SELECT 1"),
    );
    closeConnection(connection);
    const before = await readFile(file);
    const opening = openDatabase(file);
    await expect(opening).rejects.toMatchObject({
      code: "DATABASE_NEWER",
      details: { version: MIGRATIONS.length + 1, known: MIGRATIONS.length },
    });
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it.each([
    ["that is no database", (file: string) => writeFile(file, "这不是数据库".repeat(500))],
    ["that is a few bytes", (file: string) => writeFile(file, "SQLite")],
    [
      "whose header is overwritten",
      async (file: string) =>
        writeFile(file, Buffer.concat([Buffer.alloc(100), (await readFile(file)).subarray(100)])),
    ],
    ["that is cut short", async (file: string) => truncate(file, Math.floor((await stat(file)).size / 2))],
    [
      "whose schema is overwritten",
      async (file: string) => {
        const bytes = await readFile(file);
        bytes.fill(0x5a, 100, 4_096);
        await writeFile(file, bytes);
      },
    ],
  ])("%s is called damaged and left as it is", async (_, damage) => {
    const file = await filled();
    await damage(file);
    const before = await readFile(file);
    await expect(openDatabase(file)).rejects.toMatchObject({ code: "DATABASE_DAMAGED" });
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it("that is damaged further inside says so when the place is read", async () => {
    const file = await filled();
    const bytes = await readFile(file);
    bytes.fill(0x5a, Math.floor(bytes.length / 2));
    await writeFile(file, bytes);
    const reading = async () => {
      const db = await openDatabase(file);
      onTestFinished(() => db.close());
      await createSqliteDocuments(db).store.search(["n"], { limit: 1_000 });
    };
    await expect(reading()).rejects.toMatchObject({ code: "DATABASE_DAMAGED" });
  });

  it("that is empty becomes a database", async () => {
    const file = await newFile();
    await writeFile(file, "");
    const db = await openDatabase(file);
    onTestFinished(() => db.close());
    expect(db.all("SELECT * FROM documents")).toEqual([]);
  });

  it("in a folder that is a file, or cannot be written, is explained", async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, "file"), "");
    await expect(openDatabase(path.join(folder, "file", "miramate.db"))).rejects.toMatchObject({
      code: "DATA_FOLDER_UNWRITABLE",
    });
    await mkdir(path.join(folder, "miramate.db"));
    await expect(openDatabase(path.join(folder, "miramate.db"))).rejects.toMatchObject({
      code: "DATA_FOLDER_UNWRITABLE",
    });
  });

  // The superuser may write anywhere, so the permission shows nothing then.
  it.skipIf(process.getuid?.() === 0)("in a folder without permission is explained", async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o500);
    await expect(openDatabase(path.join(folder, "miramate.db"))).rejects.toMatchObject({
      code: "DATA_FOLDER_UNWRITABLE",
    });
  });

  it("can be opened for the first time by several at once", async () => {
    const file = await newFile();
    const all = await Promise.all([1, 2, 3, 4].map(() => openDatabase(file)));
    for (const db of all) db.close();
    const children = ["one", "two", "three"].map((name) =>
      startChild("write-documents", "sqlite", `${file}2`, name, "3"),
    );
    expect(await Promise.all(children.map((child) => child.ended()))).toEqual([0, 0, 0]);
  });

  it("runs migrations once, in order, and undoes one that fails", async () => {
    const file = await newFile();
    const steps = ["CREATE TABLE a (x)", "INSERT INTO a VALUES (1)"];
    (await openConnection(file, steps)).close();
    (await openConnection(file, [...steps, "INSERT INTO a VALUES (2)"])).close();
    await expect(
      openConnection(file, [...steps, steps[1] ?? "", "INSERT INTO a VALUES (3); NOT SQL"]),
    ).rejects.toThrow();
    const connection = await openConnection(file, [...steps, "INSERT INTO a VALUES (2)"]);
    expect(connection.prepare("SELECT x FROM a").all([])).toEqual([{ x: 1 }, { x: 2 }]);
    connection.close();
  });

  it("undoes a transaction that throws", async () => {
    const db = await openDatabase(await newFile());
    onTestFinished(() => db.close());
    const failing = db.write(() => {
      db.run("INSERT INTO index_users (user) VALUES ('ann')");
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(db.all("SELECT * FROM index_users")).toEqual([]);
    expect(await db.write(() => db.insert("INSERT INTO index_users (user) VALUES ('bob')"))).toBe(1);
  });
});
