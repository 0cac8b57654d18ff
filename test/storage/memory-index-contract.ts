/** What every memory index must do; run for each adapter. The port's comments are the contract. */
import { describe, expect, it } from "vitest";
import type {
  IndexEntry,
  IndexHit,
  MemoryIndex,
  MemoryIndexOptions,
} from "../../storage/memory-index/port.ts";
import { DIMENSION, direction, tokenise } from "./support.ts";

/** An index that nothing else uses. `open` may be called again for the same data. */
export interface FreshIndex {
  open(options: MemoryIndexOptions): Promise<MemoryIndex>;
  /** Embedded adapters write a whole `upsert` or nothing of it. */
  readonly atomic: boolean;
}

const OPTIONS: MemoryIndexOptions = { dimension: DIMENSION, fingerprint: "model-a r1 16", tokenise };
const NOON = Date.UTC(2025, 5, 9, 12);
const HOUR = 3_600_000;

function entry(id: string, some: Partial<IndexEntry> = {}): IndexEntry {
  return {
    id,
    user: "ann",
    collection: "facts",
    text: "",
    vector: direction(0),
    active: true,
    recordedAt: NOON,
    ...some,
  };
}

const scope = { user: "ann", collections: ["facts"], limit: 10 };
const idsOf = (hits: readonly IndexHit[]): string[] => hits.map(({ id }) => id);
const ALL_TIME = { from: 0, to: NOON * 2 };

