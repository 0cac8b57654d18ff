/** Dates in what the manager saves, whatever a model wrote. The turn was said on Monday, 9 June 2025, at 15:20 in Shanghai. */
import { describe, expect, it } from "vitest";
import { withDates } from "../../../memory/manager/dates.ts";

function dated(
  text: string,
  userText = text,
  said = "2025-06-09T15:20:00+08:00",
  timezone = "Asia/Shanghai",
) {
  return withDates(text, {
    userText,
    companionText: "",
    before: [],
    timezone,
    said: new Date(said),
    nightOwlHour: 4,
    userName: "小伙伴",
    companionName: "小梦",
  });
}

describe("a time that leans on today", () => {
  it.each([
    ["明天下午要考试", "2025年6月10日星期二下午要考试"],
    ["后天去体检", "2025年6月11日星期三去体检"],
    ["昨天看了电影", "2025年6月8日星期日看了电影"],
    ["下周三交论文", "2025年6月18日星期三交论文"],
    ["今晚和朋友吃饭", "2025年6月9日星期一晚上和朋友吃饭"],
    ["三天后出差", "2025年6月12日星期四出差"],
    ["去年搬到杭州", "2024年搬到杭州"],
  ])("%s becomes %s", (text, expected) => {
    expect(dated(text).text).toBe(expected);
  });

  it("becomes a date in English too", () => {
    expect(dated("exam tomorrow afternoon").text).toMatch(/exam .*10 June 2025.*afternoon/);
    expect(dated("exam tomorrow afternoon").text).not.toContain("tomorrow");
  });

  it("is of the user's day: at half past one at night 今晚 is still yesterday's, and New York has another day than Shanghai", () => {
    expect(dated("今晚睡不着", "今晚睡不着", "2025-06-10T01:30:00+08:00").text).toContain("2025年6月9日");
    expect(dated("明天考试", "明天考试", "2025-06-10T02:00:00Z", "America/New_York").text).toContain(
      "2025年6月10日",
    );
  });

  it("gives the moment with it", () => {
    expect(dated("明天下午要考试").when).toMatchObject({
      start: "2025-06-10T04:00:00.000Z",
      grain: "daypart",
    });
  });
});

describe("a date that the model worked out wrongly", () => {
  it.each([
    ["2025年6月12日下午考试", "明天下午要考试", "2025年6月10日星期二下午考试"],
    ["2024年6月10日考试", "明天要考试", "2025年6月10日星期二考试"],
    ["下周二考试", "明天要考试", "2025年6月10日星期二考试"],
  ])("%s, of %s, becomes %s", (text, userText, expected) => {
    expect(dated(text, userText).text).toBe(expected);
  });

  it("that is right stays as it was written", () => {
    expect(dated("2025年6月10日下午考试", "明天下午要考试").text).toBe("2025年6月10日下午考试");
  });
});

describe("what is no date to write out", () => {
  it.each([
    ["5月3日", "我的生日是5月3日"],
    ["每天早上8点上班", "我每天早上8点上班"],
    ["最近在学吉他", "我最近在学吉他"],
    ["喜欢周杰伦", "我喜欢周杰伦"],
    ["养了两只猫", "我养了两只猫"],
    ["一点也不怕辣", "我一点也不怕辣"],
    ["", "明天考试"],
  ])("%s stays", (text, userText) => {
    expect(dated(text, userText)).toEqual(expect.objectContaining({ text }));
  });
});
