/** Time expressions of a text, resolved to intervals. */
import type { TimeMention, TimeReference } from "../types.ts";
import { DAY, HOUR, instantOf, localTimeOf, midnight } from "./zone.ts";

const DAYS: Readonly<Record<string, number>> = {
  大前天: -3,
  前天: -2,
  昨天: -1,
  今天: 0,
  明天: 1,
  后天: 2,
  大后天: 3,
};
export function resolveTimes(text: string, reference: TimeReference): TimeMention[] {
  const nightOwl = reference.nightOwlHour ?? 4;
  const today = midnight(localTimeOf(reference.now, reference.timezone) - nightOwl * HOUR);
  return [...text.matchAll(/大?[前后]天|昨天|今天|明天/g)].flatMap((match) => {
    const offset = DAYS[match[0]];
    if (offset === undefined) return [];
    return {
      text: match[0],
      index: match.index,
      start: instantOf(today + offset * DAY, reference.timezone),
      end: instantOf(today + (offset + 1) * DAY, reference.timezone),
      grain: "day" as const,
      direction: offset < 0 ? ("past" as const) : offset > 0 ? ("future" as const) : ("none" as const),
    };
  });
}
