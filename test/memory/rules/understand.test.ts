import { describe, expect, it } from "vitest";
import { UnderstandingSchema } from "../../../memory/understanding.ts";
import { understand } from "./support.ts";

describe("intent", () => {
  it.each([
    ["早上好！", "greeting"],
    ["晚安～", "greeting"],
    ["谢谢你的建议，朋友！", "greeting"],
    ["小梦，你好呀", "greeting"],
    ["哈哈真可爱", "small_talk"],
    ["嗯嗯", "small_talk"],
    ["今天天气真好", "small_talk"],
    ["明天下午要考试，好紧张。", "share"],
    ["我养了一只猫", "share"],
    ["我去年住在哪里来着？", "ask_memory"],
    ["我叫什么名字", "ask_memory"],
    ["你还记得我妹妹的名字吗", "ask_memory"],
    ["你给我推荐过哪些电影？", "ask_memory"],
    ["丁一最近怎么样了？", "ask_memory"],
    ["在5月2号，我的心情是怎么样的？", "ask_memory"],
    ["我曾经和你分享过一部电影，它的名字是？", "ask_memory"],
    ["关于健康生活，你给了我什么建议？", "ask_memory"],
    ["你能给我一些建议吗", "ask_advice"],
    ["我昨天没睡好，怎么办？", "ask_advice"],
    ["我想向你请教一个问题，怎么缓解压力？", "ask_advice"],
    ["我不喜欢健身，对吗？", "ask_memory"],
    ["今晚我去哪儿锻炼好？", "ask_advice"],
    ["我该给母亲准备什么礼物？", "ask_advice"],
    ["帮我点个喝的吧", "ask_advice"],
    ["你喜欢什么？", "ask_companion"],
    ["你是谁？", "ask_companion"],
    ["什么是量子力学？", "ask_knowledge"],
    ["记住我对花生过敏", "instruct"],
    ["以后叫我小晨吧", "instruct"],
    ["这件事别记下来", "instruct"],
    ["忘掉我的生日", "instruct"],
    ["啊不对，说错了，是5月18号。", "correct"],
    ["Good morning!", "greeting"],
    ["Thanks a lot!", "greeting"],
    ["haha that's cute", "small_talk"],
    ["I had a long day at work.", "share"],
    ["What do I do for a living?", "ask_memory"],
    ["Do you remember my sister's name?", "ask_memory"],
    ["What should I order?", "ask_advice"],
    ["Any suggestions for dinner?", "ask_advice"],
    ["Who are you?", "ask_companion"],
    ["What's the capital of France?", "ask_knowledge"],
    ["Remember that I'm vegan.", "instruct"],
    ["Sorry, I meant May 18.", "correct"],
  ])("%s → %s", (text, intent) => {
    const understanding = understand(text);
    expect(understanding.intent).toBe(intent);
    expect(UnderstandingSchema.safeParse(understanding).success).toBe(true);
  });
});

describe("what needs no memory", () => {
  it.each([
    "早上好！",
    "晚安",
    "哈哈",
    "谢谢",
    "你是谁？",
    "什么是量子力学？",
    "记住我对花生过敏",
    "",
    "。。。",
    "good night",
    "lol",
    "What's the capital of France?",
  ])("looks nothing up: %s", (text) => {
    expect(understand(text)).toMatchObject({ needsMemory: false, memoryQuery: "" });
  });
});

describe("the memory query", () => {
  it.each([
    ["我去年住在哪里来着？", "小伙伴去年住在哪里"],
    ["我前女友叫什么名字？", "小伙伴的前女友叫什么名字"],
    ["你给我推荐过哪些电影？", "我给小伙伴推荐过哪些电影"],
    ["你还记得我妹妹的名字吗", "小伙伴的妹妹的名字"],
    ["我妈喜欢什么？", "小伙伴的妈妈喜欢什么"],
    ["What do I do for a living?", "What does Alex do for a living"],
    ["Do you remember what I like?", "what Alex likes"],
  ])("is told from the companion's view: %s", (text, query) => {
    expect(understand(text).memoryQuery).toBe(query);
  });

  it("has days written out, as memories have them", () => {
    expect(understand("上上周六我去哪儿了？", { at: "2025-05-12T02:00:00Z" }).memoryQuery).toContain(
      "2025年5月3日星期六",
    );
  });

  it("names the user where a plan is told without a subject", () => {
    expect(understand("明天下午要考试").memoryQuery).toContain("小伙伴");
  });

  it("takes from a long input the question and what it is about", () => {
    const { memoryQuery } = understand(
      "好的，我看看这些菜谱，先从基础的菜肴开始练起，慢慢来，不着急。除了做菜，我最近也在看一本有关商业的书，里面提到了一些职场技巧。你有什么好的建议吗？",
    );
    expect(memoryQuery).toContain("商业");
    expect(memoryQuery).not.toContain("菜谱");
  });
});

