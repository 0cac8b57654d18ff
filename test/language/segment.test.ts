import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { narrowerOf } from "../../language/narrower.ts";
import { keywordsOf, searchTokens, segment, warmLanguage } from "../../language/segment.ts";
import { stem } from "../../language/stem.ts";
import { synonymsOf } from "../../language/synonyms.ts";

beforeAll(() => {
  warmLanguage();
});

/** Whether a question and a stored text share a token, as the keyword index sees it. */
function shared(question: string, stored: string): string[] {
  const held = new Set(searchTokens(stored));
  return searchTokens(question).filter((token) => held.has(token));
}

describe("segment", () => {
  it("cuts Chinese into words", () => {
    expect(segment("我表哥在成都开火锅店")).toEqual(["我", "表哥", "在", "成都", "开", "火锅店"]);
  });

  it("keeps a verb out of the name behind it", () => {
    expect(segment("我前女友叫林薇")).toEqual(["我", "前女友", "叫", "林薇"]);
    expect(segment("我的猫叫豆豆")).toEqual(["我", "的", "猫", "叫", "豆豆"]);
  });

  it("loses nothing of any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."我叫猫一丁 aA1。😂的iPhone\n") }), (text) => {
        expect(segment(text).join("")).toBe(text);
      }),
    );
  });
});

describe("search tokens", () => {
  it.each([
    ["丁一最近怎么样了？", "我同桌叫丁一，他数学特别好。", "丁一"],
    ["林薇是谁", "我前女友叫林薇，我们去年分手的。", "林薇"],
    ["渝味轩在哪", "店名叫渝味轩。", "味轩"],
    ["我那个ip15pro是什么时候买的？", "我刚买了iPhone 15 Pro，花了我八千多。", "iphone15pro"],
    ["IPHONE15", "我刚买了iPhone 15 Pro", "iphone15"],
    ["我的狗几岁", "我养了一只小狗", "狗"],
    ["猫呢", "我家橘猫又捣乱了", "猫"],
    ["火鍋", "我们去吃了火锅", "火锅"],
    ["what are my hobbies", "a hobby of mine is running", "hobbi"],
    ["did I buy shoes", "I bought running shoes", "bui"],
    ["😂", "笑死我了😂😂", "😂"],
    ["o'brien", "Met O’Brien today", "obrien"],
  ])("%s finds %s by %s", (question, stored, token) => {
    expect(shared(question, stored)).toContain(token);
  });

  it.each([
    ["我喜欢什么颜色", "什么都可以"],
    ["在上海吗", "一点也不想去"],
    ["what is it", "it is what the cat did"],
  ])("stop words do not make %s find %s", (question, stored) => {
    expect(shared(question, stored)).toEqual([]);
  });

  it("falls back on stop words when there is nothing else", () => {
    expect(searchTokens("你是谁")).toEqual(["你", "是", "谁"]);
  });

  it("gives nothing for punctuation", () => {
    expect(searchTokens("……！？ --")).toEqual([]);
  });

  it("holds no white space and never fails, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        for (const token of searchTokens(text)) expect(token).toMatch(/^\S+$/u);
      }),
    );
  });
});

describe("keywords", () => {
  it.each([
    ["丁一最近怎么样了？", ["丁一"]],
    ["我女儿的生日是哪天", ["女儿", "生日"]],
    ["我那个ip15pro是什么时候买的？", ["ip15pro", "买"]],
    ["my iPhone 15 Pro", ["iPhone15Pro"]],
    ["我学过什么乐器？", ["学过", "乐器"]],
    ["你还记得我学什么吗", ["学"]],
    ["我养了什么宠物", ["宠物", "养"]],
    ["我姐住哪", ["姐", "住"]],
    ["我弟学什么的", ["弟", "学"]],
    ["徐楠借的钱还清了吗", ["徐楠", "钱", "还清", "借"]],
    ["程亦舟教的是化学", ["程亦舟", "化学", "教"]],
    ["那台落地灯多少钱买的", ["那台", "落地灯", "钱", "买"]],
    ["叫花子和妈祖", ["叫花子", "妈祖"]],
    ["你是谁呀", []],
    ["", []],
  ])("of %s are %j", (text, keywords) => {
    expect(keywordsOf(text)).toEqual(keywords);
  });

  it("puts names first and keeps to the limit", () => {
    expect(keywordsOf("我表哥在成都开火锅店，店名叫渝味轩。", 2)).toEqual(["渝味轩", "成都"]);
  });
});

describe("stems", () => {
  it.each([
    ["run", ["runs", "running", "ran"]],
    ["make", ["makes", "making", "made"]],
    ["hobby", ["hobbies"]],
    ["study", ["studies", "studied", "studying"]],
    ["watch", ["watches", "watched", "watching"]],
    ["call", ["calls", "called", "calling"]],
    ["child", ["children"]],
    ["go", ["went", "gone"]],
    ["buy", ["bought", "buys", "buying"]],
    ["teach", ["taught", "teaches", "teaching"]],
    ["freeze", ["froze", "frozen", "freezing"]],
    ["hide", ["hid", "hidden", "hiding"]],
    ["live", ["lives", "lived", "living"]],
    ["knife", ["knives"]],
    ["goose", ["geese"]],
    ["diagnosis", ["diagnoses"]],
    ["policeman", ["policemen"]],
  ])("of %s are the same in %j", (base, forms) => {
    for (const form of forms) expect(stem(form)).toBe(stem(base));
  });

  it.each(["bus", "this", "glass", "sing", "red", "news"])("%s does not lose what is no ending", (word) => {
    expect(stem(word).length).toBeGreaterThanOrEqual(Math.min(3, word.length));
  });
});

describe("what is of a kind", () => {
  it.each([
    ["宠物", "仓鼠"],
    ["水果", "草莓"],
    ["运动", "游泳"],
    ["乐器", "吉他"],
    ["家人", "妈妈"],
    ["饮料", "奶茶"],
    ["交通工具", "地铁"],
    ["Pets", "cat"],
    ["fruits", "mango"],
    ["instrument", "piano"],
    ["siblings", "sister"],
  ])("%s may have been told as %s, and not the other way round", (kind, member) => {
    expect(narrowerOf(kind)).toContain(member);
    expect(narrowerOf(member)).not.toContain(kind);
  });

  it("is nothing for a word that is no kind", () => {
    expect(narrowerOf("量子力学")).toEqual([]);
    expect(narrowerOf("")).toEqual([]);
  });
});

describe("synonyms", () => {
  it.each([
    ["老妈", "母亲"],
    ["母亲", "妈妈"],
    ["姥姥", "外婆"],
    ["男友", "男朋友"],
    ["Mom", "mother"],
    ["辞职", "离职"],
  ])("%s may be said %s", (word, other) => {
    expect(synonymsOf(word)).toContain(other);
  });

  it("keeps words apart that are only related", () => {
    expect(synonymsOf("手机")).not.toContain("电话");
    expect(synonymsOf("爷爷")).not.toContain("外公");
  });

  it("knows nothing of other words and never gives the word itself", () => {
    expect(synonymsOf("量子力学")).toEqual([]);
    expect(synonymsOf("妈妈")).not.toContain("妈妈");
  });
});
