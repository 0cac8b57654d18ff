/** The entries that the SQLite index keeps in memory: in step with the file, whoever writes to it, and nothing left over. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { inverseDocumentFrequency, lengthPenalty, tokenScore } from "../../storage/memory-index/bm25.ts";
import { EntriesInUse } from "../../storage/memory-index/entries-in-use.ts";
import type { IndexEntry, IndexHit } from "../../storage/memory-index/port.ts";
import { createSqliteMemoryIndex } from "../../storage/memory-index/sqlite.ts";
import { BLOCK } from "../../storage/memory-index/vector-memory.ts";
import { tokenHash } from "../../storage/memory-index/words.ts";
import { openDatabase } from "../../storage/sqlite/database.ts";
import { temporaryFolder, tokenise } from "./support.ts";

const OPTIONS = { dimension: 2, fingerprint: "f", tokenise };
const scope = { user: "ann", collections: ["facts", "dialog_logs"], limit: 1_000 };
const EAST = Float32Array.of(1, 0);

function entry(id: string, text: string, some: Partial<IndexEntry> = {}): IndexEntry {
  return { id, user: "ann", collection: "facts", text, vector: EAST, active: true, recordedAt: 1, ...some };
}

async function newFile(): Promise<string> {
  return path.join(await temporaryFolder(), "miramate.db");
}

/** One more connection to the file, as another process has it. */
async function opened(file: string) {
  const db = await openDatabase(file);
  onTestFinished(() => db.close());
  return { db, index: await createSqliteMemoryIndex(db, OPTIONS) };
}

const idsOf = (hits: readonly IndexHit[]): string[] => hits.map(({ id }) => id).sort();

describe("entries in memory", () => {
  it("follow what another process adds, replaces, moves and removes", async () => {
    const file = await newFile();
    const [{ index: here }, { index: there }] = [await opened(file), await opened(file)];
    await here.upsert([entry("stays", "猫"), entry("changes", "猫"), entry("goes", "猫")]);
    expect(idsOf(await here.matching(["猫"], scope))).toEqual(["changes", "goes", "stays"]);
    expect(idsOf(await here.nearest(EAST, scope))).toEqual(["changes", "goes", "stays"]);

    await there.upsert([entry("changes", "狗", { collection: "dialog_logs" }), entry("new", "猫")]);
    await there.remove("ann", ["goes"]);
    expect(idsOf(await here.matching(["猫"], scope))).toEqual(["new", "stays"]);
    expect(idsOf(await here.matching(["狗"], { ...scope, collections: ["dialog_logs"] }))).toEqual([
      "changes",
    ]);
    expect(idsOf(await here.nearest(EAST, scope))).toEqual(["changes", "new", "stays"]);
    expect(await here.matching(["猫"], scope)).toEqual(await there.matching(["猫"], scope));
  });

  it("follow a user who was removed wholly by another process and came back", async () => {
    const file = await newFile();
    const [{ index: here }, { index: there }] = [await opened(file), await opened(file)];
    await here.upsert([entry("1", "猫"), entry("2", "猫")]);
    await here.matching(["猫"], scope);
    await there.remove("ann", ["1", "2"]);
    expect(await here.matching(["猫"], scope)).toEqual([]);
    await there.upsert([entry("3", "猫")]);
    expect(idsOf(await here.matching(["猫"], scope))).toEqual(["3"]);
  });

  it("find every entry while two connections write at once", async () => {
    const file = await newFile();
    const both = [await opened(file), await opened(file)] as const;
    await Promise.all(
      both.map(async ({ index }, writer) => {
        for (let n = 0; n < 40; n += 1) {
          await index.upsert([entry(`${writer}-${n}`, "猫"), entry("both", `猫 ${writer}`)]);
          if (n % 4 === 3) await index.remove("ann", [`${writer}-${n}`]);
          expect(idsOf(await index.matching(["猫"], scope))).toContain(`${writer}-${n - (n % 4)}`);
        }
      }),
    );
    const left = [0, 1].flatMap((writer) =>
      Array.from({ length: 40 }, (_, n) => `${writer}-${n}`).filter((_, n) => n % 4 !== 3),
    );
    for (const { index } of both) {
      expect(idsOf(await index.matching(["猫"], scope))).toEqual([...left, "both"].sort());
      expect(idsOf(await index.nearest(EAST, scope))).toEqual([...left, "both"].sort());
    }
  });

  it("are right when more users ask than there is room for", async () => {
    const { db, index } = await opened(await newFile());
    const users = ["ann", "bob", "eve"];
    await index.upsert(
      users.flatMap((user) => [entry("a", "猫", { user }), entry("b", `${user} 猫`, { user })]),
    );
    const inUse = new EntriesInUse(db, OPTIONS.dimension, 2 * BLOCK);
    const where = { collections: ["facts"], includeInactive: false, limit: 5 };
    for (const user of [...users, ...users]) {
      expect(inUse.of(user)?.matching([tokenHash(user)], where)).toHaveLength(1);
      expect(inUse.of(user)?.nearest(Int8Array.of(1, 0), where)).toHaveLength(2);
      expect(inUse.held).toBeLessThanOrEqual(2 * BLOCK);
    }
  });

  it("are let go of when most of them are gone", async () => {
    const { db, index } = await opened(await newFile());
    const inUse = new EntriesInUse(db, OPTIONS.dimension);
    for (let round = 0; round < 30; round += 1) {
      await index.upsert(Array.from({ length: 10 }, (_, n) => entry(String(n), `猫 ${round}`)));
      expect(inUse.of("ann")?.alive).toBe(10);
    }
    expect(inUse.held).toBe(BLOCK);
  });
});