export function describeMemoryIndex(name: string, fresh: () => Promise<FreshIndex>): void {
  describe(`memory index on ${name}`, () => {
    const opened = async () => (await fresh()).open(OPTIONS);

    it("finds nothing in an empty index, by any leg", async () => {
      const index = await opened();
      expect(await index.nearest(direction(0), scope)).toEqual([]);
      expect(await index.matching(["猫"], scope)).toEqual([]);
      expect(await index.within(ALL_TIME, scope)).toEqual([]);
      expect(await index.ids("ann", "facts")).toEqual([]);
      await index.remove("ann", ["nothing"]);
      await index.upsert([]);
    });

    it("gives the nearest by cosine, best first, and no more than asked for", async () => {
      const index = await opened();
      await index.upsert([0, 30, 60, 90, 180].map((at) => entry(`at-${at}`, { vector: direction(at) })));
      const hits = await index.nearest(direction(0), { ...scope, limit: 4 });
      expect(idsOf(hits)).toEqual(["at-0", "at-30", "at-60", "at-90"]);
      [1, 0.866, 0.5, 0].forEach((cosine, rank) => expect(hits[rank]?.score).toBeCloseTo(cosine, 1));
    });

    it("gives opposite vectors a score of -1", async () => {
      const index = await opened();
      await index.upsert([entry("opposite", { vector: direction(180) })]);
      expect((await index.nearest(direction(0), scope))[0]?.score).toBeCloseTo(-1, 2);
    });

    it("never gives one user an id of another, though ids, texts and names nearly agree", async () => {
      const index = await opened();
      const users = ["ann", "anna", "ANN", "ann ", "an", "ann' OR '1'='1", "安", "安娜", "😀", "a%", "a_n"];
      await index.upsert(users.map((user) => entry(`of ${user}`, { user, text: "同样的话" })));
      await index.upsert(users.map((user) => entry("same", { user, text: "同样的话" })));
      for (const user of users) {
        const own = [`of ${user}`, "same"].sort();
        expect(idsOf(await index.nearest(direction(0), { ...scope, user })).sort()).toEqual(own);
        expect(idsOf(await index.matching(["话"], { ...scope, user })).sort()).toEqual(own);
        expect(idsOf(await index.within(ALL_TIME, { ...scope, user })).sort()).toEqual(own);
        expect((await index.ids(user, "facts")).sort()).toEqual(own);
      }
      await index.remove("anna", ["same", "of ann"]);
      expect(await index.ids("anna", "facts")).toEqual(["of anna"]);
      expect((await index.ids("ann", "facts")).sort()).toEqual(["of ann", "same"]);
      expect(await index.ids("nobody", "facts")).toEqual([]);
    });

    it("takes ids in Chinese, with emoji, quotes and line breaks", async () => {
      const index = await opened();
      const ids = ["记忆一", "😀🎂", `it's "quoted"`, "%_\\", "a\nb", "'; DROP TABLE x; --", "  "];
      await index.upsert(ids.map((id) => entry(id)));
      expect((await index.ids("ann", "facts")).sort()).toEqual([...ids].sort());
      await index.remove("ann", ["记忆一", `it's "quoted"`]);
      expect(await index.ids("ann", "facts")).toHaveLength(ids.length - 2);
    });

    it("keeps collections apart", async () => {
      const index = await opened();
      await index.upsert([entry("a", { text: "猫" }), entry("b", { text: "猫", collection: "dialog_logs" })]);
      expect(idsOf(await index.matching(["猫"], scope))).toEqual(["a"]);
      expect(idsOf(await index.nearest(direction(0), { ...scope, collections: ["dialog_logs"] }))).toEqual([
        "b",
      ]);
    });

    it("tells how well named entries fit, wherever they stand", async () => {
      const index = await opened();
      await index.upsert(
        [0, 30, 60, 90].map((at) =>
          entry(`at-${at}`, { vector: direction(at), text: at < 90 ? "猫" : "狗" }),
        ),
      );
      const among = ["at-60", "at-90", "nobody"];
      expect(idsOf(await index.nearest(direction(0), { ...scope, among }))).toEqual(["at-60", "at-90"]);
      expect(idsOf(await index.matching(["猫"], { ...scope, among }))).toEqual(["at-60"]);
      expect(await index.nearest(direction(0), { ...scope, among: [] })).toEqual([]);
      expect(await index.matching(["猫"], { ...scope, among: [] })).toEqual([]);
    });

    it("searches several collections at once: up to the limit in each, in one list, best first", async () => {
      const index = await opened();
      const placed = (collection: string, degrees: readonly number[]) =>
        degrees.map((at) =>
          entry(`${collection} ${at}`, {
            collection,
            text: "猫 ".repeat(10 - at / 10),
            vector: direction(at),
            recordedAt: NOON - at,
          }),
        );
      await index.upsert([...placed("facts", [0, 20, 40]), ...placed("dialog_logs", [10, 30, 50])]);
      const both = { user: "ann", collections: ["facts", "dialog_logs", "none", "facts"], limit: 2 };
      const best = ["facts 0", "dialog_logs 10", "facts 20", "dialog_logs 30"];
      for (const hits of [
        await index.nearest(direction(0), both),
        await index.matching(["猫"], both),
        await index.within(ALL_TIME, both),
      ]) {
        expect(idsOf(hits)).toEqual(best);
        for (const { id, collection } of hits) expect(id.startsWith(collection)).toBe(true);
      }
      const newer = await index.within({ from: NOON - 25, to: NOON - 15 }, both);
      expect(idsOf(newer)).toEqual(["facts 20"]);
      expect(await index.matching(["猫"], { ...both, collections: [] })).toEqual([]);
      expect(await index.nearest(direction(0), { ...both, collections: [] })).toEqual([]);
    });

    it("scores a text in a small collection as it does in a large one", async () => {
      const index = await opened();
      await index.upsert([
        ...Array.from({ length: 30 }, (_, n) => entry(`n${n}`, { text: n % 3 === 0 ? "猫 狗" : "猫 第" })),
        entry("a", { text: "猫 鹦鹉" }),
        entry("b", { text: "猫 鹦鹉", collection: "important_events" }),
      ]);
      const hits = await index.matching(["猫", "鹦鹉"], {
        ...scope,
        collections: ["facts", "important_events"],
      });
      const [first, second, third] = hits;
      expect([first?.id, second?.id].sort()).toEqual(["a", "b"]);
      expect(first?.score).toBeCloseTo(second?.score ?? 0, 6);
      expect(third?.score).toBeLessThan(first?.score ?? 0);
    });

    it("tells how much of what was asked an entry covers, rare words weighing more", async () => {
      const index = await opened();
      await index.upsert([
        ...Array.from({ length: 40 }, (_, n) => entry(`cat${n}`, { text: "猫" })),
        entry("parrot", { text: "鹦鹉" }),
        entry("both", { text: "猫 鹦鹉 猫" }),
      ]);
      const coverageOf = async (words: readonly string[], id: string) =>
        (await index.matching(words, { ...scope, limit: 50 })).find((hit) => hit.id === id)?.coverage;
      expect(await coverageOf(["猫"], "cat7")).toBeCloseTo(1, 6);
      expect(await coverageOf(["猫", "鹦", "鹉"], "both")).toBeCloseTo(1, 6);
      const parrot = (await coverageOf(["猫", "鹦", "鹉"], "parrot")) ?? 0;
      const cat = (await coverageOf(["猫", "鹦", "鹉"], "cat7")) ?? 0;
      expect(parrot).toBeGreaterThan(0.8);
      expect(cat).toBeLessThan(0.2);
      expect(cat + parrot).toBeCloseTo(1, 6);
      // What no entry holds weighs most of all.
      expect(await coverageOf(["猫", "鲸"], "cat7")).toBeLessThan(0.1);
    });

    it("takes the names that were known for whole words, in what is stored and what is asked", async () => {
      const index = await opened();
      const names = ["小米"];
      await index.upsert([
        entry("pet", { text: "小米睡了", names }),
        entry("food", { text: "小米粥" }),
        entry("small", { text: "小猫" }),
      ]);
      expect(idsOf(await index.matching(["小米呢"], { ...scope, names }))).toEqual(["pet"]);
      expect(idsOf(await index.matching(["米"], scope))).toEqual(["food"]);
    });

    it("holds an entry once, however often it is written", async () => {
      const index = await opened();
      for (let time = 0; time < 3; time += 1)
        await index.upsert([entry("once", { text: "猫" }), entry("two")]);
      expect((await index.ids("ann", "facts")).sort()).toEqual(["once", "two"]);
      expect(idsOf(await index.matching(["猫"], scope))).toEqual(["once"]);
      expect(await index.nearest(direction(0), scope)).toHaveLength(2);
    });

    it("takes the last of two entries of one id in one batch", async () => {
      const index = await opened();
      await index.upsert([entry("twice", { text: "狗" }), entry("twice", { text: "猫" })]);
      expect(await index.matching(["狗"], scope)).toEqual([]);
      expect(idsOf(await index.matching(["猫"], scope))).toEqual(["twice"]);
    });

    it("replaces an entry wholly: text, vector, time, state and collection", async () => {
      const index = await opened();
      await index.upsert([
        entry("moved", { text: "狗", event: { start: NOON, end: NOON + HOUR }, vector: direction(90) }),
      ]);
      await index.upsert([entry("moved", { text: "猫", recordedAt: NOON + 10 * HOUR })]);
      expect(await index.matching(["狗"], scope)).toEqual([]);
      expect(idsOf(await index.matching(["猫"], scope))).toEqual(["moved"]);
      expect((await index.nearest(direction(0), scope))[0]?.score).toBeCloseTo(1, 2);
      expect(await index.within({ from: NOON, to: NOON + HOUR }, scope)).toEqual([]);

      await index.upsert([entry("moved", { text: "猫", collection: "important_events" })]);
      expect(await index.ids("ann", "facts")).toEqual([]);
      expect(await index.matching(["猫"], scope)).toEqual([]);
      expect(await index.nearest(direction(0), scope)).toEqual([]);
      expect(await index.ids("ann", "important_events")).toEqual(["moved"]);
    });

    it("hides inactive entries from every leg unless they are asked for", async () => {
      const index = await opened();
      await index.upsert([entry("new", { text: "猫" }), entry("old", { text: "猫", active: false })]);
      const legs = (some: typeof scope & { includeInactive?: boolean }) =>
        Promise.all([
          index.nearest(direction(0), some),
          index.matching(["猫"], some),
          index.within(ALL_TIME, some),
        ]);
      for (const hits of await legs(scope)) expect(idsOf(hits)).toEqual(["new"]);
      for (const hits of await legs({ ...scope, includeInactive: true })) {
        expect(idsOf(hits).sort()).toEqual(["new", "old"]);
      }
      expect((await index.ids("ann", "facts")).sort()).toEqual(["new", "old"]);

      await index.upsert([entry("new", { text: "猫", active: false })]);
      for (const hits of await legs(scope)) expect(hits).toEqual([]);
    });

    it("gives entries that tie in the same order each time", async () => {
      const index = await opened();
      await index.upsert(Array.from({ length: 20 }, (_, n) => entry(`n${n}`, { text: "猫" })));
      for (const leg of [
        () => index.nearest(direction(0), scope),
        () => index.matching(["猫"], scope),
        () => index.within(ALL_TIME, scope),
      ]) {
        const first = await leg();
        expect(new Set(idsOf(first)).size).toBe(10);
        expect(await leg()).toEqual(first);
      }
    });

    it("forgets removed entries in every leg", async () => {
      const index = await opened();
      await index.upsert([entry("goes", { text: "猫" }), entry("stays", { text: "猫" })]);
      await index.remove("ann", ["goes", "never was"]);
      expect(idsOf(await index.nearest(direction(0), scope))).toEqual(["stays"]);
      expect(idsOf(await index.matching(["猫"], scope))).toEqual(["stays"]);
      expect(idsOf(await index.within(ALL_TIME, scope))).toEqual(["stays"]);
      await index.upsert([entry("goes", { text: "鸟" })]);
      expect(idsOf(await index.matching(["鸟"], scope))).toEqual(["goes"]);
      expect(idsOf(await index.matching(["猫"], scope))).toEqual(["stays"]);
    });

    it("ranks rare words above common ones and finds entries with any of the words", async () => {
      const index = await opened();
      await index.upsert([
        ...Array.from({ length: 8 }, (_, n) => entry(`cat${n}`, { text: `猫 第${n}` })),
        entry("both", { text: "猫 和 鹦鹉" }),
        entry("dog", { text: "狗" }),
      ]);
      const hits = await index.matching(["猫", "鹦鹉"], { ...scope, limit: 20 });
      expect(hits).toHaveLength(9);
      expect(hits[0]?.id).toBe("both");
      hits.forEach(({ score }) => expect(score).toBeGreaterThan(0));
      expect(idsOf(await index.matching(["猫", "鹦鹉"], { ...scope, limit: 1 }))).toEqual(["both"]);
    });

    it("finds no keywords when there are none, or only white space", async () => {
      const index = await opened();
      await index.upsert([entry("a", { text: "猫" })]);
      expect(await index.matching([], scope)).toEqual([]);
      expect(await index.matching(["", "  "], scope)).toEqual([]);
      expect(await index.matching(["鱼"], scope)).toEqual([]);
    });

    it("finds emoji, symbols, numbers and words beside Chinese", async () => {
      const index = await opened();
      const texts = [
        "😀",
        "👩‍👩‍👧",
        "c++",
        "c#",
        "3.14",
        "@home",
        "naïve",
        "naive",
        "ñ",
        "ß",
        "𠮷",
        "_",
        "%",
        "*",
      ];
      await index.upsert(texts.map((text) => entry(text, { text: `你好 ${text} 再见` })));
      for (const text of texts) expect(idsOf(await index.matching([text], scope)), text).toEqual([text]);
    });

    it("finds words whatever their capitals, as far as the tokeniser folds them", async () => {
      const index = await opened();
      await index.upsert([entry("a", { text: "Coffee at STARBUCKS" })]);
      expect(idsOf(await index.matching(["starbucks"], scope))).toEqual(["a"]);
      expect(idsOf(await index.matching(["COFFEE"], scope))).toEqual(["a"]);
    });

    it("takes words of 200 characters and texts of 200,000", async () => {
      const index = await opened();
      const word = "x".repeat(200);
      await index.upsert([
        entry("long word", { text: `猫 ${word}` }),
        entry("other", { text: "x".repeat(199) }),
        entry("long text", { text: "很长的话，".repeat(40_000) }),
      ]);
      expect(idsOf(await index.matching([word], scope))).toEqual(["long word"]);
      expect(idsOf(await index.matching(["长"], scope))).toEqual(["long text"]);
      expect(await index.matching(["猫".repeat(200)], scope)).toHaveLength(1);
    });

    it("takes words and texts that look like a query for what they are", async () => {
      const index = await opened();
      const hostile = [
        `"`,
        `'`,
        `a" OR "b`,
        `NOT`,
        `AND`,
        `NEAR(a b)`,
        `words:x`,
        `x*`,
        `^x`,
        `(`,
        `)`,
        `a1__x`,
        `\\`,
        `\0`,
      ];
      await index.upsert([
        entry("plain", { text: "猫 not b x" }),
        entry("hostile", { text: hostile.join(" ") }),
      ]);
      for (const word of hostile) await index.matching([word], scope);
      expect(idsOf(await index.matching([`"`], scope))).toEqual(["hostile"]);
      expect(idsOf(await index.matching([`x*`], scope))).toEqual(["hostile"]);
      expect(idsOf(await index.matching([`words:x`], scope))).toEqual(["hostile"]);
      expect(idsOf(await index.matching(hostile, { ...scope, user: "bob" }))).toEqual([]);
    });

    it("finds by time what overlaps the half open range, newest first", async () => {
      const index = await opened();
      const lasting = (from: number, to: number) => ({ start: NOON + from * HOUR, end: NOON + to * HOUR });
      await index.upsert([
        entry("recorded at noon", { recordedAt: NOON }),
        entry("recorded at two", { recordedAt: NOON + 2 * HOUR }),
        entry("before", { event: lasting(-2, 0), recordedAt: NOON }),
        entry("across", { event: lasting(-1, 1), recordedAt: NOON + 99 * HOUR }),
        entry("inside", { event: lasting(1, 1.5), recordedAt: NOON + 99 * HOUR }),
        entry("around", { event: lasting(-50, 50), recordedAt: NOON + 99 * HOUR }),
        entry("after", { event: lasting(2, 3), recordedAt: NOON }),
      ]);
      const range = { from: NOON, to: NOON + 2 * HOUR };
      const hits = await index.within(range, scope);
      expect(idsOf(hits)).toEqual(["inside", "recorded at noon", "across", "around"]);
      hits.forEach(({ score }) => expect(score).toBe(1));
      expect(idsOf(await index.within(range, { ...scope, limit: 2 }))).toEqual([
        "inside",
        "recorded at noon",
      ]);
      expect(idsOf(await index.within({ from: NOON, to: NOON }, scope))).toEqual(["across", "around"]);
    });

    it("takes a thousand entries at once and lists them all", async () => {
      const index = await opened();
      const ids = Array.from({ length: 1_000 }, (_, n) => `n${n}`);
      await index.upsert(ids.map((id, n) => entry(id, { text: `第 ${n}`, vector: direction(n / 10) })));
      expect((await index.ids("ann", "facts")).sort()).toEqual([...ids].sort());
      expect(idsOf(await index.matching(["777"], scope))).toEqual(["n777"]);
      expect(await index.nearest(direction(0), { ...scope, limit: 300 })).toHaveLength(300);
      await index.remove("ann", ids);
      expect(await index.ids("ann", "facts")).toEqual([]);
    });

    it("keeps what was written for the next opening, and knows its embedder", async () => {
      const place = await fresh();
      const first = await place.open(OPTIONS);
      await first.upsert([entry("kept", { text: "猫" })]);
      await first.close();
      const again = await place.open(OPTIONS);
      expect(idsOf(await again.matching(["猫"], scope))).toEqual(["kept"]);
      await again.close();

      const other = place.open({ ...OPTIONS, fingerprint: "model-b r7 16" });
      await expect(other).rejects.toMatchObject({ code: "EMBEDDER_MISMATCH" });
      await expect(other).rejects.toThrow(/model-a r1 16.*model-b r7 16.*npm run migrate/s);
    });

    it("refuses a vector of another size and keeps what it had", async () => {
      const place = await fresh();
      const index = await place.open(OPTIONS);
      await index.upsert([entry("good")]);
      const batch = [entry("first"), entry("bad", { vector: new Float32Array(3) })];
      await expect(index.upsert(batch)).rejects.toThrow();
      const held = await index.ids("ann", "facts");
      expect(held).toContain("good");
      expect(held).not.toContain("bad");
      if (place.atomic) expect(held).toEqual(["good"]);
    });

    it("stops at once when the caller has given up", async () => {
      const index = await opened();
      const signal = AbortSignal.abort(new Error("given up"));
      await expect(index.nearest(direction(0), { ...scope, signal })).rejects.toThrow("given up");
      await expect(index.matching(["猫"], { ...scope, signal })).rejects.toThrow("given up");
      await expect(index.within(ALL_TIME, { ...scope, signal })).rejects.toThrow("given up");
    });
  });
}
