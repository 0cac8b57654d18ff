/** Who asks for a kind never said the word: 宠物 for a hamster, an instrument for the cello. */
import { expect, it } from "vitest";
import { openCompanion } from "../support/companion.ts";

const HAMSTER = "我家的仓鼠又越狱了";
const CELLO = "今天练了一小时大提琴";
const SISTER = "My sister moved to Boston";

it("a question for a kind finds its members, and no member finds another", async () => {
  // By words alone: nothing is as near in meaning as this floor asks.
  const companion = await openCompanion({ env: { MIRAMATE_RECALL_FLOOR: "0.95" } });
  for (const text of [HAMSTER, CELLO, "地铁上人好多", SISTER]) await companion.say(text);
  await companion.settle();
  const found = async (asked: string): Promise<string[]> => {
    const now = new Date("2025-06-10T10:00:00+08:00");
    const { recalled } = await companion.say(asked, { session: asked, now });
    const hits = recalled.filter(({ beside }) => beside === undefined);
    return [HAMSTER, CELLO, SISTER].filter((told) => hits.some(({ text }) => text.includes(told)));
  };
  expect(await found("你还记得我的宠物吗？")).toEqual([HAMSTER]);
  expect(await found("我练的是什么乐器？")).toContain(CELLO);
  expect(await found("Do you remember my siblings?")).toEqual([SISTER]);
  expect(await found("你还记得我的金鱼吗？")).toEqual([]);
});
