/** A store that is down costs quality, not the turn; and nothing is lost by it. */
import { describe, expect, it } from "vitest";
import { openCompanion, temporaryFolder } from "../support/companion.ts";

/** Nothing listens on port 1: refused at once. */
const CHROMA_DOWN = { MIRAMATE_MEMORY_INDEX: "chroma", CHROMA_URL: "http://127.0.0.1:1" };

describe("with the memory index down", () => {
  it("a turn is answered and says what is missing", async () => {
    const companion = await openCompanion({ env: CHROMA_DOWN });
    const { answer, degraded } = await companion.say("你还记得我的猫叫什么吗？");
    expect(answer).not.toBe("");
    const parts = degraded.map(({ part, reason }) => `${part} ${reason}`);
    expect(parts).toContain("recall.vector INDEX_UNAVAILABLE");
    expect(parts).toContain("recall.keyword INDEX_UNAVAILABLE");
  });

  it("what is said is kept, and found once an index is there", async () => {
    const folder = temporaryFolder();
    const down = await openCompanion({ folder, env: CHROMA_DOWN });
    await down.say("我养了一只橘猫，叫豆豆。");
    await down.settle();
    expect((await down.idle("u1")).written).toBeGreaterThan(0);
    await down.close();
    const up = await openCompanion({ folder });
    await up.settle();
    const { recalled, degraded } = await up.say("我的橘猫叫什么名字？", { session: "s2" });
    expect(degraded).toEqual([]);
    expect(recalled.map(({ text }) => text).join()).toContain("豆豆");
  });
});
