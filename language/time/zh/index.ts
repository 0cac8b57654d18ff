/** The Chinese grammar: every matcher, the more particular first. */
import { firstOf } from "../grammar.ts";
import type { Matcher } from "../grammar.ts";
import { clocks } from "./clock.ts";
import { days, sameDay } from "./days.ts";
import { durations } from "./durations.ts";
import { months } from "./months.ts";
import { weeks } from "./weeks.ts";
import { years } from "./years.ts";

export const chinese: Matcher = firstOf(sameDay, durations, weeks, days, months, years, clocks);

/**
 * Words that look like times and are not. They are passed over whole, so that nothing inside them is read either: 十亿年前
 * by its numeral, 一天到晚, 周三多 (a name), 一周一次.
 */
export const notTimes =
  /一天到晚|一日(?:三餐|两餐|千里|之计|不见)|有一天|[天年月]{2}|一[天年周](?![前后之以内半多])|(?:星期|周|礼拜|月|年)几|几[点号月日]|周三多|[一二两三四五]点(?:水|式|一线)|[一两三几]周一次|先天后天|一点(?:也|都|儿|点|不)|百年好合|明日之星/y;
