import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveTimes } from "../../../language/time/resolve.ts";
import { localTimeOf } from "../../../language/time/zone.ts";
import type { TimeReference } from "../../../language/types.ts";

const shanghai = "Asia/Shanghai";
/** A Wednesday noon. */
const noon: TimeReference = { now: new Date("2025-06-11T12:00:00+08:00"), timezone: shanghai };

const local = (date: Date, timezone = shanghai) =>
  new Date(localTimeOf(date, timezone)).toISOString().slice(0, 16).replace("T", " ");

/** "start..end grain" of each mention, local; midnight is left out. */
function read(text: string, reference: TimeReference = noon): string[] {
  const short = (date: Date) => local(date, reference.timezone).replace(" 00:00", "");
  return resolveTimes(text, reference).map(
    ({ start, end, grain }) => `${short(start)}..${short(end)} ${grain}`,
  );
}

/** Each row: a text and what it holds, said on Wednesday 2025-06-11 at noon. */
type Rows = readonly (readonly [text: string, ...found: string[]])[];

function table(name: string, rows: Rows) {
  it.each(rows.map(([text, ...found]) => [text, found] as const))(`${name}: %s`, (text, found) => {
    expect(read(text)).toEqual(found);
  });
}

describe("days in Chinese", () => {
  table("relative", [
    ["今天真热", "2025-06-11..2025-06-12 day"],
    ["昨天我去了医院", "2025-06-10..2025-06-11 day"],
    ["前天", "2025-06-09..2025-06-10 day"],
    ["大前天", "2025-06-08..2025-06-09 day"],
    ["明天下午要考试", "2025-06-12 12:00..2025-06-12 18:00 daypart"],
    ["后天", "2025-06-13..2025-06-14 day"],
    ["大后天晚上", "2025-06-14 18:00..2025-06-15 daypart"],
    ["今早", "2025-06-11 05:00..2025-06-11 10:00 daypart"],
    ["昨晚", "2025-06-10 18:00..2025-06-11 daypart"],
    ["今晚", "2025-06-11 18:00..2025-06-12 daypart"],
  ]);
  table("dates", [
    ["2025年6月9日", "2025-06-09..2025-06-10 day"],
    ["二零二五年六月九日", "2025-06-09..2025-06-10 day"],
    ["6月9号", "2025-06-09..2025-06-10 day"],
    ["生日是5月18日", "2025-05-18..2025-05-19 day"],
    ["2025-06-09", "2025-06-09..2025-06-10 day"],
    ["２０２５／６／９", "2025-06-09..2025-06-10 day"],
    ["6/9", "2025-06-09..2025-06-10 day"],
    ["9号", "2025-06-09..2025-06-10 day"],
    ["9号要体检", "2025-07-09..2025-07-10 day"],
    ["20号我去了广州", "2025-05-20..2025-05-21 day"],
    ["上个月15号", "2025-05-15..2025-05-16 day"],
    ["星期天，二月十号", "2025-02-10..2025-02-11 day"],
    ["去年12月31号", "2024-12-31..2025-01-01 day"],
  ]);
  table("distances", [
    ["三天前", "2025-06-08..2025-06-09 day"],
    ["5个工作日后", "2025-06-18..2025-06-19 day"],
    ["3天后", "2025-06-14..2025-06-15 day"],
    ["两三天前", "2025-06-08..2025-06-10 day"],
    ["半个月后", "2025-06-26..2025-06-27 day"],
    ["两周前", "2025-05-26..2025-06-02 week"],
    ["三个月后", "2025-09-01..2025-10-01 month"],
    ["十年前", "2015-01-01..2016-01-01 year"],
    ["半年前", "2024-12-01..2025-01-01 month"],
    ["一年半前", "2023-12-01..2024-01-01 month"],
    ["半小时前", "2025-06-11 11:30..2025-06-11 12:30 hour"],
    ["过去三天", "2025-06-08 12:00..2025-06-11 12:00 day"],
    ["三天内", "2025-06-11 12:00..2025-06-14 12:00 day"],
  ]);
  table("traditional and Cantonese", [
    ["後天", "2025-06-13..2025-06-14 day"],
    ["上週三", "2025-06-04..2025-06-05 day"],
    ["聽日下晝三點", "2025-06-12 15:00..2025-06-12 16:00 hour"],
  ]);
});

