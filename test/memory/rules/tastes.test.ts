import { describe, expect, it } from "vitest";
import { beliefs, contents, extract } from "./support.ts";

describe("tastes of the user", () => {
  it.each([
    ["我喜欢爬山", "user.likes:爬山=likes"],
    ["我并不讨厌刮风，反而挺喜欢听雨声的。", "user.likes:雨声=likes"],
    ["我超级喜欢喝奶茶，每天一杯。", "user.likes:奶茶=likes"],
    ["我最爱吃草莓了", "user.likes:草莓=likes"],
    ["我对历史很感兴趣", "user.likes:历史=likes"],
    ["我的爱好是摄影", "user.likes:摄影=likes"],
    ["我越来越喜欢这座安静的小城", "user.likes:这座安静的小城=likes"],
    ["我不喜欢吃香菜", "user.likes:香菜=dislikes"],
    ["其实我特别讨厌开会", "user.likes:开会=dislikes"],
    ["我受不了榴莲的味道", "user.likes:榴莲的味道=dislikes"],
    ["我不吃辣", "user.likes:辣=dislikes"],
    ["我从小就怕狗", "user.likes:狗=fears"],
    ["我戒烟了", "user.likes:烟=stopped"],
    ["我最喜欢的颜色是蓝色", "user.favorite:颜色=蓝色"],
    ["I love jazz", "user.likes:jazz=likes"],
    ["I'm really into board games", "user.likes:board games=likes"],
    ["I can't stand cilantro", "user.likes:cilantro=dislikes"],
    ["I don't like horror movies", "user.likes:horror movies=dislikes"],
    ["I'm afraid of dogs", "user.likes:dogs=fears"],
    ["I quit smoking", "user.likes:smoking=stopped"],
    ["My favorite color is green", "user.favorite:color=green"],
  ])("%s", (text, belief) => {
    expect(beliefs(extract(text))).toContain(belief);
  });

  it("gives each thing of a list a belief of its own", () => {
    expect(beliefs(extract("我喜欢徒步、长跑、打篮球和攀岩。"))).toEqual([
      "user.likes:徒步=likes",
      "user.likes:长跑=likes",
      "user.likes:篮球=likes",
      "user.likes:攀岩=likes",
    ]);
    expect(beliefs(extract("I like singing, dancing, and photography."))).toEqual([
      "user.likes:singing=likes",
      "user.likes:dancing=likes",
      "user.likes:photography=likes",
    ]);
  });

  it("keeps a phrase with a place in it whole", () => {
    expect(beliefs(extract("我喜欢在海滩、山脉和湖泊附近拍摄"))).toEqual([
      "user.likes:在海滩、山脉和湖泊附近拍摄=likes",
    ]);
  });

  it("says which way a preference goes, and of what sort it is", () => {
    expect(extract("我恨下雨").preferences[0]).toMatchObject({
      polarity: expect.closeTo(-0.96) as number,
      type: "weather",
    });
    expect(extract("我喜欢喝绿茶").preferences[0]).toMatchObject({
      polarity: expect.closeTo(0.8) as number,
      type: "drink",
    });
    expect(extract("I love jazz").preferences[0]).toMatchObject({ type: "music" });
  });

  it("sees a change: the old thing is stopped, the new one liked", () => {
    expect(beliefs(extract("我现在不喝奶茶了，改喝黑咖啡。"))).toEqual([
      "user.likes:奶茶=stopped",
      "user.likes:黑咖啡=likes",
    ]);
    expect(beliefs(extract("I don't drink milk tea anymore, I drink black coffee now."))).toEqual([
      "user.likes:milk tea=stopped",
      "user.likes:black coffee=likes",
    ]);
  });

  it("notes a liking of former times without believing that it holds", () => {
    const extraction = extract("我以前喜欢吃甜的");
    expect(contents(extraction)).toEqual(["小伙伴以前喜欢吃甜的"]);
    expect(beliefs(extraction)).toEqual([]);
    expect(beliefs(extract("I used to love milk tea."))).toEqual([]);
  });

  it("notes habits, with their words of time as they are", () => {
    expect(extract("我每天早上七点起床").preferences[0]).toMatchObject({
      type: "habit",
      content: "小伙伴每天早上七点起床",
    });
    expect(extract("I usually get up at six.").preferences[0]).toMatchObject({
      type: "habit",
      content: "Alex usually gets up at six",
    });
  });

  it.each([
    "喜欢爬山的人都起得早",
    "我喜欢你",
    "我喜欢这样",
    "今天有点烦恼",
    "我会享受生活的美好",
    "I like your idea",
    "I like that",
    "I'd like to hear more",
  ])("is not fooled by: %s", (text) => {
    expect(extract(text).preferences).toEqual([]);
  });
});

describe("tastes of others", () => {
  it.each([
    ["我妈讨厌香菜", "小伙伴的妈妈讨厌香菜", "妈妈.likes:香菜=dislikes"],
    ["我爸最爱喝白酒", "小伙伴的爸爸最爱喝白酒", "爸爸.likes:白酒=likes"],
    ["室友小王喜欢打游戏", "小伙伴的室友小王喜欢打游戏", "小王.likes:游戏=likes"],
    ["我女朋友不吃辣", "小伙伴的女朋友不吃辣", "女朋友.likes:辣=dislikes"],
    ["My mom hates cilantro", "Alex's mother hates cilantro", "mother.likes:cilantro=dislikes"],
    ["My boyfriend loves baseball", "Alex's boyfriend loves baseball", "boyfriend.likes:baseball=likes"],
  ])("are facts about them, not preferences of the user: %s", (text, content, belief) => {
    const extraction = extract(text);
    expect(extraction.preferences).toEqual([]);
    expect(contents(extraction)).toEqual([content]);
    expect(beliefs(extraction)).toEqual([belief]);
  });

  it("takes along what the user says about it", () => {
    expect(contents(extract("我妈特别讨厌香菜，我做饭都不敢放。"))).toEqual([
      "小伙伴的妈妈特别讨厌香菜，小伙伴做饭都不敢放",
    ]);
  });

  it("leaves a stranger's taste alone", () => {
    expect(contents(extract("我知道他喜欢旅游，喜欢尝试新的美食"))).toEqual([]);
  });
});
