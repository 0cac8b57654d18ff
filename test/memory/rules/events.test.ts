import { describe, expect, it } from "vitest";
import { contents, dayOf, extract } from "./support.ts";

describe("dated plans", () => {
  it("writes the date out, keeps the interval and comes into focus", () => {
    const extraction = extract("明天下午要考试，好紧张。");
    expect(contents(extraction)).toEqual(["小伙伴2025年6月10日星期二下午要考试"]);
    expect(dayOf(extraction)).toBe("2025-06-10");
    expect(extraction.focus).toHaveLength(1);
    const [focus] = extraction.focus;
    expect(focus?.keywords).toContain("考试");
    expect(Date.parse(focus?.expires ?? "")).toBeGreaterThan(Date.parse(focus?.when.end ?? ""));
  });

  it.each([
    ["睡不着，明天上午九点还要面试。", "2025-06-09T17:30:00Z", "2025-06-10"],
    ["我今天要去拔牙。", "2025-06-09T23:30:00Z", "2025-06-10"],
    ["下周三我爸来看我。", "2025-06-11T04:00:00Z", "2025-06-18"],
    ["今年中秋我要回老家看奶奶。", "2025-09-20T04:00:00Z", "2025-10-06"],
    ["我周五有个面试", "2025-06-09T07:20:00Z", "2025-06-13"],
    ["后天要交论文", "2025-06-09T07:20:00Z", "2025-06-11"],
    ["周末表哥要来找我玩", "2025-06-09T07:20:00Z", "2025-06-14"],
    ["I have an exam tomorrow afternoon.", "2025-06-09T07:20:00Z", "2025-06-10"],
    ["My dad is visiting me next Wednesday.", "2025-06-11T04:00:00Z", "2025-06-18"],
  ])("%s", (text, at, day) => {
    const extraction = extract(text, { at });
    expect(dayOf(extraction)).toBe(day);
    expect(extraction.focus.length).toBeGreaterThan(0);
  });

  it("keeps to the user's timezone over a clock change", () => {
    const extraction = extract("Tomorrow at 9am I'm meeting Sam.", {
      at: "2025-03-09T04:30:00Z",
      timezone: "America/New_York",
    });
    expect(extraction.facts[0]?.when?.start).toBe("2025-03-09T13:00:00.000Z");
    expect(contents(extraction)[0]).toContain("9 March 2025");
  });

  it("takes the day from the clause before", () => {
    expect(dayOf(extract("今天是星期一，我准备去看电影。"))).toBe("2025-06-09");
  });

  it("notes what is far away without bringing it into focus", () => {
    const extraction = extract("老妈下个月过六十大寿。", { at: "2025-05-03T02:00:00Z" });
    expect(contents(extraction)).toEqual(["小伙伴的妈妈2025年6月过六十大寿"]);
    expect(extraction.focus).toEqual([]);
  });

  it("notes plans that have no date", () => {
    expect(contents(extract("我最近打算去攀登华山"))).toEqual(["小伙伴打算去攀登华山"]);
    expect(contents(extract("I'm planning to visit Iceland."))).toEqual([
      "Alex is planning to visit Iceland",
    ]);
    expect(contents(extract("我在学吉他"))).toEqual(["小伙伴在学吉他"]);
  });

  it("names the festival beside its date", () => {
    expect(contents(extract("今年中秋我要回老家看奶奶。"))[0]).toContain("（中秋）");
  });
});

describe("things that happened", () => {
  it.each([
    ["今天去植物园看了郁金香。", "小伙伴2025年6月9日星期一去植物园看了郁金香"],
    ["今天在家看了一天书。", "小伙伴2025年6月9日星期一在家看了一天书"],
    ["昨天我和同事打了羽毛球", "小伙伴2025年6月8日星期日和同事打了羽毛球"],
    [
      "Yesterday I went to the botanical garden with Tom.",
      "Alex went to the botanical garden with Tom (Sunday, 8 June 2025)",
    ],
  ])("%s", (text, content) => {
    const extraction = extract(text);
    expect(contents(extraction)).toEqual([content]);
    expect(extraction.facts[0]?.when).toBeDefined();
    expect(extraction.focus).toEqual([]);
  });

  it.each([
    "我结婚了",
    "我奶奶昨天去世了",
    "我考上研究生了！",
    "我上个月辞职了",
    "我们分手了",
    "My grandmother passed away yesterday.",
    "I got married last month!",
    "My sister is pregnant.",
  ])("sees a possible major event: %s", (text) => {
    const extraction = extract(text);
    expect(extraction.dialogue.possibleMajorEvent).toBe(true);
    expect(extraction.dialogue.importance).toBe(0.9);
    expect(contents(extraction)).toHaveLength(1);
  });
});

describe("passing states", () => {
  it("are dated to the days they last and leave focus by themselves", () => {
    const extraction = extract("我感冒了，这几天嗓子疼。");
    expect(extraction.facts).toHaveLength(1);
    const [fact] = extraction.facts;
    expect(fact?.content).toContain("小伙伴2025年6月9日星期一感冒了");
    expect(fact?.content).toContain("嗓子疼");
    const days = (Date.parse(fact?.when?.end ?? "") - Date.parse(fact?.when?.start ?? "")) / 86_400_000;
    expect(days).toBe(7);
    expect(extraction.focus[0]?.expires).toBe(fact?.when?.end);
  });

  it.each([
    "我发烧了",
    "我这两天头疼",
    "我把脚扭伤了",
    "I have a cold and a sore throat.",
    "I broke my leg.",
  ])("%s", (text) => {
    const extraction = extract(text);
    expect(extraction.facts[0]?.when).toBeDefined();
    expect(extraction.focus).toHaveLength(1);
  });

  it.each(["我感冒好了", "我已经退烧了", "怎么预防感冒"])("are not begun by: %s", (text) => {
    expect(extract(text).focus).toEqual([]);
  });
});