describe("weeks in Chinese", () => {
  table("", [
    ["上周", "2025-06-02..2025-06-09 week"],
    ["下周三我爸来看我", "2025-06-18..2025-06-19 day"],
    ["上周三", "2025-06-04..2025-06-05 day"],
    ["上上周六我去哪儿了", "2025-05-31..2025-06-01 day"],
    ["这周五", "2025-06-13..2025-06-14 day"],
    ["本周一", "2025-06-09..2025-06-10 day"],
    ["下个礼拜天", "2025-06-22..2025-06-23 day"],
    ["周末", "2025-06-14..2025-06-16 day"],
    ["周末我们去爬山了", "2025-06-07..2025-06-09 day"],
    ["上周末", "2025-06-07..2025-06-09 day"],
    ["下周末", "2025-06-21..2025-06-23 day"],
    ["周五", "2025-06-13..2025-06-14 day"],
    ["周五要考试了", "2025-06-13..2025-06-14 day"],
    ["周五我们去爬山了", "2025-06-06..2025-06-07 day"],
    ["周三我们去爬山了", "2025-06-04..2025-06-05 day"],
    ["从周一到周五", "2025-06-16..2025-06-21 day"],
    ["这周一直在加班", "2025-06-09..2025-06-16 week"],
  ]);
});

describe("lists of days in Chinese", () => {
  table("lean on what was said first", [
    [
      "下周一、周三和周五",
      "2025-06-16..2025-06-17 day",
      "2025-06-18..2025-06-19 day",
      "2025-06-20..2025-06-21 day",
    ],
    ["上周三和周五", "2025-06-04..2025-06-05 day", "2025-06-06..2025-06-07 day"],
    [
      "1月3号、5号和8号",
      "2025-01-03..2025-01-04 day",
      "2025-01-05..2025-01-06 day",
      "2025-01-08..2025-01-09 day",
    ],
    [
      "1月3、5、8日",
      "2025-01-03..2025-01-04 day",
      "2025-01-05..2025-01-06 day",
      "2025-01-08..2025-01-09 day",
    ],
    ["明天八点和十点", "2025-06-12 08:00..2025-06-12 09:00 hour", "2025-06-12 10:00..2025-06-12 11:00 hour"],
    ["今天和明天", "2025-06-11..2025-06-12 day", "2025-06-12..2025-06-13 day"],
  ]);
});

describe("days counted from another day", () => {
  table("", [
    ["国庆后第三天", "2025-10-04..2025-10-05 day"],
    ["今年春节前两天", "2025-01-27..2025-01-29 day"],
    ["中秋前夕", "2025-10-05..2025-10-06 day"],
    ["今年春节后一周", "2025-01-30..2025-02-06 day"],
  ]);
});

describe("months and years in Chinese", () => {
  table("", [
    ["上个月", "2025-05-01..2025-06-01 month"],
    ["下个月", "2025-07-01..2025-08-01 month"],
    ["这个月", "2025-06-01..2025-07-01 month"],
    ["本月中了奖", "2025-06-01..2025-07-01 month"],
    ["月底", "2025-06-25..2025-07-01 week"],
    ["下个月初", "2025-07-01..2025-07-06 week"],
    ["5月", "2025-05-01..2025-06-01 month"],
    ["去年3月", "2024-03-01..2024-04-01 month"],
    ["2019年", "2019-01-01..2020-01-01 year"],
    ["98年出生", "1998-01-01..1999-01-01 year"],
    ["去年", "2024-01-01..2025-01-01 year"],
    ["前年", "2023-01-01..2024-01-01 year"],
    ["明年五月", "2026-05-01..2026-06-01 month"],
    ["明年上半年", "2026-01-01..2026-07-01 season"],
    ["上半年", "2025-01-01..2025-07-01 season"],
    ["最近三个月", "2025-03-11 12:00..2025-06-11 12:00 month"],
    ["2月30日", "2025-02-01..2025-03-01 month"],
    ["2026年2月29日", "2026-02-01..2026-03-01 month"],
    ["2028年2月29日", "2028-02-29..2028-03-01 day"],
    ["去年夏天", "2024-06-01..2024-09-01 season"],
    ["今年年底", "2025-11-01..2026-01-01 season"],
    ["80年代", "1980-01-01..1990-01-01 year"],
  ]);
});

