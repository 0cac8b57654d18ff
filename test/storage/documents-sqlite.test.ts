import path from "node:path";
import { onTestFinished } from "vitest";
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