describe("a removed entry", () => {
  it("leaves neither its id nor a hash of its words in the file", async () => {
    const file = await newFile();
    const { db, index } = await opened(file);
    await index.upsert(Array.from({ length: 50 }, (_, n) => entry(`n${n}`, "猫 狗")));
    await index.upsert([entry("very-private", "猫 秘密 秘密之地")]);
    await index.matching(["秘"], scope);
    const hash = Buffer.from(Uint32Array.of(tokenHash("秘")).buffer);
    db.all("PRAGMA wal_checkpoint(TRUNCATE)");
    const before = await readFile(file);
    expect([before.includes("very-private"), before.includes(hash)]).toEqual([true, true]);

    await index.remove("ann", ["very-private"]);
    db.all("PRAGMA wal_checkpoint(TRUNCATE)");
    const after = await readFile(file);
    expect([after.includes("very-private"), after.includes(hash)]).toEqual([false, false]);
    expect(await index.matching(["秘"], scope)).toEqual([]);
  });

  it("takes the user's name with it when it was the last", async () => {
    const { db, index } = await opened(await newFile());
    await index.upsert([entry("1", "猫"), entry("2", "猫")]);
    await index.remove("ann", ["1"]);
    expect(db.all(`SELECT user, entries FROM index_users`)).toEqual([{ user: "ann", entries: 1 }]);
    await index.remove("ann", ["2"]);
    for (const table of ["index_users", "index_entries"])
      expect(db.all(`SELECT * FROM ${table}`)).toEqual([]);
  });
});

describe("keyword scores", () => {
  it("are those of BM25 over the user's entries, whatever was written and removed before", async () => {
    const { index } = await opened(await newFile());
    const words = fc.array(fc.constantFrom("猫", "狗", "鸟", "鱼", "x1", "x2"), {
      minLength: 1,
      maxLength: 8,
    });
    const texts = fc.array(words, { minLength: 1, maxLength: 12 });
    let user = 0;
    await fc.assert(
      fc.asyncProperty(texts, texts, words, async (first, second, asked) => {
        const name = `user ${(user += 1)}`;
        const held = new Map<string, readonly string[]>();
        for (const batch of [first, second]) {
          await index.upsert(
            batch.map((tokens, n) =>
              entry(String(n), tokens.join(" "), {
                user: name,
                collection: n % 2 === 0 ? "facts" : "dialog_logs",
              }),
            ),
          );
          batch.forEach((tokens, n) => held.set(String(n), tokens));
          await index.matching(asked, { ...scope, user: name });
        }
        await index.remove(name, ["1", "7"]);
        held.delete("1");
        held.delete("7");
        const hits = await index.matching(asked, { ...scope, user: name });
        const expected = bm25(held, [...new Set(asked)]);
        expect(hits).toHaveLength(expected.size);
        for (const { id, score, coverage } of hits) {
          expect(score).toBeCloseTo(expected.get(id)?.score ?? Number.NaN, 6);
          expect(coverage).toBeCloseTo(expected.get(id)?.coverage ?? Number.NaN, 6);
        }
        expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
      }),
      { numRuns: 60 },
    );
  });
});

/** The definition, without any index. */
function bm25(held: ReadonlyMap<string, readonly string[]>, asked: readonly string[]) {
  const all = [...held];
  const mean = all.reduce((sum, [, tokens]) => sum + tokens.length, 0) / all.length;
  const weights = asked.map((token) => {
    const holders = all.filter(([, tokens]) => tokens.includes(token)).length;
    return { token, weight: inverseDocumentFrequency(holders, all.length) };
  });
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  const scored = all.map(([id, tokens]) => {
    const found = weights.filter(({ token }) => tokens.includes(token));
    const score = found.reduce((sum, { token, weight }) => {
      const times = tokens.filter((one) => one === token).length;
      return sum + tokenScore(weight, times, lengthPenalty(tokens.length / mean));
    }, 0);
    return [id, { score, coverage: found.reduce((sum, { weight }) => sum + weight, 0) / total }] as const;
  });
  return new Map(scored.filter(([, { score }]) => score > 0));
}

describe("hashes of tokens", () => {
  it("hardly ever agree for different words", () => {
    const words = new Set<string>();
    for (let one = 0x4e00; one < 0x4e00 + 300; one += 1) {
      for (let other = 0x5e00; other < 0x5e00 + 300; other += 1) words.add(String.fromCharCode(one, other));
    }
    const hashes = new Set([...words].map(tokenHash));
    // 90,000 values of 32 bits: one pair in expectation.
    expect(words.size - hashes.size).toBeLessThan(8);
  });
});
