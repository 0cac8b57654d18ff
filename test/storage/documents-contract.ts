/** What every document store must do; run for each adapter. The comments of storage/documents/port.ts are the contract. */
import type { BaseStore, Operation, PutOperation } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";
import { type Documents, labelToId, namespaceLabel } from "../../storage/documents/port.ts";
import { startChild } from "./support.ts";

/** Documents that nothing else uses. `open` may be called several times for the same data. */
export interface FreshDocuments {
  open(): Promise<Documents>;
  /** How a child process opens the same data: kind and place. */
  readonly forChild: readonly [kind: string, place: string];
}

const HOSTILE = [
  "用户",
  "😀",
  "it's",
  `"quoted"`,
  "%",
  "_",
  "a_b",
  "a%b",
  "\\",
  "a/b",
  " ",
  "'; DROP TABLE x; --",
  "langgraph",
];

async function everything(store: BaseStore, prefix: string[], limit: number): Promise<string[]> {
  const keys: string[] = [];
  for (let offset = 0; ; offset += limit) {
    const page = await store.search(prefix, { limit, offset });
    keys.push(...page.map(({ key }) => key));
    if (page.length < limit) return keys;
  }
}

export function describeDocuments(name: string, fresh: () => Promise<FreshDocuments>): void {
  describe(`documents on ${name}`, () => {
    const opened = async () => (await (await fresh()).open()).store;
    const keysOf = (items: readonly { key: string }[]) => items.map(({ key }) => key);

    it("gives back what was put, with its times, and null for what is not there", async () => {
      const store = await opened();
      const value = {
        text: '你好 \n\t"quoted" \\u0000 \\\\ 😀',
        n: 1.5,
        none: null,
        list: [1, { a: [] }],
        yes: true,
      };
      await store.put(["people", "ann"], "profile", value);
      const item = await store.get(["people", "ann"], "profile");
      expect(item).toMatchObject({ namespace: ["people", "ann"], key: "profile", value });
      expect(item?.createdAt).toBeInstanceOf(Date);
      expect(item?.updatedAt.getTime()).toBeGreaterThanOrEqual(item?.createdAt.getTime() ?? Infinity);
      expect(await store.get(["people", "ann"], "other")).toBeNull();
      expect(await store.get(["people"], "profile")).toBeNull();
    });

    it("replaces a value and keeps when and in which order it came", async () => {
      const store = await opened();
      await store.put(["n"], "first", { v: 1 });
      await store.put(["n"], "second", { v: 1 });
      const before = await store.get(["n"], "first");
      await store.put(["n"], "first", { other: 2 });
      const after = await store.get(["n"], "first");
      expect(after?.value).toEqual({ other: 2 });
      expect(after?.createdAt).toEqual(before?.createdAt);
      expect(keysOf(await store.search(["n"]))).toEqual(["first", "second"]);
    });

    it("gives copies: changing what was read or put changes nothing stored", async () => {
      const store = await opened();
      const put = { list: ["a"] };
      await store.put(["n"], "k", put);
      put.list.push("later");
      const read = await store.get(["n"], "k");
      (read?.value["list"] as string[]).push("more");
      expect((await store.get(["n"], "k"))?.value).toEqual({ list: ["a"] });
    });

    it("forgets what is deleted, and does not mind deleting what is not there", async () => {
      const store = await opened();
      await store.put(["n"], "k", { v: 1 });
      await store.delete(["n"], "k");
      await store.delete(["n"], "k");
      expect(await store.get(["n"], "k")).toBeNull();
      expect(await store.search(["n"])).toEqual([]);
      expect(await store.listNamespaces()).toEqual([]);
    });

    it("takes Chinese, emoji, quotes and wildcards in labels and keys, and keeps them apart", async () => {
      const store = await opened();
      for (const label of HOSTILE) await store.put(["u", label], label, { label });
      for (const label of HOSTILE) {
        expect((await store.get(["u", label], label))?.value, label).toEqual({ label });
        expect(
          (await store.search(["u", label])).map(({ value }) => value),
          label,
        ).toEqual([{ label }]);
      }
      expect(await everything(store, ["u"], 100)).toEqual(HOSTILE);
    });

    it("takes any id as a label once it is encoded", async () => {
      const store = await opened();
      const odd = [
        "",
        ".",
        "..",
        "a.b",
        "a:b",
        "a%2eb",
        "%%",
        "a\0b",
        "user@example.com",
        "https://x.y/z?q=1",
        "。：",
      ];
      const ids = [...odd, ...HOSTILE];
      for (const [n, id] of ids.entries()) await store.put(["u", namespaceLabel(id)], "k", { n });
      for (const [n, id] of ids.entries()) {
        expect((await store.get(["u", namespaceLabel(id)], "k"))?.value, id).toEqual({ n });
        expect(labelToId(namespaceLabel(id))).toBe(id);
      }
    });

    it("refuses labels that it could not keep apart, and writes nothing of that batch", async () => {
      const store = await opened();
      for (const label of ["", "a.b", "a:b"]) {
        await expect(store.put(["u", label], "k", { v: 1 }), label).rejects.toThrow();
        await expect(
          store.batch([
            { namespace: ["u", "good"], key: "k", value: { v: 1 } },
            { namespace: ["u", label], key: "k", value: { v: 1 } },
          ]),
          label,
        ).rejects.toThrow();
      }
      expect(await store.search([])).toEqual([]);
    });

    it("takes a prefix for whole labels only", async () => {
      const store = await opened();
      for (const namespace of [
        ["a"],
        ["a", "b"],
        ["a", "b", "c"],
        ["ab"],
        ["a b"],
        ["A"],
        ["a/"],
        ["b", "a"],
      ]) {
        await store.put(namespace, namespace.join("+"), { v: 1 });
      }
      expect(keysOf(await store.search(["a"]))).toEqual(["a", "a+b", "a+b+c"]);
      expect(keysOf(await store.search(["a", "b"]))).toEqual(["a+b", "a+b+c"]);
      expect(await store.search([], { limit: 100 })).toHaveLength(8);
      expect(await store.search(["%"])).toEqual([]);
      expect(await store.search(["_"])).toEqual([]);
    });

    it("meets every document once, oldest first, when paged through", async () => {
      const store = await opened();
      const keys = Array.from({ length: 250 }, (_, n) => `k${(n * 7919) % 250}`);
      await store.batch(
        keys.slice(0, 200).map((key): PutOperation => ({ namespace: ["p", "q"], key, value: { v: 1 } })),
      );
      for (const key of keys.slice(200)) await store.put(["p", "r"], key, { v: 2 });
      await store.put(["pp"], "not this", { v: 1 });
      for (const limit of [1, 7, 100, 1_000]) expect(await everything(store, ["p"], limit)).toEqual(keys);
      expect(keysOf(await store.search(["p"]))).toEqual(keys.slice(0, 10));
      expect(keysOf(await store.search(["p"], { filter: { v: 2 }, limit: 5, offset: 3 }))).toEqual(
        keys.slice(203, 208),
      );
      expect(await store.search(["p"], { offset: 250 })).toEqual([]);
    });

    it("filters by equality of any JSON value and by LangGraph's operators", async () => {
      const store = await opened();
      const values = {
        one: { n: 1, s: "2025-01-01", b: true, o: { x: 1 }, l: ["a"] },
        two: { n: 2, s: "2025-06-09", b: false, o: { x: 1, y: 2 }, l: ["a", "b"] },
        ten: { n: 10, s: "2024-12-31", b: null, "odd key.\"'": "猫" },
        text: { n: "1" },
      };
      for (const [key, value] of Object.entries(values)) await store.put(["f"], key, value);
      const find = async (filter: Record<string, unknown>) =>
        keysOf(await store.search(["f"], { filter, limit: 50 }));

      expect(await find({})).toEqual(["one", "two", "ten", "text"]);
      expect(await find({ n: 1 })).toEqual(["one"]);
      expect(await find({ n: "1" })).toEqual(["text"]);
      expect(await find({ b: true, n: 1 })).toEqual(["one"]);
      expect(await find({ b: null })).toEqual(["ten"]);
      expect(await find({ o: { x: 1 } })).toEqual(["one"]);
      expect(await find({ l: ["a"] })).toEqual(["one"]);
      expect(await find({ "odd key.\"'": "猫" })).toEqual(["ten"]);
      expect(await find({ missing: 1 })).toEqual([]);
      expect(await find({ n: { $eq: 2 } })).toEqual(["two"]);
      expect(await find({ n: { $ne: 2 } })).toEqual(["one", "ten", "text"]);
      expect(await find({ n: { $gt: 1 } })).toEqual(["two", "ten"]);
      expect(await find({ n: { $gte: 1, $lt: 10 } })).toEqual(["one", "two"]);
      expect(await find({ n: { $lte: 2 } })).toEqual(["one", "two"]);
      expect(await find({ s: { $gte: "2025-01-01" } })).toEqual(["one", "two"]);
      expect(await find({ n: { $in: [1, 10] } })).toEqual(["one", "ten"]);
      expect(await find({ n: { $nin: [1, 10] } })).toEqual(["two", "text"]);
      expect(await find({ s: { $exists: false } })).toEqual(["text"]);
      await expect(find({ n: { $near: 1 } })).rejects.toThrow("$near");
    });

    it("lists namespaces by prefix, suffix, wildcard and depth", async () => {
      const store = await opened();
      for (const namespace of [
        ["a", "x", "v1"],
        ["a", "y", "v1"],
        ["a", "y", "v2"],
        ["ab", "x", "v1"],
        ["c"],
      ]) {
        await store.put(namespace, "k", { v: 1 });
      }
      expect(await store.listNamespaces()).toHaveLength(5);
      expect(await store.listNamespaces({ prefix: ["a"] })).toEqual([
        ["a", "x", "v1"],
        ["a", "y", "v1"],
        ["a", "y", "v2"],
      ]);
      expect(await store.listNamespaces({ prefix: ["*", "x"] })).toEqual([
        ["a", "x", "v1"],
        ["ab", "x", "v1"],
      ]);
      expect(await store.listNamespaces({ suffix: ["v2"] })).toEqual([["a", "y", "v2"]]);
      expect(await store.listNamespaces({ prefix: ["a"], maxDepth: 2 })).toEqual([
        ["a", "x"],
        ["a", "y"],
      ]);
      expect(await store.listNamespaces({ limit: 2, offset: 3 })).toEqual([["ab", "x", "v1"], ["c"]]);
    });

    it("runs a batch in order: reads see the puts before them", async () => {
      const store = await opened();
      const operations: Operation[] = [
        { namespace: ["n"], key: "k", value: { v: 1 } },
        { namespace: ["n"], key: "k" },
        { namespacePrefix: ["n"] },
        { namespace: ["n"], key: "k", value: null },
        { namespace: ["n"], key: "k" },
      ];
      const [, read, found, , gone] = (await store.batch(operations)) as unknown[];
      expect(read).toMatchObject({ value: { v: 1 } });
      expect(found).toHaveLength(1);
      expect(gone).toBeNull();
    });

    it("writes a batch wholly or not at all", async () => {
      const store = await opened();
      await store.put(["n"], "kept", { v: 1 });
      const circular: Record<string, unknown> = {};
      circular["self"] = circular;
      await expect(
        store.batch([
          { namespace: ["n"], key: "new", value: { v: 1 } },
          { namespace: ["n"], key: "kept", value: null },
          { namespace: ["n"], key: "bad", value: circular },
        ]),
      ).rejects.toThrow();
      expect(keysOf(await store.search(["n"]))).toEqual(["kept"]);
    });

    it("takes a document of 2 MB and text with characters that databases dislike", async () => {
      const store = await opened();
      const long = "长".repeat(700_000);
      await store.put(["n"], "long", { long });
      expect((await store.get(["n"], "long"))?.value["long"]).toBe(long);
      await store.put(["n"], "odd", { odd: "a\u0000b\ud800c", "ke\u0000y": 1 });
      const text: unknown = (await store.get(["n"], "odd"))?.value["odd"];
      expect(text).toMatch(/^a.?b.c$/su);
    });

    it("shows to one opening what another has written", async () => {
      const place = await fresh();
      const one = await place.open();
      const other = await place.open();
      await one.store.put(["n"], "k", { v: 1 });
      expect((await other.store.get(["n"], "k"))?.value).toEqual({ v: 1 });
      await other.store.put(["n"], "k", { v: 2 });
      expect((await one.store.get(["n"], "k"))?.value).toEqual({ v: 2 });
    });

    it("loses nothing acknowledged when the process is killed, and writes no half batch", async () => {
      const place = await fresh();
      for (const round of ["one", "two"]) {
        const child = startChild("write-documents", ...place.forChild, round, "100000");
        await child.printed(20);
        child.process.kill("SIGKILL");
        await child.ended();
        const { store } = await place.open();
        const left = await everything(store, ["left"], 500);
        expect(left).toEqual(expect.arrayContaining([...child.lines]));
        expect(await everything(store, ["right"], 500)).toEqual(left);
      }
    });

    it("takes the writes of two processes at once", async () => {
      const place = await fresh();
      const children = ["one", "two"].map((child) =>
        startChild("write-documents", ...place.forChild, child, "100"),
      );
      expect(await Promise.all(children.map((child) => child.ended()))).toEqual([0, 0]);
      const { store } = await place.open();
      const keys = ["one", "two"].flatMap((child) => Array.from({ length: 100 }, (_, n) => `${child}-${n}`));
      expect((await everything(store, ["left"], 500)).sort()).toEqual(keys.sort());
    });
  });
}
