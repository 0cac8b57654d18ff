/**
 * Parts of the day, and what an hour said within one of them means. Ranges are wider than the words for writing
 * (words.ts), because 晚上 is said of half past eleven as well, and an evening ends after midnight.
 */
import type { DayPart } from "./grammar.ts";

/** Takes the reading of a 12-hour number that falls into the part, else the one nearest to it. */
function twelveHour(from: number, to: number): DayPart {
  const distance = (hour: number) => (hour < from ? from - hour : hour >= to ? hour - to + 1 : 0);
  return {
    from,
    to,
    hourOf: (said) => {
      if (said > 12) return said;
      const readings = [said % 12, (said % 12) + 12, (said % 12) + 24];
      return readings.reduce((best, hour) => (distance(hour) < distance(best) ? hour : best));
    },
  };
}

/** Around midnight an hour keeps its calendar day (深夜1点 of the 10th is 01:00 of the 10th), but twelve ends the day. */
const midnightHours: DayPart = {
  from: 22,
  to: 29,
  hourOf: (said) => (said === 12 ? 24 : said >= 6 && said < 12 ? said + 12 : said),
};

const dawn = twelveHour(0, 5);
const evening = { ...twelveHour(18, 29), to: 24 };
const morning = twelveHour(5, 12);

export const DAY_PARTS_ZH: ReadonlyMap<string, DayPart> = new Map<string, DayPart>([
  ...names("凌晨 拂晓", dawn),
  ...names("清晨 黎明 一大早 大清早 一早 大早上", twelveHour(5, 8)),
  ...names("早上 早晨 早间 朝早 今早 早", twelveHour(5, 10)),
  ...names("上午 午前", morning),
  ...names("中午 正午 晌午", twelveHour(11, 14)),
  ...names("下午 午后 晏昼 下昼 后晌", twelveHour(12, 18)),
  ...names("傍晚 黄昏", twelveHour(17, 20)),
  ...names("晚上 晚间 夜晚 夜间 晚 夜", evening),
  ...names("深夜 半夜 夜里 午夜 大半夜 后半夜 三更半夜", midnightHours),
  ...names("白天", twelveHour(6, 18)),
]);

export const DAY_PARTS_EN: ReadonlyMap<string, DayPart> = new Map<string, DayPart>([
  ["early morning", twelveHour(5, 8)],
  ["morning", morning],
  ["noon", twelveHour(12, 13)],
  ["lunchtime", twelveHour(12, 14)],
  ["afternoon", twelveHour(12, 18)],
  ["evening", evening],
  ["night", evening],
  ["midnight", midnightHours],
]);

function names(list: string, part: DayPart): [string, DayPart][] {
  return list.split(" ").map((name) => [name, part]);
}
