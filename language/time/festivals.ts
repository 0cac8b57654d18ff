/** Festivals and named days: the day (or days) of each in a given year. */
import { daySpan, monthSpan } from "./calendar.ts";
import { lunarDay, lunarNewYearsEve, SOLAR_TERMS, solarTermDay } from "./lunar.ts";
import { easter, fromEaster, RELIGIOUS_FESTIVALS_ZH } from "./religious-festivals.ts";
import { fixed, listed, names, nth, shifted, spanOf } from "./yearly.ts";
import type { Festival } from "./yearly.ts";
import { DAY } from "./zone.ts";

export type { Festival } from "./yearly.ts";

const lunar =
  (month: number, day: number): Festival =>
  (year) =>
    spanOf(lunarDay(year, month, day));

/**
 * The last Saturday of March, a week earlier where that is the eve of Easter, since 2008. In 2025 it was laid together
 * with World Water Day.
 */
const earthHour: Festival = (year) => {
  if (year < 2008) return undefined;
  if (year === 2025) return fixed(3, 22)(year);
  const last = nth(3, 6, -1);
  return last(year)?.start === easter(year) - DAY ? shifted(last, -7)(year) : last(year);
};

/** Three days that its bearers choose anew each year, as they did from 2013 to 2020. */
const youthServiceDays = listed(2013, [426, 411, 417, 415, 421, 420, 426, 417], 3);

/** Names as they are said, simplified; the 节 or 国际 around them is dealt with by the grammar. */
export const FESTIVALS_ZH: ReadonlyMap<string, Festival> = new Map<string, Festival>([
  ...names("元旦 阳历新年", fixed(1, 1)),
  ...names("情人节 圣瓦伦丁节", fixed(2, 14)),
  ...names("妇女节 三八节 女神节 三八妇女节 三八国际妇女节 国际劳动妇女节 国际妇女日", fixed(3, 8)),
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
  ...names("世界水日", fixed(3, 22)),
  ...names("世界地球日 国际地球日", fixed(4, 22)),
  ...names("地球一小时 地球1小时", earthHour),
  ...names("世界读书日", fixed(4, 23)),
  ...names("全球青年服务日", youthServiceDays),
  ...names("护士节", fixed(5, 12)),
  ...names("世界无烟日", fixed(5, 31)),
  ...names("世界环境日", fixed(6, 5)),
  ...names(
    "世界土著人民国际日 世界土著人国际日 国际土著人民日 国际土著人日 世界土著日 国际土著日",
    fixed(8, 9),
  ),
  ...names("哥伦布日 哥伦布纪念日 美国原住民日 美国土著日", nth(10, 1, 2)),
  ...names("世界艾滋病日", fixed(12, 1)),
  ...RELIGIOUS_FESTIVALS_ZH,
  ...names("春节 新春 大年初一 过年 农历新年", lunar(1, 1)),
  ...names("除夕夜 除夕 大年三十 年三十 大年夜 年夜", (year) => spanOf(lunarNewYearsEve(year))),
  ...names("小年", lunar(12, 23)),
  ...names("元宵节 元宵 正月十五", lunar(1, 15)),
  ...names("佛诞节 佛诞日 浴佛节", lunar(4, 8)),
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
