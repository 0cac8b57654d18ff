/** Words that several parts of the Chinese grammar share. */

export const WEEKDAY_NUMBER: Readonly<Record<string, number>> = {
  ...{ 日: 0, 天: 0, 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6 },
};

/** Pattern source of what stands between the two ends of a range. */
export const isDash = "\\s?(?:到|至|~|～|-{1,3}|－|—{1,3}|–)\\s?";
