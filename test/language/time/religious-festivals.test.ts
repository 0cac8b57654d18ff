import { describe, expect, it } from "vitest";
import { FESTIVALS_ZH } from "../../../language/time/festivals.ts";
import { easter, orthodoxEaster } from "../../../language/time/religious-festivals.ts";
import { resolveTimes } from "../../../language/time/resolve.ts";
import { DAY } from "../../../language/time/zone.ts";

const iso = (local: number) => new Date(local).toISOString().slice(0, 10);

/** First and last day of a festival in a year, one where they are the same. */
function daysOf(name: string, year: number): string | undefined {
  const span = FESTIVALS_ZH.get(name)?.(year);
  if (span === undefined) return undefined;
  const [first, last] = [iso(span.start), iso(span.end - DAY)];
  return first === last ? first : `${first}..${last}`;
}

function table(rows: readonly (readonly [name: string, days: string])[]): void {
  it.each(rows)("%s is on %s", (name, days) => {
    expect(daysOf(name, Number(days.slice(0, 4)))).toBe(days);
  });
}

describe("Easter", () => {
  it.each([
    "1961-04-02",
    "2000-04-23",
    "2008-03-23",
    "2011-04-24",
    "2016-03-27",
    "2019-04-21",
    "2024-03-31",
    "2025-04-20",
    "2026-04-05",
    "2038-04-25",
  ])("western is %s", (day) => {
    expect(iso(easter(Number(day.slice(0, 4))))).toBe(day);
  });

  it.each([
    "2000-04-30",
    "2008-04-27",
    "2010-04-04",
    "2013-05-05",
    "2016-05-01",
    "2019-04-28",
    "2021-05-02",
    "2024-05-05",
    "2025-04-20",
    "2026-04-12",
  ])("orthodox is %s", (day) => {
    expect(iso(orthodoxEaster(Number(day.slice(0, 4))))).toBe(day);
  });
});

describe("Christian feasts", () => {
  table([
    ["忏悔节", "2013-02-12"],
    ["忏悔火曜日", "2025-03-04"],
    ["大斋首日", "2024-02-14"],
    ["圣灰星期三", "2026-02-18"],
    ["大斋期", "2018-02-14..2018-03-31"],
    ["棕枝主日", "2024-03-24"],
    ["濯足节", "2023-04-06"],
    ["耶稣受难日", "2025-04-18"],
    ["圣周六", "2013-03-30"],
    ["复活节星期一", "2013-04-01"],
    ["耶稣升天节", "2024-05-09"],
    ["圣灵降临节", "2022-06-05"],
    ["圣灵节庆日", "2013-05-20"],
    ["圣三主日", "2025-06-15"],
    ["基督圣体节", "2024-05-30"],
    ["圣母升天节", "2024-08-15"],
    ["诸圣节", "2024-11-01"],
    ["主显节", "2025-01-06"],
    ["东正教棕枝主日", "2013-04-28"],
    ["东正教圣周五", "2024-05-03"],
    ["东正教复活节星期一", "2013-05-06"],
    ["东正教圣灵降临节", "2024-06-23"],
    ["东正教大斋期", "2018-02-19..2018-03-30"],
    ["拉撒路圣周六", "2013-04-27"],
    ["东正教圣诞节", "2024-01-07"],
  ]);
});

describe("Jewish feasts, from the evening before", () => {
  table([
    ["犹太新年", "2018-09-09..2018-09-11"],
    ["犹太新年", "2024-10-02..2024-10-04"],
    ["赎罪日", "2013-09-13..2013-09-14"],
    ["赎罪日", "1973-10-05..1973-10-06"],
    ["住棚节", "2023-09-29..2023-10-07"],
    ["圣会节", "2013-09-25..2013-09-26"],
    ["诵经节", "2023-10-07..2023-10-08"],
    ["光明节", "2018-12-02..2018-12-10"],
    ["光明节", "2024-12-25..2025-01-02"],
    ["犹太植树节", "2014-01-15..2014-01-16"],
    ["普珥节", "2024-03-23..2024-03-24"],
    ["普珥节", "2025-03-13..2025-03-14"],
    ["逾越节", "2018-03-30..2018-04-07"],
    ["逾越节", "2024-04-22..2024-04-30"],
    ["篝火节", "2021-04-29..2021-04-30"],
    ["七七节", "2018-05-19..2018-05-21"],
  ]);

  it("the fast for the Temple gives way to the Sabbath", () => {
    expect(daysOf("圣殿被毁日", 2013)).toBe("2013-07-15..2013-07-16");
    expect(daysOf("圣殿被毁日", 2022)).toBe("2022-08-06..2022-08-07");
  });

  it("the independence of Israel is kept clear of the Sabbath", () => {
    expect(daysOf("以色列独立日", 2013)).toBe("2013-04-15..2013-04-16");
    expect(daysOf("以色列独立日", 2018)).toBe("2018-04-18..2018-04-19");
    expect(daysOf("以色列独立日", 2021)).toBe("2021-04-14..2021-04-15");
    expect(daysOf("以色列独立日", 2023)).toBe("2023-04-25..2023-04-26");
  });
});

