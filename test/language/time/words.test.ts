import { describe, expect, it } from "vitest";
import { agoInWords, dateInWords, dayPartOf, timeInWords } from "../../../language/time/words.ts";

const shanghai = "Asia/Shanghai";
const at = (local: string) => new Date(`${local}+08:00`);

describe("a time in words", () => {
  it.each([
    ["2025-06-09T15:20:00", "2025年6月9日星期一下午3点20分", "Monday, 9 June 2025, 3:20 pm"],
    ["2025-06-09T05:00:00", "2025年6月9日星期一上午5点", "Monday, 9 June 2025, 5:00 am"],
    ["2025-06-09T04:59:00", "2025年6月9日星期一深夜4点59分", "Monday, 9 June 2025, 4:59 am"],
    ["2025-06-09T12:05:00", "2025年6月9日星期一中午12点5分", "Monday, 9 June 2025, 12:05 pm"],
    ["2025-06-09T13:59:00", "2025年6月9日星期一中午1点59分", "Monday, 9 June 2025, 1:59 pm"],
    ["2025-06-09T18:00:00", "2025年6月9日星期一晚上6点", "Monday, 9 June 2025, 6:00 pm"],
    ["2025-06-09T22:30:00", "2025年6月9日星期一深夜10点30分", "Monday, 9 June 2025, 10:30 pm"],
    ["2025-06-08T00:01:00", "2025年6月8日星期日深夜0点1分", "Sunday, 8 June 2025, 12:01 am"],
  ])("%s", (local, zh, en) => {
    expect(timeInWords(at(local), shanghai, "zh")).toBe(zh);
    expect(timeInWords(at(local), shanghai, "en")).toBe(en);
  });

  it("is that of the user's place", () => {
    expect(dateInWords(new Date("2025-06-09T20:00:00Z"), shanghai, "zh")).toBe("2025年6月10日星期二");
    expect(dateInWords(new Date("2025-06-09T20:00:00Z"), "UTC", "en")).toBe("Monday, 9 June 2025");
  });

  it.each([
    [4, "深夜"],
    [5, "上午"],
    [11, "上午"],
    [12, "中午"],
    [14, "下午"],
    [18, "晚上"],
    [22, "深夜"],
  ])("hour %i belongs to %s", (hour, part) => {
    expect(dayPartOf(hour)).toBe(part);
  });
});

describe("a distance in words", () => {
  const now = at("2025-06-11T09:00:00");

  it.each([
    ["2025-06-11T23:59:00", "今天", "today"],
    ["2025-06-10T23:59:00", "昨天", "yesterday"],
    ["2025-06-09T00:00:00", "前天", "2 days ago"],
    ["2025-06-08T12:00:00", "3天前", "3 days ago"],
    ["2025-05-28T12:00:00", "两周前", "2 weeks ago"],
    ["2025-04-11T12:00:00", "两个月前", "2 months ago"],
    ["2025-05-12T12:00:00", "4周前", "4 weeks ago"],
    ["2024-06-11T12:00:00", "1年前", "1 year ago"],
    ["2025-06-12T00:00:00", "明天", "tomorrow"],
    ["2025-06-14T00:00:00", "3天后", "in 3 days"],
    ["2025-07-11T12:00:00", "1个月后", "in 1 month"],
  ])("to %s is %s", (local, zh, en) => {
    expect(agoInWords(at(local), now, shanghai, "zh")).toBe(zh);
    expect(agoInWords(at(local), now, shanghai, "en")).toBe(en);
  });
});
