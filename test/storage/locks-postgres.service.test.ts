import { describe, expect, it, onTestFinished } from "vitest";
import { createPostgresDocuments } from "../../storage/documents/postgres.ts";
import { createPostgresLocks } from "../../storage/locks/postgres.ts";
import { describeLocks } from "./locks-contract.ts";
import { freshDatabase } from "./services.ts";

describeLocks("PostgreSQL", async () => {
  const url = await freshDatabase();
  return {
    open: async () => {
      const locks = await createPostgresLocks(url);
      onTestFinished(() => locks.close());
      return locks;
    },
    documents: async () => {
      const documents = await createPostgresDocuments(url);
      onTestFinished(() => documents.close());
      return documents;
    },
    forChild: ["postgres", url],
  };
});

describe("the PostgreSQL locks by themselves", () => {
  it("say that the server is down", async () => {
    const locks = await createPostgresLocks("postgresql://postgres@127.0.0.1:9/none");
    await expect(locks.hold("a", async () => "in")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await locks.close();
  });
});
