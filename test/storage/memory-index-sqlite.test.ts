import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { IndexEntry } from "../../storage/memory-index/port.ts";
import { createSqliteMemoryIndex } from "../../storage/memory-index/sqlite.ts";
import { openDatabase } from "../../storage/sqlite/database.ts";
import { describeMemoryIndex } from "./memory-index-contract.ts";
import { seeded, temporaryFolder, tokenise } from "./support.ts";

async function database() {
  const db = await openDatabase(path.join(await temporaryFolder(), "miramate.db"));
  onTestFinished(() => db.close());
  return db;
}

describeMemoryIndex("SQLite", async () => {
  const db = await database();
  return { open: (options) => createSqliteMemoryIndex(db, options), atomic: true };
});

describe("the SQLite memory index by itself", () => {
  const dimension = 128;
  const random = seeded(5);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const unit = (raw: Float32Array) => {
    const length = Math.hypot(...raw);
    return raw.map((component) => component / length);
  };
  /** Vectors in loose groups, as texts on the same subject are. */
  const subjects = Array.from({ length: 60 }, () => Float32Array.from({ length: dimension }, normal));
  const something = () => {
    const subject = subjects[Math.floor(random() * subjects.length)] ?? new Float32Array(dimension);
    return unit(subject.map((component) => component * 1.2 + normal()));
  };

  it("finds among 4,000 vectors nearly all of the exact ten nearest", async () => {
    const index = await createSqliteMemoryIndex(await database(), { dimension, fingerprint: "f", tokenise });
    const vectors = Array.from({ length: 4_000 }, something);
    await index.upsert(
      vectors.map((vector, n): IndexEntry => ({
        id: String(n),
        user: "ann",
        collection: "facts",
        text: "",
        vector,
        active: true,
        recordedAt: n,
      })),
    );
    let found = 0;
    for (let asked = 0; asked < 30; asked += 1) {
      const question = something();
      const cosine = (vector: Float32Array) =>
        vector.reduce((sum, component, at) => sum + component * (question[at] ?? 0), 0);
      const exact = vectors
        .map((vector, n) => ({ id: String(n), score: cosine(vector) }))
        .sort((one, other) => other.score - one.score)
        .slice(0, 10)
        .map(({ id }) => id);
      const hits = await index.nearest(question, { user: "ann", collections: ["facts"], limit: 10 });
      found += hits.filter(({ id }) => exact.includes(id)).length;
    }
    expect(found).toBeGreaterThanOrEqual(291);
  });

  it("gives a user's entries the same scores whatever other users have written", async () => {
    const index = await createSqliteMemoryIndex(await database(), {
      dimension: 2,
      fingerprint: "f",
      tokenise,
    });
    const text = (n: number) => (n % 3 === 0 ? "猫 和 狗" : "猫");
    const write = (user: string, count: number) =>
      index.upsert(
        Array.from({ length: count }, (_, n) => ({
          id: String(n),
          user,
          collection: "facts",
          text: text(n),
          vector: Float32Array.of(1, 0),
          active: true,
          recordedAt: n,
        })),
      );
    await write("ann", 9);
    const alone = await index.matching(["猫", "狗"], { user: "ann", collections: ["facts"], limit: 9 });
    await write("bob", 500);
    expect(await index.matching(["猫", "狗"], { user: "ann", collections: ["facts"], limit: 9 })).toEqual(
      alone,
    );
  });

  it("takes the fingerprint of another embedder while it is empty", async () => {
    const db = await database();
    await createSqliteMemoryIndex(db, { dimension: 2, fingerprint: "first", tokenise });
    const index = await createSqliteMemoryIndex(db, { dimension: 3, fingerprint: "second", tokenise });
    expect(await index.ids("ann", "facts")).toEqual([]);
  });
});
