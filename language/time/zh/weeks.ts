/** Weeks, weekdays and weekends in Chinese. */
import { beginningWith, firstOf, matcher } from "../grammar.ts";
import type { Matcher } from "../grammar.ts";
import { weekday, weekdayOfWeek, weekend, weekFromNow } from "../placing.ts";
import { WEEKDAY_NUMBER } from "./words.ts";

const WEEK = "(?:周|星期|礼拜)";

/** A weekday's character where it is not the beginning of another word: 这周一直, 上周日常, 下周二手车, 这周天气. */
const WEEKDAY =
  "(?<day>一(?![直次样定般切边共]|会儿|下子|起[去来吃玩看])|二(?!手)|[三四五六](?![个天次])|日(?![常程记用语])|天(?![气天]))";

const WHICH = "(?<which>上{1,3}|下{1,3}|这|本|今|当)一?个?";

function offsetOf(which: string): number {
  return which.startsWith("上") ? -which.length : which.startsWith("下") ? which.length : 0;
}

const ofWeek = matcher(new RegExp(`${WHICH}${WEEK}${WEEKDAY}`), ({ which = "", day = "" }) =>
  weekdayOfWeek(WEEKDAY_NUMBER[day] ?? 0, offsetOf(which)),
);

const weekendOfWeek = matcher(new RegExp(`${WHICH}${WEEK}末`), ({ which = "" }) => weekend(offsetOf(which)));

const week = matcher(new RegExp(`${WHICH}${WEEK}(?!末|[年岁围])`), ({ which = "" }) =>
  weekFromNow(offsetOf(which)),
);

const bare = matcher(new RegExp(`${WEEK}${WEEKDAY}`), ({ day = "" }) => weekday(WEEKDAY_NUMBER[day] ?? 0));

const bareWeekend = matcher(new RegExp(`${WEEK}末`), () => weekend());

export const weeks: Matcher = beginningWith(
  "上下这本今当周星礼",
  firstOf(ofWeek, weekendOfWeek, week, bareWeekend, bare),
);
