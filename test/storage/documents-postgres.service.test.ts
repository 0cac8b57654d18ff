import { describe, expect, it, onTestFinished } from "vitest";
import { createPostgresDocuments } from "../../storage/documents/postgres.ts";
import { describeDocuments } from "./documents-contract.ts";
import { freshDatabase } from "./services.ts";

describeDocuments("PostgreSQL", async () => {
  const url = await freshDatabase();
  return {
    open: async () => {
      const documents = await createPostgresDocuments(url);
      onTestFinished(() => documents.close());
      return documents;
    },
    forChild: ["postgres", url],
  };
});

describe("the PostgreSQL documents by themselves", () => {
  it("say at once that the server is down", async () => {
    const opening = createPostgresDocuments("postgresql://postgres@127.0.0.1:9/none");
    await expect(opening).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });

  it("can be opened for the first time by several processes at once", async () => {
    const url = await freshDatabase();
    const all = await Promise.all([1, 2, 3].map(() => createPostgresDocuments(url)));
    for (const { store } of all) await store.put(["n"], "k", { v: 1 });
    for (const documents of all) await documents.close();
  });
});
