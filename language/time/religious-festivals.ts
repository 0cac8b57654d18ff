/**
 * The feasts of Christians, Jews, Muslims and Hindus by their Chinese names (simplified; the resolver folds traditional
 * text first). Part of festivals.ts.
 *
 * Christian feasts hang on Easter; Jewish and Muslim ones are read off the platform's own calendars (ICU); Hindu ones
 * are a table of years, outside of which they have no day.
 */
import { daySpan } from "./calendar.ts";
import { fixed, listed, names, shifted } from "./yearly.ts";
import type { Festival } from "./yearly.ts";
import { DAY, fieldsOf, localTime } from "./zone.ts";
import type { LocalTime } from "./zone.ts";

// --- Christian

/** Western Easter Sunday: the anonymous Gregorian computus (Meeus, Astronomical Algorithms, chapter 8). */
export function easter(year: number): LocalTime {
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

/** Orthodox Easter Sunday: the Julian computus (Meeus, the same chapter), told by the Gregorian calendar. */
export function orthodoxEaster(year: number): LocalTime {
  const moon = (19 * (year % 19) + 15) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7;
  const behind = Math.floor(year / 100) - Math.floor(year / 400) - 2;
  return localTime(year, 3, 22 + moon + sunday + behind);
}

/** The feast `offset` days after western Easter, `days` long. */
export const fromEaster =
  (offset: number, days = 1): Festival =>
  (year) =>
    daySpan(easter(year) + offset * DAY, days);

const fromOrthodoxEaster =
  (offset: number, days = 1): Festival =>
  (year) =>
    daySpan(orthodoxEaster(year) + offset * DAY, days);

/** Days after Easter and the names that both churches have for it; the eastern day is said with 东正教 in front. */
const BOTH_CHURCHES: readonly (readonly [offset: number, names: string])[] = [
  [-7, "棕枝主日 棕榈主日 圣枝主日 圣树主日 基督苦难主日 圣枝节 棕枝节"],
  [-3, "圣周星期四 圣周四 神圣星期四 神圣周四 濯足节 濯足日 濯足星期四 设立圣餐日"],
  [-2, "耶稣受难日 耶稣受难节 主受难日 主受难节 圣周五 圣周星期五 受难节 沉默周五 沈默周五"],
  [
    -1,
    "圣周六 黑色星期六 黑色周六 圣周星期六 神圣星期六 神圣周六 耶稣受难日翌日 主受难日翌日 复活节前夜 复活节前夕",
  ],
  [0, "复活节 主复活日 主复活节 耶稣复活节 耶稣复活日"],
  [1, "复活节星期一 复活节周一 复活节翌日 复活节次日"],
  [39, "升天节 耶稣升天节 耶稣升天日 主升天节 主升天日 耶稣升天瞻礼"],
  [49, "圣灵降临节 圣灵降临日 圣灵降临主日 圣神降临节 圣神降临瞻礼 五旬节"],
  [50, "圣灵节庆日 圣灵降临节次日 圣灵降临节翌日 圣灵降临节星期一 圣灵降临节周一"],
];

const CHRISTIAN: readonly [string, Festival][] = [
  ...BOTH_CHURCHES.flatMap(([offset, list]) => [
    ...names(list, fromEaster(offset)),
    ...names(list.replace(/^| /g, "$&东正教"), fromOrthodoxEaster(offset)),
  ]),
  ...names("忏悔节 忏悔火曜日 忏悔星期二 忏悔周二 薄饼日 煎饼日", fromEaster(-47)),
  ...names("大斋首日 圣灰日 圣灰节 圣灰星期三 圣灰周三 圣灰礼仪日 圣灰礼仪", fromEaster(-46)),
  ...names("大斋期 大斋节期 四旬节 四旬期 四旬斋", fromEaster(-46, 46)),
  ...names("东正教大斋期 东正教大斋 东正教四旬节 东正教四旬期", fromOrthodoxEaster(-48, 40)),
  ...names("拉撒路圣周六 拉撒路星期六 拉撒路周六 拉匝禄星期六", fromOrthodoxEaster(-8)),
  ...names("三一主日 圣三一主日 圣三主日 天主三一主日 天主三一节", fromEaster(56)),
  ...names("天主圣三一节 天主圣三节 圣三一节 天主圣三主日 天主三一", fromEaster(56)),
  ...names("基督圣体节 基督圣体圣血节 基督圣体圣血瞻礼 基督圣体圣血", fromEaster(60)),
  ...names("圣体节 圣体圣血节 圣体圣血 基督圣体瞻礼 圣体瞻礼", fromEaster(60)),
  ...names("主显节 显现节 主显日 三王节 三王来朝节", fixed(1, 6)),
  ...names("圣母升天节 圣母升天日 圣母升天瞻礼 圣母蒙召升天节", fixed(8, 15)),
  ...names("诸圣节 诸圣日 诸圣瞻礼", fixed(11, 1)),
  ...names("万灵节 诸灵节 追思亡者节", fixed(11, 2)),
  // The Julian 25 December, 6 January and 1 January, as they fall until 2099.
  ...names("东正教圣诞节 东正教圣诞", fixed(1, 7)),
  ...names("东正教主显节", fixed(1, 19)),
  ...names("东正教新年", fixed(1, 14)),
];

// --- calendars of the platform

type Calendar = "hebrew" | "islamic-umalqura";

interface Month {
  /** As ICU writes it: a name in the Hebrew calendar, a number in the Islamic one. */
  readonly month: string;
  readonly start: LocalTime;
  readonly days: number;
}

const formatters = new Map<Calendar, Intl.DateTimeFormat>();
const years = new Map<string, readonly Month[]>();

function fieldsIn(calendar: Calendar, at: LocalTime): { readonly month: string; readonly day: number } {
  let formatter = formatters.get(calendar);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
      timeZone: "UTC",
      month: "numeric",
      day: "numeric",
    });
    formatters.set(calendar, formatter);
  }
  const parts = formatter.formatToParts(at);
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return { month: value("month"), day: Number(value("day")) };
}

