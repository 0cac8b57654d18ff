import { describe, expect, it } from "vitest";
import { contents, extract, profile } from "./support.ts";

/** Sentences that say nothing of the user's own life, by the reason why. */
const SILENT: Readonly<Record<string, readonly string[]>> = {
  question: [
    "喜欢早起的人是不是都睡得很早？",
    "你喜欢什么？",
    "我是不是对花生过敏？",
    "你猜我喜欢吃什么",
    "你还记得我住在哪里吗",
    "我不喜欢健身，对吗？",
    "谁说我喜欢你了",
    "What music do you like?",
    "Do you remember that I love jazz?",
    "Am I allergic to peanuts?",
    "People who love hiking get up early, right?",
  ],
  wish: [
    "我要是喜欢香菜就好了",
    "我要是会说法语就好了。",
    "真希望我住在海边",
    "要是能养一只猫，该多好",
    "I wish I could play the piano.",
    "If only I lived in Paris.",
    "I hope I get a dog.",
  ],
  supposition: [
    "如果我有钱，我就买一辆车",
    "假如我是医生，我就不熬夜",
    "万一我对虾过敏，怎么办",
    "If I were a doctor, I would sleep more.",
    "Suppose I live in Tokyo.",
    "Even if I moved to Berlin, I'd miss this.",
  ],
  quotation: [
    "电视剧里有个人说“我讨厌下雪天”，然后走了。",
    "他在信里写：“我住在巴黎，我是画家。”",
    "歌里唱「我爱上海」",
    'In the film she said "I hate snow" and left.',
    'The sign read "I love New York".',
    'He shouted "I quit my job"!',
  ],
  "other people's words": [
    "他说他喜欢我",
    "朋友说我很喜欢吃辣",
    "听说我们老板住在郊区",
    "He said he loves jazz.",
    "People say I am a doctor.",
    "She thinks I like tea.",
  ],
  negation: [
    "我并不讨厌下雨。",
    "我没有不喜欢香菜",
    "我不怕打雷，也不讨厌打雷",
    "I don't hate rain.",
    "I don't mind the snow.",
    "I never disliked cats.",
  ],
  request: [
    "别推荐有花生的东西",
    "给我讲个关于猫的故事",
    "推荐一部爱情电影吧",
    "Tell me about cats.",
    "Please recommend a film.",
    "Help me pick a gift.",
  ],
  courtesy: [
    "哈哈真可爱",
    "好的，谢谢你的建议，我会去试试。",
    "你好，今天我又来和你聊天啦！",
    "我们明天再聊",
    "Thank you, I will try that.",
    "Good night, talk to you tomorrow.",
    "haha that's cute",
  ],
  "look of a date": [
    "我一点也不想动，周三多的书看得我头疼。",
    "今天天气真好",
    "今天心情不太好",
    "今天就到这里吧",
    "Today is Monday.",
    "today work went smoothly",
  ],
};

describe.each(Object.entries(SILENT))("%s", (_kind, sentences) => {
  it.each(sentences)("gives nothing: %s", (sentence) => {
    const extraction = extract(sentence);
    expect(contents(extraction)).toEqual([]);
    expect(profile(extraction)).toEqual([]);
    expect(extraction.focus).toEqual([]);
  });
});

describe("role play", () => {
  it.each([
    ["我们来演戏吧，我是一个五百岁的吸血鬼，住在古堡里。", []],
    ["本伯爵只喝红酒。", ["U:我们来演戏吧，我是一个吸血鬼。", "C:好呀，伯爵大人。"]],
    ["我住在月亮上，我讨厌太阳。", ["U:玩角色扮演吗？我演嫦娥", "C:好。"]],
    ["I live in a castle.", ["U:Let's role-play, I'm a vampire.", "C:Sure."]],
  ])("keeps nothing of the part played: %s", (text, before) => {
    expect(contents(extract(text, { before }))).toEqual([]);
  });

  it("ends when the user ends it", () => {
    const before = ["U:我们来演戏吧，我是吸血鬼。", "C:好呀。", "U:不演了", "C:好。"];
    expect(contents(extract("我住在上海。", { before }))).toEqual(["小伙伴住在上海"]);
  });
});

describe("the companion's words", () => {
  it("are never a source", () => {
    const extraction = extract("中午吃什么好？", {
      companionText: "我记得你对花生过敏，那就别吃宫保鸡丁了。我最喜欢草莓冰淇淋。",
    });
    expect(contents(extraction)).toEqual([]);
  });

  it("give nothing when only the companion spoke", () => {
    expect(contents(extract("", { companionText: "我住在云里，我喜欢爵士乐。" }))).toEqual([]);
  });
});

describe("a statement beside another mood", () => {
  it.each([
    ["我对花生过敏，你还记得吗？", "小伙伴对花生过敏"],
    ["我最近在学吉他，你觉得难吗？", "小伙伴在学吉他"],
    ["如果没记错的话，我住在上海", "小伙伴住在上海"],
    ["你知道我喜欢摄影，那里有什么好拍的吗？", "小伙伴喜欢摄影"],
    ["I live in Boston, do you know it?", "Alex lives in Boston"],
  ])("is still read: %s", (text, content) => {
    expect(contents(extract(text))).toContain(content);
  });
});