describe("Muslim feasts", () => {
  table([
    ["开斋节", "2013-08-08"],
    ["开斋节", "2024-04-10"],
    ["开斋节", "2025-03-30"],
    ["古尔邦节", "2013-10-15"],
    ["古尔邦节", "2024-06-16"],
    ["宰牲节", "2025-06-06"],
    ["圣纪节", "2014-01-13"],
    ["伊斯兰教新年", "2013-11-04"],
    ["阿舒拉节", "2013-11-13"],
    ["斋月", "2024-03-11..2024-04-09"],
    ["穆斯林斋月", "2034-11-12..2034-12-11"],
    ["权力之夜", "2013-08-04"],
    ["登霄节", "2013-06-06"],
  ]);

  it("a year with two Ramadans has the first one", () => {
    expect(daysOf("斋月", 2030)?.slice(0, 7)).toBe("2030-01");
  });

  it("years outside the tables have none", () => {
    expect(daysOf("开斋节", 1800)).toBeUndefined();
    expect(daysOf("开斋节", 2300)).toBeUndefined();
  });
});

describe("Hindu feasts", () => {
  table([
    ["万灯节", "2013-11-03"],
    ["排灯节", "2024-10-31"],
    ["屠妖节", "2020-11-14"],
    ["洒红节", "2024-03-25"],
    ["荷丽节", "2018-03-02"],
    ["印度兄妹节", "2013-08-20"],
    ["印度兄妹节", "2022-08-11"],
    ["凯旋节", "2023-10-24"],
    ["十胜节", "2016-10-11"],
    ["难近母节", "2018-10-10..2018-10-19"],
    ["欧南节", "2019-09-11"],
    ["印度丰收节", "2014-01-14"],
    ["印度丰收节第一天", "2014-01-13"],
    ["庞格尔节第三天", "2014-01-15"],
    ["庞格尔节第四天", "2014-01-16"],
    ["克哈特普迦节", "2013-11-08"],
  ]);

  it("has no day outside the table", () => {
    expect(daysOf("排灯节", 2009)).toBeUndefined();
    expect(daysOf("排灯节", 2036)).toBeUndefined();
    expect(daysOf("难近母节", 2036)).toBeUndefined();
    expect(daysOf("欧南节", 2027)).toBeUndefined();
  });

  it("has a day in each year of the table, in its season", () => {
    for (const [name, from, to] of [
      ["排灯节", "10-15", "11-15"],
      ["十胜节", "09-26", "10-26"],
      ["九夜节", "09-18", "10-18"],
      ["洒红节", "02-28", "03-30"],
      ["印度兄妹节", "08-01", "08-31"],
      ["克哈特普迦节", "10-22", "11-21"],
      ["庞格尔节", "01-14", "01-15"],
    ] as const) {
      for (let year = 2010; year <= 2035; year++) {
        const day = daysOf(name, year)?.slice(5, 10) ?? "";
        expect(day >= from && day <= to, `${name} ${year}: ${day}`).toBe(true);
      }
    }
  });
});

describe("days of the world", () => {
  table([
    ["地球一小时", "2013-03-23"],
    ["地球一小时", "2019-03-30"],
    ["地球一小时", "2025-03-22"],
    ["世界地球日", "2024-04-22"],
    ["全球青年服务日", "2013-04-26..2013-04-28"],
    ["国际土著日", "2024-08-09"],
    ["哥伦布日", "2024-10-14"],
    ["浴佛节", "2024-05-15"],
  ]);

  it("a day that is chosen anew each year has none in a year that is not known", () => {
    expect(daysOf("全球青年服务日", 2035)).toBeUndefined();
  });
});

describe("in a sentence", () => {
  const at = (text: string) =>
    resolveTimes(text, { now: new Date("2025-06-11T07:00:00Z"), timezone: "UTC" }).map(({ start }) =>
      iso(start.getTime()),
    );

  it.each([
    ["光明节", "2025-12-14"],
    ["2018年光明节", "2018-12-02"],
    ["明年逾越節一起吃飯", "2026-04-01"],
    ["2013年東正教聖週五", "2013-05-03"],
    ["去年開齋節", "2024-04-10"],
    ["2024年灑紅節", "2024-03-25"],
    ["2014年龐格爾節第三天", "2014-01-15"],
    ["2013年耶穌受難日翌日", "2013-03-30"],
    ["2014年猶太植樹節", "2014-01-15"],
    ["今年三八妇女节", "2025-03-08"],
  ])("%s begins on %s", (text, day) => {
    expect(at(text)).toEqual([day]);
  });
});