/** The months of a calendar that have days in a Gregorian year; made once for each year (about 0.2 ms). */
function monthsOf(calendar: Calendar, year: number): readonly Month[] {
  const key = `${calendar} ${year}`;
  const known = years.get(key);
  if (known !== undefined) return known;
  const months: Month[] = [];
  let start = localTime(year, 1, 1);
  start -= (fieldsIn(calendar, start).day - 1) * DAY;
  while (start < localTime(year + 1, 1, 1)) {
    // A month has 29 or 30 days in both calendars.
    const days = fieldsIn(calendar, start + 29 * DAY).day === 1 ? 29 : 30;
    months.push({ month: fieldsIn(calendar, start).month, start, days });
    start += days * DAY;
  }
  years.set(key, months);
  return months;
}

/** The first day in the year that is this day of a month with one of these names, and that month's length. */
function dayIn(calendar: Calendar, year: number, monthNames: readonly string[], day: number) {
  for (const { month, start, days } of monthsOf(calendar, year)) {
    const at = start + (day - 1) * DAY;
    if (monthNames.includes(month) && fieldsOf(at).year === year) return { at, monthDays: days };
  }
  return undefined;
}

// --- Jewish

/**
 * A day begins with the evening before it, so a feast of `days` days is told as one civil day more, from that evening's
 * day on. `moved` gives the days by which the weekday on which the feast falls moves it.
 */
const jewish =
  (month: string, day: number, days = 1, moved?: (weekday: number) => number): Festival =>
  (year) => {
    const found = dayIn("hebrew", year, month.split("|"), day);
    if (found === undefined) return undefined;
    const move = moved?.(fieldsOf(found.at).weekday) ?? 0;
    return daySpan(found.at + (move - 1) * DAY, days + 1);
  };

/** The fast gives way to the Sabbath. */
const afterSabbath = (weekday: number) => (weekday === 6 ? 1 : 0);

