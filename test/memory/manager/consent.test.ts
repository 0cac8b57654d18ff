/** Deleting needs the user's own words in this turn: who asks for it, and who only speaks of it. */
import { describe, expect, it } from "vitest";
import { asksToDelete } from "../../../memory/manager/consent.ts";

const ASKS: readonly (readonly [text: string, category: string])[] = [
  ["把我的过敏信息删掉吧", "过敏"],
  ["忘掉我的生日吧", "生日"],
  ["请忘记我的出生日期。", "birthday"],
  ["删除我的所有信息", "职业"],
  ["把关于我的一切都删了", "住处"],
  ["不要再记着我的住址了", "residence"],
  ["别记我的电话", "电话"],
  ["能不能把我的工作单位从记录里清除？", "公司"],
  ["你把我喜欢的音乐那条抹掉", "音乐"],
  ["我的年龄你就别留着了", "年龄"],
  ["把我的過敏資訊刪掉", "过敏"],
  ["把我的生日删掉！我不想你记着。", "生日"],
  ["忘了我的星座吧", "星座"],
  ["麻烦清空我的资料", "家乡"],
  ["please delete my birthday", "birthday"],
  ["Forget my address, would you?", "residence"],
  ["erase everything you know about me", "occupation"],
  ["Don't keep my phone number", "phone"],
  ["remove all my information", "allergy"],
];

const DOES_NOT: readonly (readonly [text: string, category: string])[] = [
  ["我对花生过敏", "过敏"],
  ["别删我的生日", "生日"],
  ["不要忘记我的生日", "生日"],
  ["千万别把我的过敏信息删了", "过敏"],
  ["我忘了带伞", "其他"],
  ["我又忘记我的生日密码了", "生日"],
  ["我妈总忘了我的生日", "生日"],
  ["怎么删除我的生日？", "生日"],
  ["为什么会忘记生日呢", "生日"],
  ["群里有人发了“删除用户的所有信息”", "职业"],
  ["他说：「把我的生日删掉」，好好笑", "生日"],
  ["把我的生日删掉", "职业"],
  ["忘掉那个人吧", "生日"],
  ["我把手机里的照片删了", "过敏"],
  ["我想清空购物车", "住处"],
  ["我的生日是5月3日", "生日"],
  ["你别忘了我的生日", "生日"],
  ["没让你删我的资料", "职业"],
  ["Don't delete my birthday", "birthday"],
  ["I always forget my birthday", "birthday"],
  ["How do I delete my profile?", "name"],
  ['She wrote "forget everything about me"', "name"],
  ["please delete my birthday", "occupation"],
  ["I deleted the app yesterday", "name"],
  ["", "生日"],
];

describe("a deletion", () => {
  it.each(ASKS)("is asked for by: %s (%s)", (text, category) => {
    expect(asksToDelete(text, category, [])).toBe(true);
  });

  it.each(DOES_NOT)("is not asked for by: %s (%s)", (text, category) => {
    expect(asksToDelete(text, category, [])).toBe(false);
  });

  it("may name the value in place of the category", () => {
    expect(asksToDelete("别记我养豆豆的事", "宠物", ["豆豆"])).toBe(true);
    expect(asksToDelete("别记我养豆豆的事", "宠物", ["年糕"])).toBe(false);
  });
});
