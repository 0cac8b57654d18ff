/** Festivals and named days: the day (or days) of each in a given year. */
import { daySpan, monthSpan } from "./calendar.ts";
import type { Span } from "./grammar.ts";
import { lunarDay, lunarNewYearsEve, SOLAR_TERMS, solarTermDay } from "./lunar.ts";
import { DAY, fieldsOf, localTime } from "./zone.ts";
import type { LocalTime } from "./zone.ts";

/** The span in a year; undefined when that year has none. */
export type Festival = (year: number) => Span | undefined;

const fixed =
  (month: number, day: number, days = 1): Festival =>
  (year) =>
    daySpan(localTime(year, month, day), days);

const lunar =
  (month: number, day: number): Festival =>
  (year) =>
    spanOf(lunarDay(year, month, day));

/** The nth weekday (0 Sunday) of a month; n = -1 the last. */
const nth =
  (month: number, weekday: number, n: number): Festival =>
  (year) => {
    const first = n > 0 ? localTime(year, month, 1) : localTime(year, month + 1, -6);
    const ahead = (weekday - fieldsOf(first).weekday + 7) % 7;
    return daySpan(first + (ahead + (n > 0 ? (n - 1) * 7 : 0)) * DAY);
  };

const fromEaster =
  (days: number): Festival =>
  (year) =>
    daySpan(easter(year) + days * DAY);

function spanOf(day: LocalTime | undefined): Span | undefined {
  return day === undefined ? undefined : daySpan(day);
}

/** Western Easter Sunday: the anonymous Gregorian computus (Meeus, Astronomical Algorithms, chapter 8). */
function easter(year: number): LocalTime {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  return localTime(year, month, (h + l - 7 * m + 33 * month + 19) % 32);
}

/** Names as they are said, simplified; the 节 or 国际 around them is dealt with by the grammar. */
export const FESTIVALS_ZH: ReadonlyMap<string, Festival> = new Map<string, Festival>([
  ...names("元旦 阳历新年", fixed(1, 1)),
  ...names("情人节 圣瓦伦丁节", fixed(2, 14)),
  ...names("妇女节 三八节 女神节", fixed(3, 8)),
  ...names("国际消费者权益日 消费者权益日 三一五 315", fixed(3, 15)),
  ...names("植树节", fixed(3, 12)),
  ...names("愚人节", fixed(4, 1)),
  ...names("劳动节 五一劳动节 五一国际劳动节 五一", fixed(5, 1)),
  ...names("青年节 五四青年节", fixed(5, 4)),
  ...names("儿童节 六一儿童节 国际儿童节 六一", fixed(6, 1)),
  ...names("建党节", fixed(7, 1)),
  ...names("建军节 八一建军节", fixed(8, 1)),
  ...names("教师节", fixed(9, 10)),
  ...names("国庆节 国庆 十一国庆 十一国庆节 十一假期", fixed(10, 1)),
  ...names("国庆假期 国庆长假 十一长假", fixed(10, 1, 7)),
  ...names("万圣节", fixed(10, 31)),
  ...names("光棍节 双十一 双11", fixed(11, 11)),
  ...names("双十二 双12", fixed(12, 12)),
  ...names("澳门回归纪念日", fixed(12, 20)),
  ...names("平安夜 圣诞夜 圣诞前夜", fixed(12, 24)),
  ...names("圣诞节 圣诞", fixed(12, 25)),
  ...names("跨年 跨年夜", fixed(12, 31)),
  ...names("母亲节", nth(5, 0, 2)),
  ...names("父亲节", nth(6, 0, 3)),
  ...names("感恩节", nth(11, 4, 4)),
  ...names("老板节 老细节", fixed(10, 16)),
  ...names("复活节 主复活日", fromEaster(0)),
  ...names("耶稣受难日 主受难日", fromEaster(-2)),
  ...names("复活节星期一", fromEaster(1)),
  ...names("春节 新春 大年初一 过年 农历新年", lunar(1, 1)),
  ...names("除夕夜 除夕 大年三十 年三十 大年夜 年夜", (year) => spanOf(lunarNewYearsEve(year))),
  ...names("小年", lunar(12, 23)),
  ...names("元宵节 元宵 正月十五", lunar(1, 15)),
  ...names("龙抬头", lunar(2, 2)),
  ...names("端午节 端午", lunar(5, 5)),
  ...names("七夕节 七夕", lunar(7, 7)),
  ...names("中元节 鬼节", lunar(7, 15)),
  ...names("中秋节 中秋 八月节", lunar(8, 15)),
  ...names("重阳节 重阳", lunar(9, 9)),
  ...names("腊八节 腊八", lunar(12, 8)),
  ...names("暑假", (year) => monthSpan(year, 7, 2)),
  ...names("寒假", (year) => monthSpan(year, 1, 2)),
  ...SOLAR_TERMS.map((term, index): [string, Festival] => [
    term,
    (year) => daySpan(solarTermDay(year, index)),
  ]),
  ...names("清明节", (year) => daySpan(solarTermDay(year, 6))),
]);

export const FESTIVALS_EN: ReadonlyMap<string, Festival> = new Map<string, Festival>([
  ["new year's day", fixed(1, 1)],
  ["new year's eve", fixed(12, 31)],
  ["new years eve", fixed(12, 31)],
  ["valentine's day", fixed(2, 14)],
  ["valentines day", fixed(2, 14)],
  ["april fools' day", fixed(4, 1)],
  ["independence day", fixed(7, 4)],
  ["the fourth of july", fixed(7, 4)],
  ["halloween", fixed(10, 31)],
  ["christmas eve", fixed(12, 24)],
  ["christmas day", fixed(12, 25)],
  ["christmas", fixed(12, 25)],
  ["boxing day", fixed(12, 26)],
  ["mother's day", nth(5, 0, 2)],
  ["father's day", nth(6, 0, 3)],
  ["labor day", nth(9, 1, 1)],
  ["memorial day", nth(5, 1, -1)],
  ["thanksgiving", nth(11, 4, 4)],
  ["good friday", fromEaster(-2)],
  ["easter sunday", fromEaster(0)],
  ["easter", fromEaster(0)],
  ["chinese new year", lunar(1, 1)],
  ["lunar new year", lunar(1, 1)],
  ["spring festival", lunar(1, 1)],
  ["mid-autumn festival", lunar(8, 15)],
  ["dragon boat festival", lunar(5, 5)],
]);

function names(list: string, festival: Festival): [string, Festival][] {
  return list.split(" ").map((name) => [name, festival]);
}
