/** Rule 9: another embedder meets a clear error, and the migration that it names brings every memory along. */
import { describe, expect, it } from "vitest";
import { openServices } from "../../config/services.ts";
import { readSettings } from "../../config/settings.ts";
import { markEverything, rebuildIndex } from "../../memory/migrate.ts";
import { openCompanion, temporaryFolder, wordEmbedder } from "../support/companion.ts";

const other = wordEmbedder("other");

async function migrate(folder: string, stopAfter = Infinity): Promise<void> {
  const services = await openServices(
    readSettings({ MIRAMATE_DATA: folder }),
    { embedder: other },
    { beforeReplacingIndex: async (store) => void (await markEverything(store)) },
  );
  try {
    let batches = 0;
    await rebuildIndex({ store: services.documents.store, index: services.index, embedder: other }, () => {
      batches += 1;
      if (batches >= stopAfter) throw new Error("killed");
    });
  } finally {
    await services.close();
  }
}

async function lifeIn(folder: string): Promise<void> {
  const companion = await openCompanion({ folder });
  await companion.say("我住在上海。", { now: new Date("2024-09-01T10:00:00+08:00") });
  await companion.idle("u1");
  await companion.say("我搬到杭州了，现在住在杭州。", { now: new Date("2025-05-03T10:00:00+08:00") });
  await companion.idle("u1");
  await companion.say("我对花生过敏。");
  await companion.say("我养了一只橘猫，叫豆豆。", { user: "小红" });
  await companion.settle();
  await companion.close();
}

async function expectAllFound(folder: string): Promise<void> {
  const companion = await openCompanion({ folder, embedder: other });
  await companion.settle();
  const recalled = async (text: string, user = "u1") =>
    (await companion.say(text, { user, session: text })).recalled.map((memory) => memory.text).join();
  expect(await recalled("我对什么过敏？")).toContain("花生");
  expect(await recalled("我去年住在哪里来着？")).toContain("上海");
  expect(await recalled("我的橘猫叫什么名字？", "小红")).toContain("豆豆");
  await companion.close();
}

describe("a migration to another embedder", () => {
  it("brings along the memories of all users, buffered and superseded ones too", async () => {
    const folder = temporaryFolder();
    await lifeIn(folder);
    await migrate(folder);
    await expectAllFound(folder);
  });

  it("that was killed half way is finished by the next start", async () => {
    const folder = temporaryFolder();
    await lifeIn(folder);
    await expect(migrate(folder, 1)).rejects.toThrow("killed");
    await expectAllFound(folder);
  });

  it("run twice is run once", async () => {
    const folder = temporaryFolder();
    await lifeIn(folder);
    await migrate(folder);
    await migrate(folder);
    await expectAllFound(folder);
  });
});
