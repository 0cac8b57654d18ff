import { describe, expect, it } from "vitest";
import { asksOffRecord, findSecrets } from "../../../memory/rules/extract/private.ts";
import { contents, extract } from "./support.ts";

describe("off the record", () => {
  it.each([
    "这件事你别记下来：我下个月打算辞职。",
    "不要记住这个，我住在上海",
    "下面的话别保存：我叫陈晨",
    "你听完就忘了吧，我跟他分手了",
    "Don't remember this: I'm planning to quit.",
    "Off the record, I live in Boston.",
    "Please don't save that, my name is Emily Carter.",
  ])("keeps nothing: %s", (text) => {
    const extraction = extract(text);
    expect(extraction.offRecord).toBe(true);
    expect(contents(extraction)).toEqual([]);
    expect(extraction.profile).toEqual([]);
    expect(extraction.focus).toEqual([]);
    expect(extraction.dialogue.tags).toEqual([]);
  });

  it.each([
    "别记错了，我对花生过敏",
    "不要忘记我的生日",
    "我不用记笔记也能学会",
    "I don't remember his name",
    "Don't forget my birthday",
  ])("is not asked by: %s", (text) => {
    expect(asksOffRecord(text)).toBe(false);
  });
});

describe("secrets", () => {
  it.each([
    ["我的邮箱密码是 Tulip#2291，帮我想想安不安全。", ["Tulip#2291"]],
    ["验证码 482913 别告诉别人", ["482913"]],
    ["我的身份证号是11010519491231002X", ["11010519491231002X"]],
    ["银行卡号：6222 0212 3456 7890 123", ["6222 0212 3456 7890 123"]],
    ["my api key is sk-abcdefghij1234567890", ["sk-abcdefghij1234567890"]],
    ["My PIN is 4711.", ["4711"]],
    ["card 4111 1111 1111 1111", ["4111 1111 1111 1111"]],
  ])("are found: %s", (text, secrets) => {
    expect(findSecrets(text)).toEqual(secrets);
  });

  it.each([
    "我忘了密码",
    "密码很重要",
    "My password is strong enough.",
    "我买了3张票，花了120块",
    "电话里说了很久",
  ])("are not seen in: %s", (text) => {
    expect(findSecrets(text)).toEqual([]);
  });

  it("reach no item", () => {
    const extraction = extract("我住在上海，我的邮箱密码是 Tulip#2291。");
    expect(contents(extraction)).toEqual(["小伙伴住在上海"]);
    expect(JSON.stringify({ ...extraction, secrets: [] })).not.toContain("Tulip");
  });
});
