import { describe, expect, it, onTestFinished } from "vitest";
import { openPostgresCheckpoints } from "../../storage/checkpoints/postgres.ts";
import { describeCheckpoints } from "./checkpoints-contract.ts";
import { freshDatabase } from "./services.ts";

describeCheckpoints("PostgreSQL", async () => {
  const url = await freshDatabase();
  return {
    open: async () => {
      const checkpoints = await openPostgresCheckpoints(url);
      onTestFinished(() => checkpoints.close());
      return checkpoints;
    },
  };
});

describe("the PostgreSQL checkpoints by themselves", () => {
  it("say at once that the server is down", async () => {
    const opening = openPostgresCheckpoints("postgresql://postgres@127.0.0.1:9/none");
    await expect(opening).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });
});
