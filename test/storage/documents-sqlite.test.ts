import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSqliteDocuments } from "../../storage/documents/sqlite.ts";
import { openDatabase } from "../../storage/sqlite/database.ts";
import { describeDocuments } from "./documents-contract.ts";
import { temporaryFolder } from "./support.ts";

describeDocuments("SQLite", async () => {
  const file = path.join(await temporaryFolder(), "miramate.db");
  return {
    open: async () => {
      const db = await openDatabase(file);
      onTestFinished(() => db.close());
      return createSqliteDocuments(db);
    },
    forChild: ["sqlite", file],
  };
});

describe("rows that were read lately", () => {
  it("are never older than the database, whoever wrote to it", async () => {
    const file = path.join(await temporaryFolder(), "miramate.db");
    const opened = async () => {
      const db = await openDatabase(file);
      onTestFinished(() => db.close());
      return createSqliteDocuments(db).store;
    };
    const [own, other] = [await opened(), await opened()];
    const place = ["memories", "u1"];
    const read = async (): Promise<unknown[]> => {
      const items = await own.batch(["a", "b"].map((key) => ({ namespace: place, key })));
      return items.map((item): unknown => item?.value["n"]);
    };
    await own.put(place, "a", { n: 1 });
    await own.put(place, "b", { n: 1 });
    expect(await read()).toEqual([1, 1]);
    await own.put(place, "a", { n: 2 });
    expect(await read()).toEqual([2, 1]);
    await other.put(place, "b", { n: 3 });
    expect(await read()).toEqual([2, 3]);
    await other.delete(place, "a");
    expect(await read()).toEqual([undefined, 3]);
    await own.delete(place, "b");
    expect(await read()).toEqual([undefined, undefined]);
  });

  it("cannot be changed by who read them", async () => {
    const db = await openDatabase(path.join(await temporaryFolder(), "miramate.db"));
    onTestFinished(() => db.close());
    const { store } = createSqliteDocuments(db);
    await store.put(["x"], "a", { list: [1] });
    await store.put(["x"], "b", {});
    const gets = ["a", "b"].map((key) => ({ namespace: ["x"], key }));
    const [first] = await store.batch(gets);
    (first?.value["list"] as number[]).push(2);
    expect((await store.batch(gets))[0]?.value).toEqual({ list: [1] });
  });
});