/** Kept clear of the Sabbath on either side: Friday and Saturday go back to Thursday, Monday on (since 2004) to Tuesday. */
const clearOfSabbath = (weekday: number) => ({ 1: 1, 5: -1, 6: -2 })[weekday] ?? 0;

const independence = jewish("Iyar", 5, 1, clearOfSabbath);

const JEWISH: readonly [string, Festival][] = [
  ...names("犹太新年 犹太历新年 吹角节 岁首节", jewish("Tishri", 1, 2)),
  ...names("赎罪日 赎罪节", jewish("Tishri", 10)),
  ...names("住棚节 犹太住棚节 结茅节 帐棚节", jewish("Tishri", 15, 8)),
  ...names("圣会节 严肃会 第八日庆典", jewish("Tishri", 22)),
  ...names("西赫托拉节 西赫妥拉节 诵经节 转经节 律法节 欢庆圣法节 妥拉节 庆法节", jewish("Tishri", 23)),
  ...names("光明节 献殿节 哈努卡节 修殿节 马加比节 马卡比节 哈努卡", jewish("Kislev", 25, 8)),
  ...names("犹太植树节 图比舍巴特节 树木新年 犹太树木新年", jewish("Shevat", 15)),
  ...names("普珥节 普林节 掣签节", jewish("Adar|Adar II", 14)),
  ...names("逾越节 犹太逾越节 除酵节 无酵节", jewish("Nisan", 15, 8)),
  ...names("篝火节 犹太篝火节 俄梅珥节", jewish("Iyar", 18)),
  ...names("七七节 新果实节 犹太五旬节 七周节", jewish("Sivan", 6, 2)),
  ...names("圣殿被毁日 圣殿被毁纪念日 犹太禁食日", jewish("Av", 9, 1, afterSabbath)),
  ...names("以色列独立日 以色列国庆节 以色列国庆日 以色列国庆", (year) =>
    year < 2004 ? undefined : independence(year),
  ),
];

// --- Muslim

/** The years that the Umm al-Qura tables of ICU cover whole (1300 to 1600 after the Hijra). */
const UMM_AL_QURA = { first: 1883, last: 2173 };

/**
 * A day of the Umm al-Qura calendar of Saudi Arabia; where the new moon is looked for with the eye the day may be one
 * later. Of a year that has the feast twice (in 2030 Ramadan begins in January and in December) it is the first one.
 */
const muslim =
  (month: number, day: number, wholeMonth = false): Festival =>
  (year) => {
    if (year < UMM_AL_QURA.first || year > UMM_AL_QURA.last) return undefined;
    const found = dayIn("islamic-umalqura", year, [String(month)], day);
    return found && daySpan(found.at, wholeMonth ? found.monthDays : 1);
  };

const MUSLIM: readonly [string, Festival][] = [
  ...names("伊斯兰教新年 伊斯兰新年 伊斯兰历新年 回历新年 穆斯林新年", muslim(1, 1)),
  ...names("阿舒拉节 阿舒拉日 阿术拉节 阿修拉节", muslim(1, 10)),
  ...names("圣纪节 圣纪日 先知诞辰日", muslim(3, 12)),
  ...names("登霄节 登霄夜 夜行登霄节", muslim(7, 27)),
  ...names("斋月 穆斯林斋月 伊斯兰斋月 伊斯兰教斋月 回教斋月", muslim(9, 1, true)),
  ...names("法令之夜 权力之夜 前定之夜 高贵之夜 盖德尔夜 盖德尔之夜", muslim(9, 27)),
  ...names("开斋节 尔代节 肉孜节 尔德节", muslim(10, 1)),
  ...names("古尔邦节 宰牲节 忠孝节 哈芝节", muslim(12, 10)),
];

// --- Hindu

/**
 * Days by the calendars of India of timeanddate.com, as the python-holidays project gathers them, from 2010 to 2035;
 * Onam, where those differ from the days that were kept, by the public holidays of Kerala and to 2026 only.
 */
const HINDU_FIRST_YEAR = 2010;

