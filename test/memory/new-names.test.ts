import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { searchTokens } from "../../language/segment.ts";
import { readAll, writeAll } from "../../memory/documents.ts";
import { readNames } from "../../memory/names.ts";
import { namespaces } from "../../memory/namespaces.ts";
import { nameWrites } from "../../memory/new-names.ts";
import { BUFFER, bufferedRecordWrites, indexPending, recordWrites } from "../../memory/store.ts";
import { createSqliteDocuments } from "../../storage/documents/sqlite.ts";
import { createSqliteMemoryIndex } from "../../storage/memory-index/sqlite.ts";
import { openDatabase } from "../../storage/sqlite/database.ts";
import { temporaryFolder, wordEmbedder } from "../support/companion.ts";
import { aRecord } from "../support/memories.ts";

const embedder = wordEmbedder();

/** The stores of one process, closed with the test at the latest. */
async function open(folder: string) {
  const db = await openDatabase(path.join(folder, "miramate.db"));
  const { dimension } = embedder.fingerprint;
  const index = await createSqliteMemoryIndex(db, {
    dimension,
    fingerprint: "words",
    tokenise: searchTokens,
  });
  const { store } = createSqliteDocuments(db);
  let closed = false;
  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await index.close();
    db.close();
  };
  onTestFinished(close);
  return {
    store,
    close,
    catchUp: (user: string) => indexPending({ store, index, embedder }, user),
    find: async (name: string, user: string) => {
      const scope = { user, collections: ["facts", BUFFER], limit: 5, names: await readNames(store, user) };
      return (await index.matching([name], scope)).map(({ id }) => id);
    },
    marked: async (user: string) =>
      (await readAll(store, z.object({ id: z.string() }), namespaces.unindexed(user))).map(
        ({ value }) => value.id,
      ),
  };
}

const named = (value: string) => [{ belief: { subject: "朋友", attribute: "name", value } }];

describe("what was told before a name was known", () => {
  it("is found by it from then on, in the buffer too and after a restart, and only for that user", async () => {
    const folder = temporaryFolder();
    const first = await open(folder);
    for (const user of ["u1", "u2"]) {
      await writeAll(first.store, [
        ...recordWrites(aRecord({ id: "asked", user, text: "下次问安要不要来" })),
        ...bufferedRecordWrites(aRecord({ id: "waiting", user, text: "带安去看了医生" })),
        ...recordWrites(aRecord({ id: "quiet", user, text: "平安夜很安静" })),
      ]);
      await first.catchUp(user);
    }
    expect(await first.find("安", "u1")).not.toContain("asked");

    await writeAll(first.store, await nameWrites(first.store, "u1", named("安")));
    await first.close();
    const second = await open(folder);
    await second.catchUp("u1");
    await second.catchUp("u2");
    expect((await second.find("安", "u1")).sort()).toEqual(["asked", "waiting"]);
    expect(await second.find("安", "u2")).not.toContain("asked");
  });

  it("comes before what only shares a character with a name of two", async () => {
    const { store, catchUp, find } = await open(temporaryFolder());
    await writeAll(store, [
      ...recordWrites(aRecord({ id: "called", text: "昨天晚上我给丁一打了一个很长的电话，聊到了十二点" })),
      ...["丁香开了", "辣子鸡丁", "园丁来了", "丁"].flatMap((text) =>
        recordWrites(aRecord({ id: text, text })),
      ),
    ]);
    await catchUp("u1");
    expect((await find("丁一", "u1"))[0]).not.toBe("called");
    await writeAll(store, await nameWrites(store, "u1", named("丁一")));
    await catchUp("u1");
    expect((await find("丁一", "u1"))[0]).toBe("called");
  });

  it("is indexed again only where the name is not a token already, and once", async () => {
    const { store, catchUp, marked } = await open(temporaryFolder());
    await writeAll(store, [
      ...recordWrites(aRecord({ id: "cut", text: "我给丁一打了电话" })),
      ...recordWrites(aRecord({ id: "whole", text: "丁一借走了相机" })),
      ...recordWrites(aRecord({ id: "other", text: "今天下雨" })),
    ]);
    await catchUp("u1");
    await writeAll(store, await nameWrites(store, "u1", named("丁一")));
    expect(await marked("u1")).toEqual(["cut"]);
    await catchUp("u1");
    await writeAll(store, await nameWrites(store, "u1", named("丁一")));
    expect(await marked("u1")).toEqual([]);
  });

  it("is bounded: the newest 200 are indexed again", async () => {
    const { store, catchUp, marked } = await open(temporaryFolder());
    const day = (at: number): string => new Date(Date.UTC(2024, 0, 1 + at)).toISOString();
    await writeAll(
      store,
      Array.from({ length: 205 }, (_, at) =>
        recordWrites(aRecord({ id: `m${at}`, text: `第${at}次给丁一打了电话`, recordedAt: day(at) })),
      ).flat(),
    );
    await catchUp("u1");
    await writeAll(store, await nameWrites(store, "u1", named("丁一")));
    const again = await marked("u1");
    expect(again).toHaveLength(200);
    expect(again).toContain("m204");
    expect(again).not.toContain("m4");
  });
});

describe("a name that is not known", () => {
  const NAMES = [
    ..."安渝棠晴宁乐静雪朵豆糖墨",
    ...["林薇", "小满", "豆豆", "安然", "阿黄", "花花", "小七", "老高"],
  ];
  const SENTENCES = [
    "昨天和X一起去爬山",
    "我给X打了电话",
    "我把钥匙借给X了",
    "我家的猫叫X",
    "陪X去看病",
    "我跟X在一起三年了",
    "X喜欢吃鱼",
    "见到X很开心",
  ];

  it("is a token all the same in nearly every sentence, by itself or as a pair of characters", () => {
    const told = NAMES.flatMap((name) =>
      SENTENCES.map((sentence) => [name, sentence.replace("X", name)] as const),
    );
    const missed = told.filter(([name, sentence]) => !searchTokens(sentence).includes(name));
    expect(missed.length / told.length).toBeLessThan(0.03);
  });
});