describe("clock times in Chinese", () => {
  table("", [
    ["上午九点", "2025-06-11 09:00..2025-06-11 10:00 hour"],
    ["下午3点20分", "2025-06-11 15:20..2025-06-11 15:21 minute"],
    ["晚上8点半", "2025-06-11 20:30..2025-06-11 20:31 minute"],
    ["昨晚两点", "2025-06-11 02:00..2025-06-11 03:00 hour"],
    ["晚上12点", "2025-06-12..2025-06-12 01:00 hour"],
    ["中午12点半", "2025-06-11 12:30..2025-06-11 12:31 minute"],
    ["明早八点的飞机", "2025-06-12 08:00..2025-06-12 09:00 hour"],
    ["明天三点", "2025-06-12 15:00..2025-06-12 16:00 hour"],
    ["明天九点", "2025-06-12 09:00..2025-06-12 10:00 hour"],
    ["15:37", "2025-06-11 15:37..2025-06-11 15:38 minute"],
    ["三点见", "2025-06-11 15:00..2025-06-11 16:00 hour"],
    ["下午1点到3点", "2025-06-11 13:00..2025-06-11 15:00 hour"],
    ["八点一刻", "2025-06-11 20:15..2025-06-11 20:16 minute"],
    ["八点一起去", "2025-06-11 20:00..2025-06-11 21:00 hour"],
    ["下午三点三", "2025-06-11 15:15..2025-06-11 15:16 minute"],
    ["差五分八点", "2025-06-11 19:55..2025-06-11 19:56 minute"],
    ["下午差一刻三点", "2025-06-11 14:45..2025-06-11 14:46 minute"],
    ["明天八点差五分", "2025-06-12 07:55..2025-06-12 07:56 minute"],
    ["差五分一点", "2025-06-11 12:55..2025-06-11 12:56 minute"],
    ["晚上11点到凌晨2点", "2025-06-11 23:00..2025-06-12 02:00 hour"],
  ]);
});

describe("festivals and the lunar calendar", () => {
  table("", [
    ["今年中秋我要回老家", "2025-10-06..2025-10-07 day"],
    ["去年春节", "2024-02-10..2024-02-11 day"],
    ["除夕", "2026-02-16..2026-02-17 day"],
    ["元宵节", "2026-03-03..2026-03-04 day"],
    ["端午去了外婆家", "2025-05-31..2025-06-01 day"],
    ["国庆", "2025-10-01..2025-10-02 day"],
    ["元旦", "2026-01-01..2026-01-02 day"],
    ["圣诞节", "2025-12-25..2025-12-26 day"],
    ["清明节", "2026-04-05..2026-04-06 day"],
    ["八月十五", "2025-10-06..2025-10-07 day"],
    ["九月九", "2025-10-29..2025-10-30 day"],
    ["九月九日", "2025-09-09..2025-09-10 day"],
    ["闰二月", "2023-03-22..2023-04-20 month"],
    ["龙年", "2024-02-10..2025-01-29 year"],
    ["甲辰年春节", "2024-02-10..2024-02-11 day"],
    ["农历正月初三", "2025-01-31..2025-02-01 day"],
    ["2020年闰四月", "2020-05-23..2020-06-21 month"],
    ["今年母亲节", "2025-05-11..2025-05-12 day"],
  ]);
});