describe("references", () => {
  it.each([
    ["他那家店叫什么来着？", ["U:周末表哥要来找我玩。", "C:真好！"], "小伙伴的表哥那家店叫什么"],
    ["她最近怎么样？", ["U:我姐姐和我爸今天都来了"], "小伙伴的姐姐最近怎么样"],
    ["它几岁了？", ["U:我家豆豆是只猫"], "小伙伴的猫几岁了"],
    ["What's her job again?", ["U:My cousin Ann is visiting."], "What's Ann's job"],
  ])("are filled in from the history: %s", (text, before, query) => {
    expect(understand(text, { before }).memoryQuery).toBe(query);
  });

  it("fall back to what was spoken of last", () => {
    expect(understand("那家店在哪里？", { before: ["U:昨天我们去了渝味轩吃火锅"] }).memoryQuery).toMatch(
      /渝味轩|火锅/,
    );
  });

  it("ask the last question again of something else", () => {
    const understanding = understand("今天呢？", { before: ["U:昨天中午我吃了什么？", "C:番茄面。"] });
    expect(understanding.intent).toBe("ask_memory");
    expect(understanding.memoryQuery).toContain("吃");
  });

  it("leave 其他 and 吉他 alone", () => {
    expect(understand("我的吉他和其他乐器放哪了？", { before: ["U:表哥来了"] }).memoryQuery).toBe(
      "小伙伴的吉他和其他乐器放哪了",
    );
  });
});

describe("time", () => {
  it("gives a range only where the input asks about a time", () => {
    const asked = understand("我昨天干嘛去了？");
    expect(asked.timeRange).toEqual({
      start: "2025-06-07T16:00:00.000Z",
      end: "2025-06-08T16:00:00.000Z",
      words: "昨天",
    });
    expect(understand("明天下午要考试，好紧张。").timeRange).toBeUndefined();
    expect(understand("今晚我去哪儿锻炼好？").timeRange).toBeUndefined();
    expect(understand("我最近在看什么书？").timeRange).toBeUndefined();
  });

  it("takes a bare date of a question about what was for the last one", () => {
    expect(understand("我8月30号为什么难过？").timeRange?.start).toBe("2024-08-29T16:00:00.000Z");
    expect(understand("8月30号我有什么安排？").timeRange?.start).toBe("2025-08-29T16:00:00.000Z");
  });

  it("does not look for times in titles", () => {
    const { memoryQuery, timeRange } = understand("你推荐过的《明天你好》讲了什么？");
    expect(memoryQuery).toContain("《明天你好》");
    expect(timeRange).toBeUndefined();
  });

  it.each([
    ["我去年住在哪里来着？", true],
    ["我以前喜欢喝什么？", true],
    ["我小时候养过什么？", true],
    ["Where did I live last year?", true],
    ["What did I use to drink? I used to love it.", true],
    ["我住在哪里？", undefined],
    ["我昨天干嘛去了？", undefined],
  ])("sees a question about the past: %s", (text, aboutPast) => {
    expect(understand(text).aboutPast).toBe(aboutPast);
  });
});

describe("key words and collections", () => {
  it("hold the names and things of the question, not its times", () => {
    expect(understand("我那个ip15pro是什么时候买的？").keywords).toContain("ip15pro");
    expect(understand("丁一最近怎么样了？").keywords).toContain("丁一");
    expect(understand("我昨天和丁一去哪了？").keywords).not.toContain("昨天");
  });

  it("add what advice depends on", () => {
    expect(understand("帮我点个喝的吧").keywords).toContain("咖啡");
    expect(understand("今晚我去哪儿锻炼好？").keywords).toEqual(expect.arrayContaining(["健身房", "住"]));
  });

  it("are narrowed only when it is sure", () => {
    expect(understand("我喜欢喝什么？").collections).toBeUndefined();
    expect(understand("你给我推荐过哪些电影？").collections).toEqual(["dialog_logs"]);
    expect(understand("我住在哪里？").collections).toBeUndefined();
  });
});
