import { describe, expect, it } from "vitest";
import { importantEventsByRules } from "../../../memory/rules/important.ts";
import { NOW } from "./support.ts";

function eventsOf(...texts: string[]) {
  return importantEventsByRules(
    texts.map((userText, at) => ({ id: `d${at}`, userText, said: new Date(NOW) })),
    { timezone: "Asia/Shanghai", nightOwlHour: 4, userName: "小伙伴", companionName: "小梦" },
  );
}

describe("important events", () => {
  it.each([
    ["我上个月结婚了", "marriage"],
    ["我们昨天分手了", "breakup"],
    ["我奶奶昨天去世了", "death"],
    ["我姐姐生了个女儿", "birth"],
    ["我上周搬到杭州了", "move"],
    ["我辞职了", "job"],
    ["我考上研究生了", "study"],
    ["我妈确诊了癌症", "illness"],
    ["I got married last month!", "marriage"],
    ["My grandmother passed away yesterday.", "death"],
    ["We broke up last week.", "breakup"],
  ])("%s → %s", (text, kind) => {
    expect(eventsOf(text)).toMatchObject([{ kind, dialogue: "d0" }]);
  });

  it.each([
    "今天去公园跑步了",
    "我感冒了",
    "明天要考试",
    "我想结婚",
    "我还没结婚",
    "如果我辞职了呢",
    "电影里他们分手了",
    "你结婚了吗？",
    "别记下来，我辞职了",
    "I went for a run.",
    "I want to move to Spain.",
    "Did you get married?",
  ])("are not daily things, wishes and stories: %s", (text) => {
    expect(eventsOf(text)).toEqual([]);
  });

  it("carry the date written out, a summary without it, and the words", () => {
    expect(eventsOf("我奶奶昨天去世了")[0]).toMatchObject({
      content: "小伙伴的奶奶2025年6月8日星期日去世了",
      summary: "小伙伴的奶奶去世了",
      quote: "我奶奶昨天去世了",
      when: { start: "2025-06-07T16:00:00.000Z", grain: "day" },
    });
  });

  it("are there once when told twice", () => {
    expect(eventsOf("我结婚了", "我结婚了！")).toHaveLength(1);
  });
});
