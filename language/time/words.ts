/**
 * Instants as people say them. People and models read times in the user's zone and in words; storage keeps instants.
 * What is written here can be read back by resolve.ts (test/language/time/round-trip.test.ts).
 */
import type { Language } from "../types.ts";
import { DAY, fieldsOf, localFields, localTimeOf, midnight } from "./zone.ts";
import type { LocalFields } from "./zone.ts";

const WEEKDAYS_ZH = ["日", "一", "二", "三", "四", "五", "六"] as const;
const WEEKDAYS_EN = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
const MONTHS_EN = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** The part of the day an hour (0..23) belongs to: 上午 5-12, 中午 12-14, 下午 14-18, 晚上 18-22, 深夜 the rest. */
export function dayPartOf(hour: number): "上午" | "中午" | "下午" | "晚上" | "深夜" {
  if (hour < 5 || hour >= 22) return "深夜";
  if (hour < 12) return "上午";
  if (hour < 14) return "中午";
  return hour < 18 ? "下午" : "晚上";
}

/** "2025年6月9日星期一下午3点20分" or "Monday, 9 June 2025, 3:20 pm". */
export function timeInWords(date: Date, timezone: string, language: Language): string {
  const fields = localFields(date, timezone);
  const hour = fields.hour % 12 === 0 ? 12 : fields.hour % 12;
  if (language === "en") {
    const clock = `${hour}:${String(fields.minute).padStart(2, "0")} ${fields.hour < 12 ? "am" : "pm"}`;
    return `${dateOf(fields, "en")}, ${clock}`;
  }
  // Midnight is "深夜0点": a twelve there would be read as noon.
  const spoken = fields.hour === 0 ? 0 : hour;
  return `${dateOf(fields, "zh")}${dayPartOf(fields.hour)}${spoken}点${fields.minute === 0 ? "" : `${fields.minute}分`}`;
}

/** "2025年6月9日星期一" or "Monday, 9 June 2025". */
export function dateInWords(date: Date, timezone: string, language: Language): string {
  return dateOf(localFields(date, timezone), language);
}

function dateOf({ year, month, day, weekday }: LocalFields, language: Language): string {
  if (language === "en") return `${WEEKDAYS_EN[weekday]}, ${day} ${MONTHS_EN[month - 1]} ${year}`;
  return `${year}年${month}月${day}日星期${WEEKDAYS_ZH[weekday]}`;
}

/**
 * How far a day lies from now, by calendar days in `timezone`: 今天, 昨天, 3天前, 两周前, 两个月前, 3年前; the
 * future likewise (明天, 3天后). English: "today", "yesterday", "3 days ago", "in 2 weeks".
 */
export function agoInWords(date: Date, now: Date, timezone: string, language: Language): string {
  const then = localTimeOf(date, timezone);
  const today = localTimeOf(now, timezone);
  const days = (midnight(today) - midnight(then)) / DAY;
  const near = (language === "zh" ? NEAR_ZH : NEAR_EN)[days];
  if (near !== undefined) return near;
  const distance = Math.abs(days);
  const months = wholeMonths(Math.min(then, today), Math.max(then, today));
  const [count, unit] =
    distance < 14
      ? ([distance, "day"] as const)
      : months < 1
        ? ([Math.floor(distance / 7), "week"] as const)
        : months < 12
          ? ([months, "month"] as const)
          : ([Math.floor(months / 12), "year"] as const);
  if (language === "en") {
    const amount = `${count} ${unit}${count === 1 ? "" : "s"}`;
    return days > 0 ? `${amount} ago` : `in ${amount}`;
  }
  const amount = count === 2 ? "两" : String(count);
  return `${amount}${UNITS_ZH[unit]}${days > 0 ? "前" : "后"}`;
}

const NEAR_ZH: Readonly<Record<number, string>> = {
  0: "今天",
  1: "昨天",
  2: "前天",
  [-1]: "明天",
  [-2]: "后天",
};
const NEAR_EN: Readonly<Record<number, string>> = { 0: "today", 1: "yesterday", [-1]: "tomorrow" };
const UNITS_ZH = { day: "天", week: "周", month: "个月", year: "年" } as const;

/** Calendar months between two readings, rounded down. */
function wholeMonths(from: number, to: number): number {
  const a = fieldsOf(from);
  const b = fieldsOf(to);
  return (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day ? 1 : 0);
}

/** How long a gap was, in one unit, rounded down: 40分钟, 3小时, 2天; "40 minutes", "3 hours", "2 days". */
export function gapInWords(milliseconds: number, language: Language): string {
  const minutes = Math.floor(milliseconds / 60_000);
  const [count, unit] =
    minutes < 60
      ? ([minutes, "minute"] as const)
      : minutes < 48 * 60
        ? ([Math.floor(minutes / 60), "hour"] as const)
        : ([Math.floor(minutes / 1440), "day"] as const);
  if (language === "en") return `${count} ${unit}${count === 1 ? "" : "s"}`;
  return `${count}${{ minute: "分钟", hour: "小时", day: "天" }[unit]}`;
}