// prettier-ignore
const HOLI = [
  301, 320, 308, 327, 317, 306, 324, 313, 302, 321, 310, 329, 318,
  308, 325, 314, 304, 322, 311, 301, 320, 309, 327, 316, 305, 324,
];

// prettier-ignore
const RAKSHA_BANDHAN = [
  824, 813, 802, 820, 810, 829, 818, 807, 826, 815, 803, 822, 811,
  830, 819, 809, 828, 817, 805, 823, 813, 802, 820, 810, 829, 818,
];

const ONAM = [823, 909, 829, 916, 907, 828, 914, 904, 825, 911, 831, 821, 908, 829, 915, 905, 826];

// prettier-ignore
const NAVRATRI = [
  1008, 928, 1016, 1005, 925, 1013, 1001, 921, 1010, 929, 1017, 1007, 926,
  1015, 1003, 922, 1011, 930, 919, 1008, 928, 1017, 1005, 924, 1013, 1002,
];

// prettier-ignore
const DUSSEHRA = [
  1017, 1006, 1024, 1013, 1003, 1022, 1011, 930, 1019, 1008, 1025, 1015, 1005,
  1024, 1012, 1002, 1020, 1009, 927, 1016, 1006, 1025, 1014, 1003, 1022, 1011,
];

// prettier-ignore
const DIWALI = [
  1105, 1026, 1113, 1103, 1023, 1111, 1030, 1019, 1107, 1027, 1114, 1104, 1024,
  1112, 1031, 1020, 1108, 1029, 1017, 1105, 1026, 1114, 1102, 1022, 1110, 1030,
];

// prettier-ignore
const CHHATH = [
  1111, 1101, 1119, 1108, 1029, 1117, 1106, 1026, 1113, 1102, 1120, 1110, 1030,
  1119, 1107, 1028, 1115, 1104, 1023, 1111, 1101, 1120, 1109, 1029, 1117, 1106,
];

// prettier-ignore
const PONGAL = [
  114, 115, 115, 114, 114, 115, 115, 114, 114, 115, 115, 114, 114,
  115, 115, 114, 114, 115, 115, 114, 114, 115, 115, 114, 114, 115,
];

const hindu = (dates: readonly number[]) => listed(HINDU_FIRST_YEAR, dates);

/** The nine nights of the goddess, to the day of her victory. */
const navratri: Festival = (year) => {
  const first = hindu(NAVRATRI)(year);
  const last = hindu(DUSSEHRA)(year);
  return first && last && daySpan(first.start, Math.round((last.end - first.start) / DAY));
};

/** The harvest festival has four days; the second one is the feast that it is named after. */
const pongalDays = ["一", "二", "三", "四"].flatMap((ordinal, index) =>
  names(
    `印度丰收节第${ordinal}天 庞格尔节第${ordinal}天 庞加尔节第${ordinal}天`,
    shifted(hindu(PONGAL), index - 1),
  ),
);

const HINDU: readonly [string, Festival][] = [
  ...names("印度丰收节 庞格尔节 庞加尔节", hindu(PONGAL)),
  ...pongalDays,
  ...names("洒红节 荷丽节 侯丽节 胡里节 霍利节 好利节 欢悦节 五彩节 印度色彩节", hindu(HOLI)),
  ...names("印度兄妹节 护身绳节", hindu(RAKSHA_BANDHAN)),
  ...names("欧南节 奥南节 欧娜节", hindu(ONAM)),
  ...names("难近母节 九夜节 杜尔迦节 印度九夜节", navratri),
  ...names("凯旋节 十胜节 德喜合拉节", hindu(DUSSEHRA)),
  ...names("万灯节 排灯节 屠妖节 印度灯节 迪瓦利节 德瓦利节 印度光明节", hindu(DIWALI)),
  ...names("克哈特普迦节 查特普迦节 恰特普迦节", hindu(CHHATH)),
];

/** All of them, to be spread into FESTIVALS_ZH. */
export const RELIGIOUS_FESTIVALS_ZH: readonly [string, Festival][] = [
  ...CHRISTIAN,
  ...JEWISH,
  ...MUSLIM,
  ...HINDU,
];
