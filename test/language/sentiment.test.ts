import { describe, expect, it } from "vitest";
import { FEELINGS, feelingName, readFeeling } from "../../language/sentiment.ts";

describe("the feeling in a text", () => {
  it.each([
    ["今天好开心！", "joy"],
    ["我有点难过", "sadness"],
    ["气死我了", "anger"],
    ["明天要考试，好紧张", "fear"],
    ["累死我了", "tired"],
    ["一个人好孤独", "lonely"],
    ["谢谢你陪我", "grateful"],
    ["我好想家，想念妈妈做的菜", "longing"],
    ["今天嗓子疼，发烧了", "unwell"],
    ["😭😭", "sadness"],
    ["收到了😍", "love"],
    ["我今天去了超市", "neutral"],
    ["", "neutral"],
    ["I'm so happy today", "joy"],
    ["I feel a bit lonely", "lonely"],
    ["I'm worried about the exam", "fear"],
    ["I am looking out of the window", "neutral"],
  ])("of %j is %s", (text, emotion) => {
    expect(readFeeling(text).emotion).toBe(emotion);
  });

  it.each(["我不开心", "今天一点也不高兴", "I'm not happy", "I don't feel happy"])(
    "is turned by negation: %s",
    (text) => {
      expect(readFeeling(text).valence).toBeLessThan(0);
    },
  );

  it.each(["没那么难过了", "我不累", "其实不怎么生气"])(
    "is not unpleasant when the unpleasant is denied: %s",
    (text) => {
      expect(readFeeling(text).valence).toBeGreaterThanOrEqual(0);
    },
  );

  it.each(["别难过", "你开心吗？", "不要担心", "are you happy?", "don't be sad"])(
    "is not told by comfort or a question to the other: %s",
    (text) => {
      expect(readFeeling(text)).toEqual({ emotion: "neutral", valence: 0, strength: 0 });
    },
  );

  it("grows and shrinks with words of degree", () => {
    const faint = readFeeling("有点难过").strength;
    const plain = readFeeling("难过").strength;
    const full = readFeeling("超级难过").strength;
    expect(faint).toBeLessThan(plain);
    expect(plain).toBeLessThan(full);
  });

  it("goes with what follows the but", () => {
    expect(readFeeling("虽然很累，但是很开心").emotion).toBe("joy");
    expect(readFeeling("本来很开心，但是现在很难过").emotion).toBe("sadness");
  });

  it("stays within its ranges", () => {
    const { valence, strength } = readFeeling("开心开心开心太开心了！！！😀😀😀😀");
    expect(strength).toBeLessThanOrEqual(1);
    expect(valence).toBeLessThanOrEqual(1);
  });
});

describe("names of feelings", () => {
  it("are there in both languages, each feeling once", () => {
    expect(new Set(FEELINGS.map(({ emotion }) => emotion)).size).toBe(FEELINGS.length);
    expect(feelingName("joy", "zh")).toBe("开心");
    expect(feelingName("joy", "en")).toBe("happy");
  });

  it("of an unknown feeling is the word itself", () => {
    expect(feelingName("saudade", "zh")).toBe("saudade");
  });
});
