import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { ChromaClient } from "chromadb";
import { describe, expect, it, onTestFinished } from "vitest";
import { createChromaMemoryIndex } from "../../storage/memory-index/chroma.ts";
import { describeMemoryIndex } from "./memory-index-contract.ts";
import { DIMENSION, direction, tokenise } from "./support.ts";
import { serviceUrl } from "./services.ts";

const options = { dimension: DIMENSION, fingerprint: "model-a r1 16", tokenise };

function client(): ChromaClient {
  const { hostname, port } = new URL(serviceUrl("CHROMA_URL"));
  return new ChromaClient({ host: hostname, port: Number(port) });
}

/** A name before all collections of one test; they go with it. */
function ownPrefix(): string {
  const prefix = `test-${randomUUID()}-`;
  onTestFinished(async () => {
    for (const { name } of await client().listCollections({ limit: 1_000 })) {
      if (name.startsWith(prefix)) await client().deleteCollection({ name });
    }
  });
  return prefix;
}

describeMemoryIndex("Chroma", async () => {
  const prefix = ownPrefix();
  const url = serviceUrl("CHROMA_URL");
  return { open: (some) => createChromaMemoryIndex({ url, prefix }, some), atomic: false };
});

describe("the Chroma memory index by itself", () => {
  const scope = { user: "ann", collections: ["facts"], limit: 5 };

  it("makes its collections with the article's parameters", async () => {
    const prefix = ownPrefix();
    const index = await createChromaMemoryIndex({ url: serviceUrl("CHROMA_URL"), prefix }, options);
    await index.ids("ann", "facts");
    const [made] = (await client().listCollections({ limit: 1_000 })).filter(
      ({ name }) => name === `${prefix}facts`,
    );
    expect(made?.configuration.hnsw).toMatchObject({
      space: "cosine",
      max_neighbors: 32,
      ef_construction: 256,
    });
  });

  it("opens while the server is down, and then says so with every call", async () => {
    const index = await createChromaMemoryIndex({ url: "http://127.0.0.1:9" }, options);
    await expect(index.nearest(direction(0), scope)).rejects.toMatchObject({ code: "INDEX_UNAVAILABLE" });
    await expect(index.remove("ann", ["a"])).rejects.toMatchObject({ code: "INDEX_UNAVAILABLE" });
  });

  it("gives up on a server that accepts and never answers", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    onTestFinished(() => void silent.close());
    await new Promise((resolve) => silent.once("listening", resolve));
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const url = `http://127.0.0.1:${port ?? 0}`;
    const index = await createChromaMemoryIndex({ url, deadlineMs: 50 }, options);
    await expect(index.matching(["猫"], scope)).rejects.toMatchObject({ code: "INDEX_UNAVAILABLE" });
  });

  it("finds its collections again after they were deleted on the server", async () => {
    const prefix = ownPrefix();
    const index = await createChromaMemoryIndex({ url: serviceUrl("CHROMA_URL"), prefix }, options);
    await index.ids("ann", "facts");
    await client().deleteCollection({ name: `${prefix}facts` });
    await index.ids("ann", "facts").catch(() => {});
    expect(await index.ids("ann", "facts")).toEqual([]);
  });
});