describe("English", () => {
  table("", [
    ["I'll see Sam tomorrow at 9am", "2025-06-12 09:00..2025-06-12 10:00 hour"],
    ["9am on Monday", "2025-06-16 09:00..2025-06-16 10:00 hour"],
    ["yesterday", "2025-06-10..2025-06-11 day"],
    ["the day after tomorrow", "2025-06-13..2025-06-14 day"],
    ["tonight", "2025-06-11 18:00..2025-06-12 daypart"],
    ["we met last Friday", "2025-06-06..2025-06-07 day"],
    ["next Wednesday", "2025-06-18..2025-06-19 day"],
    ["we went there on Friday", "2025-06-06..2025-06-07 day"],
    ["I need to call him on Friday", "2025-06-13..2025-06-14 day"],
    ["see you Friday", "2025-06-13..2025-06-14 day"],
    ["in 3 days", "2025-06-14..2025-06-15 day"],
    ["two weeks ago", "2025-05-26..2025-06-02 week"],
    ["a couple of days ago", "2025-06-09..2025-06-10 day"],
    ["last month", "2025-05-01..2025-06-01 month"],
    ["next month on the 5th", "2025-07-05..2025-07-06 day"],
    ["on June 9", "2025-06-09..2025-06-10 day"],
    ["March 5th, 2024", "2024-03-05..2024-03-06 day"],
    ["Monday, 9 June 2025, 3:20 pm", "2025-06-09 15:20..2025-06-09 15:21 minute"],
    ["2025-06-09", "2025-06-09..2025-06-10 day"],
    ["this weekend", "2025-06-14..2025-06-16 day"],
    ["last summer", "2024-06-01..2024-09-01 season"],
    ["in 2019", "2019-01-01..2020-01-01 year"],
    ["by the end of the month", "2025-06-21..2025-07-01 week"],
    ["end of next week", "2025-06-20..2025-06-23 week"],
    ["mid December", "2025-12-11..2025-12-21 week"],
    ["early next year", "2026-01-01..2026-03-01 season"],
    ["the first Monday of September", "2025-09-01..2025-09-02 day"],
    ["the last Friday of the month", "2025-06-27..2025-06-28 day"],
    ["the third quarter of 2024", "2024-07-01..2024-10-01 season"],
    ["Q3 2024", "2024-07-01..2024-10-01 season"],
    ["last quarter", "2025-01-01..2025-04-01 season"],
    ["the 1990s", "1990-01-01..2000-01-01 year"],
    ["the eighties", "1980-01-01..1990-01-01 year"],
    ["in the 20th century", "1900-01-01..2000-01-01 year"],
    ["the week after next", "2025-06-23..2025-06-30 week"],
    ["quarter past eight", "2025-06-11 20:15..2025-06-11 20:16 minute"],
    ["tomorrow at half past seven", "2025-06-12 07:30..2025-06-12 07:31 minute"],
    ["ten to nine", "2025-06-11 20:50..2025-06-11 20:51 minute"],
    ["between 3 and 5pm", "2025-06-11 15:00..2025-06-11 17:00 hour"],
    ["tomorrow, 10 to 2 pm", "2025-06-12 10:00..2025-06-12 14:00 hour"],
    ["two and a half hours ago", "2025-06-11 09:30..2025-06-11 10:30 hour"],
    ["an hour and a half ago", "2025-06-11 10:30..2025-06-11 11:30 hour"],
    ["twenty minutes ago", "2025-06-11 11:40..2025-06-11 11:41 minute"],
    ["from 9am to 5pm tomorrow", "2025-06-12 09:00..2025-06-12 17:00 hour"],
  ]);

  it.each([
    "I may ask",
    "we will march on",
    "the sun sat low",
    "the second time",
    "May I?",
    "one of two",
    "every Friday",
    "late for work",
    "the 4th quarter",
    "the last one",
    "half the people",
    "5 to 6 people",
  ])("is not fooled by %j", (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe("words that only look like times", () => {
  it.each([
    ...[
      "十亿年前",
      "我住在上海",
      "周三多的管理学",
      "一点也不想加班",
      "三点建议",
      "我有三点想说",
      "三点水旁",
      "五月天的歌",
      "5号病房3号床",
      "一日三餐",
      "一个季度结一次账",
      "想当年",
      "三点一线",
      "星期天天见",
      "一天到晚",
      "有一天",
    ],
    ...[
      "天天",
      "星期几",
      "几号",
      "每周三晚上开会",
      "每天早上八点",
      "那天晚上",
      "一周一次",
      "周日程表",
      "电话13800138000",
    ],
    ...[
      "我住3号楼",
      "3.5公里",
      "早点睡",
      "差一点",
      "小雪是我朋友",
      "吃元宵",
      "90后",
      "13月",
      "考了98分",
      "3/4的人",
    ],
  ])("%s", (text) => {
    expect(read(text)).toEqual([]);
  });

  it("do not hide the time beside them", () => {
    expect(read("今天星期几")).toEqual(["2025-06-11..2025-06-12 day"]);
    expect(read("今天天气不错")).toEqual(["2025-06-11..2025-06-12 day"]);
  });
});

describe("the night-owl hour", () => {
  const night: TimeReference = { now: new Date("2025-06-10T01:30:00+08:00"), timezone: shanghai };

  it.each([
    ["今天好累", "2025-06-09..2025-06-10 day"],
    ["昨天", "2025-06-08..2025-06-09 day"],
    ["今晚", "2025-06-09 18:00..2025-06-10 daypart"],
    ["睡不着，明天上午九点还要面试", "2025-06-10 09:00..2025-06-10 10:00 hour"],
  ])("keeps the day before alive: %s", (text, found) => {
    expect(read(text, night)).toEqual([found]);
  });

  it.each([
    ["今天早上八点", "2025-06-10 08:00..2025-06-10 09:00 hour"],
    ["早上八点", "2025-06-10 08:00..2025-06-10 09:00 hour"],
    ["today at 8am", "2025-06-10 08:00..2025-06-10 09:00 hour"],
    ["今天早上八点我就起来了", "2025-06-09 08:00..2025-06-09 09:00 hour"],
    ["今天下午三点要开会", "2025-06-10 15:00..2025-06-10 16:00 hour"],
    ["今天下午三点", "2025-06-09 15:00..2025-06-09 16:00 hour"],
    ["今天凌晨一点", "2025-06-10 01:00..2025-06-10 02:00 hour"],
    ["凌晨三点", "2025-06-10 03:00..2025-06-10 04:00 hour"],
    ["今晚三点要起来看球", "2025-06-10 03:00..2025-06-10 04:00 hour"],
    ["今晚八点要开会", "2025-06-10 20:00..2025-06-10 21:00 hour"],
    ["2025年6月9日早上八点", "2025-06-09 08:00..2025-06-09 09:00 hour"],
  ])("knows which hours of today lie ahead: %s", (text, found) => {
    expect(read(text, night)).toEqual([found]);
  });

  it("is a setting", () => {
    expect(read("今天", { ...night, nightOwlHour: 0 })).toEqual(["2025-06-10..2025-06-11 day"]);
  });

  it("is over at its hour", () => {
    const four = { now: new Date("2025-06-10T04:00:00+08:00"), timezone: shanghai };
    expect(read("今天", four)).toEqual(["2025-06-10..2025-06-11 day"]);
  });
});

describe("a mention", () => {
  it("tells its words and where they stand, in order", () => {
    const text = "昨天下雨，下周三😂再去";
    const mentions = resolveTimes(text, noon);
    expect(mentions.map((mention) => mention.text)).toEqual(["昨天", "下周三"]);
    for (const { index, text: words } of mentions)
      expect(text.slice(index, index + words.length)).toBe(words);
  });

  it("tells where the speaker looks", () => {
    const directions = (text: string) => resolveTimes(text, noon).map(({ direction }) => direction);
    expect(directions("昨天")).toEqual(["past"]);
    expect(directions("明天")).toEqual(["future"]);
    expect(directions("今天")).toEqual(["none"]);
    expect(directions("2019年")).toEqual(["none"]);
  });

  it("says when another reading is possible, and only then", () => {
    const ambiguous = (text: string) => resolveTimes(text, noon)[0]?.ambiguous;
    expect(ambiguous("周五")).toBeDefined();
    expect(ambiguous("明天三点")).toBeDefined();
    expect(ambiguous("最近")).toBeDefined();
    expect(ambiguous("周五要考试")).toBeUndefined();
    expect(ambiguous("明天下午三点")).toBeUndefined();
  });

  it("says which side is open", () => {
    const [after] = resolveTimes("今晚八点以后", noon);
    expect(after).toMatchObject({ open: "end", start: new Date("2025-06-11T20:00:00+08:00") });
    const [before] = resolveTimes("2019年以前", noon);
    expect(before).toMatchObject({ open: "start", end: new Date("2019-01-01T00:00:00+08:00") });
  });

  it("keeps the clock of the place across a change of daylight saving", () => {
    const eve: TimeReference = { now: new Date("2025-03-09T04:30:00Z"), timezone: "America/New_York" };
    expect(resolveTimes("Tomorrow at 9am I'm meeting Sam.", eve)[0]?.start).toEqual(
      new Date("2025-03-09T13:00:00Z"),
    );
  });
});

describe("any text", () => {
  const pieces = "今明昨后天上下周个月年前三五十12:点半号日末晚早到的，- amtodayfrilaston/".split("");

  it("gives ordered mentions that do not overlap, each with an end after its start", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 25 }), (characters) => {
        const text = characters.join("");
        let reached = 0;
        for (const { index, text: words, start, end } of resolveTimes(text, noon)) {
          expect(index).toBeGreaterThanOrEqual(reached);
          expect(words.length).toBeGreaterThan(0);
          expect(text.slice(index, index + words.length)).toBe(words);
          expect(end.getTime()).toBeGreaterThan(start.getTime());
          reached = index + words.length;
        }
      }),
      { numRuns: 2000 },
    );
  });
});
