/** The English grammar. Text is lower case; matchers are tried at word beginnings only. */
import { daySpan, monthSpan } from "../calendar.ts";
import { DAY_PARTS_EN } from "../dayparts.ts";
import { FESTIVALS_EN } from "../festivals.ts";
import { firstOf, LEVEL, matcher } from "../grammar.ts";
import type { Matcher, Part } from "../grammar.ts";
import {
  adjoining,
  alone,
  clock,
  dayFromNow,
  dayNumber,
  dayPart,
  daysAround,
  festival,
  fullDate,
  inYear,
  month,
  monthDay,
  monthFromNow,
  stretchFromNow,
  unitsFromNow,
  weekday,
  weekdayOfWeek,
  weekend,
  weekFromNow,
  withMeridiem,
  year,
  yearFromNow,
} from "../placing.ts";
import { DAY, fieldsOf, HOUR } from "../zone.ts";
import { DECADES, edges, NTH } from "./edges.ts";
import {
  amountOf,
  FULL_MONTH,
  FULL_WEEKDAY,
  MONTH,
  monthNumber,
  NUMBER,
  numberOf,
  NUMBERS,
  offsetOf,
  TENS,
  UNIT,
  unitOf,
  WEEKDAY,
  weekdayNumber,
  WHICH,
} from "./words.ts";
import type { Groups } from "./words.ts";

// --- days

const relativeDays = matcher(
  /(?:the )?day (?:(?<before>before yesterday)|after tomorrow)|(?<name>today|tomorrow|yesterday)\b(?!'s world)/,
  ({ before, name }) =>
    dayFromNow(
      name === undefined
        ? before === undefined
          ? 2
          : -2
        : ({ today: 0, tomorrow: 1, yesterday: -1 }[name] ?? 0),
    ),
);

const tonight = matcher(
  /(?<name>tonight|last night|this (?<part>morning|afternoon|evening))\b/,
  ({ name, part }) => {
    const hours = DAY_PARTS_EN.get(part ?? "night");
    if (hours === undefined) return undefined;
    const day = dayFromNow(name === "last night" ? -1 : 0);
    const within = dayPart(hours);
    return alone(LEVEL.daypart, (context) => within.place(day.place(undefined, context), context));
  },
);

/** "next Wednesday" is that of next week, "last Friday" the last one before today. */
const weekdays = firstOf(
  matcher(new RegExp(`(?:on )?${WHICH} ${WEEKDAY}`), ({ which, weekday: name }) => {
    const number = weekdayNumber(name);
    if (which === "last" || which === "previous") {
      return alone(LEVEL.weekday, ({ today }) => {
        const back = (fieldsOf(today).weekday - number + 7) % 7 || 7;
        return { ...daySpan(today - back * DAY), direction: "past" };
      });
    }
    return which === "coming" ? weekday(number) : weekdayOfWeek(number, offsetOf(which));
  }),
  matcher(new RegExp(`on ${WEEKDAY}`), ({ weekday: name }) => weekday(weekdayNumber(name))),
  matcher(new RegExp(FULL_WEEKDAY), ({ weekday: name }) => weekday(weekdayNumber(name))),
);

// --- dates

const BEFORE_DATE = `(?:${WEEKDAY.replace("?<weekday>", "?:")},? (?:the )?)?(?:on )?`;
const DAY_OF_MONTH = "(?<day>3[01]|[12]\\d|0?[1-9])(?:st|nd|rd|th)?\\b(?!:)";
const YEAR = "(?:,? (?<year>[12]\\d{3})\\b)?";

function date({ year: inYearNumber, month: name, day }: Groups): Omit<Part, "end"> | undefined {
  if (inYearNumber === undefined) return monthDay(monthNumber(name), Number(day));
  return fullDate(Number(inYearNumber), monthNumber(name), Number(day));
}

const dates = firstOf(
  matcher(new RegExp(`${BEFORE_DATE}${MONTH} (?:the )?${DAY_OF_MONTH}${YEAR}`), date),
  matcher(new RegExp(`${BEFORE_DATE}(?:the )?${DAY_OF_MONTH} (?:of )?${MONTH}${YEAR}`), date),
  matcher(
    /(?:on )?the (?<day>3[01]|[12]\d|[1-9])(?:st|nd|rd|th)\b(?! (?:time|floor|grade|of|century|quarter|anniversary|one|place|birthday))/,
    ({ day }) => dayNumber(Number(day)),
  ),
);

// --- weeks, months, years

const periods = firstOf(
  matcher(new RegExp(`(?:on )?(?:${WHICH} |(?:at |on |over )?the )?weekend\\b`), ({ which }) =>
    weekend(which === undefined ? undefined : offsetOf(which)),
  ),
  matcher(new RegExp(`${WHICH} (?<unit>week|month|year)\\b`), ({ which, unit }) => {
    const offset = offsetOf(which);
    return unit === "week"
      ? weekFromNow(offset)
      : unit === "month"
        ? monthFromNow(offset)
        : yearFromNow(offset);
  }),
  matcher(new RegExp(`${WHICH} ${MONTH}`), ({ which, month: name }) => {
    const number = monthNumber(name);
    const offset = offsetOf(which);
    return alone(LEVEL.month, ({ today }) => {
      const { year: current, month: here } = fieldsOf(today);
      const inThisYear = offset < 0 ? number < here : offset > 0 ? number > here : true;
      return {
        ...monthSpan(inThisYear ? current : current + offset, number),
        direction: offset < 0 ? "past" : "future",
      };
    });
  }),
  matcher(
    new RegExp(`(?:in |since |by )?${MONTH},? (?:of )?(?<year>[12]\\d{3})\\b`),
    ({ month: name, year: number }) => alone(LEVEL.month, () => monthSpan(Number(number), monthNumber(name))),
  ),
  matcher(new RegExp(`(?:in )?${FULL_MONTH}`), ({ month: name }) => month(monthNumber(name))),
  matcher(
    /(?:back )?(?:in|since|during|of|until|by) (?<year>19\d\d|20\d\d)\b(?! (?:people|dollars|steps|times))/,
    ({ year: number }) => year(Number(number)),
  ),
  matcher(
    /(?:in )?(?<which>last|this|next|the) (?<season>spring|summer|autumn|fall|winter)\b(?: of (?<year>\d{4})\b)?/,
    ({ which, season = "", year: number }) => seasonOf(season, which, number),
  ),
);

const SEASON_START: Readonly<Record<string, number>> = {
  spring: 3,
  summer: 6,
  autumn: 9,
  fall: 9,
  winter: 12,
};

function seasonOf(season: string, which: string | undefined, number: string | undefined): Omit<Part, "end"> {
  const first = SEASON_START[season] ?? 3;
  if (number !== undefined) return alone(LEVEL.season, () => monthSpan(Number(number), first, 3));
  if (which === "the") return inYear(LEVEL.season, (of) => monthSpan(of, first, 3));
  return alone(LEVEL.season, ({ today }) => {
    const current = fieldsOf(today).year;
    const here = monthSpan(current, first, 3);
    if (which === "last" && here.end > today)
      return { ...monthSpan(current - 1, first, 3), direction: "past" };
    if (which === "next" && here.start <= today)
      return { ...monthSpan(current + 1, first, 3), direction: "future" };
    return here;
  });
}

const FESTIVAL_NAMES = [...FESTIVALS_EN.keys()].sort((a, b) => b.length - a.length).join("|");

const festivals = matcher(
  new RegExp(
    `(?:on |at )?(?:(?<which>last|this|next) )?(?<name>${FESTIVAL_NAMES})\\b(?! (?:tree|card|song|present|gift|party))`,
  ),
  ({ which, name = "" }) => {
    const of = FESTIVALS_EN.get(name);
    if (of === undefined) return undefined;
    if (which !== "last" && which !== "next") return festival(of);
    return alone(LEVEL.day, (context) =>
      festival(of).place(undefined, { ...context, tense: which === "last" ? "past" : "future" }),
    );
  },
);

// --- distances

const distances = firstOf(
  matcher(
    new RegExp(`(?:about )?${NUMBER} ${UNIT}(?<tail> and a half)? (?<side>ago|earlier|from now|later)\\b`),
    ({ amount, half, tail, unit, side }) => {
      const [low, high] = amountOf(amount);
      const [of, factor] = unitOf(unit);
      const sign = side === "ago" || side === "earlier" ? -factor : factor;
      const more = half === undefined && tail === undefined ? 0 : 0.5;
      return unitsFromNow(sign * (low + more), sign * (high + more), of);
    },
  ),
  matcher(
    new RegExp(`in (?:about )?${NUMBER} ${UNIT}(?<tail> and a half)?(?!')`),
    ({ amount, half, tail, unit }) => {
      const [low, high] = amountOf(amount);
      const [of, factor] = unitOf(unit);
      const more = half === undefined && tail === undefined ? 0 : 0.5;
      return unitsFromNow(factor * (low + more), factor * (high + more), of);
    },
  ),
  matcher(
    new RegExp(`(?:(?:in|over|for|during) )?the (?<which>last|past|next|coming) (?:${NUMBER} )?${UNIT}`),
    ({ which, amount, unit }) => {
      const [of, factor] = unitOf(unit);
      const sign = which === "last" || which === "past" ? -factor : factor;
      return stretchFromNow(sign * amountOf(amount ?? "one")[1], of);
    },
  ),
  matcher(new RegExp(`within (?:the next )?${NUMBER} ${UNIT}`), ({ amount, unit }) => {
    const [of, factor] = unitOf(unit);
    return stretchFromNow(factor * amountOf(amount)[1], of);
  }),
  matcher(
    new RegExp(`(?<which>last|next) (?<amount>\\d+|two|three|four|five|six|few) ${UNIT}`),
    ({ which, amount = "", unit }) => {
      const [of, factor] = unitOf(unit);
      return adjoining(
        factor * (amount === "few" ? 3 : amountOf(amount)[1]),
        of,
        which === "last" ? "past" : "future",
      );
    },
  ),
  matcher(/(?<which>the other day|recently|lately|these days|just now|a while ago)\b/, ({ which }) =>
    vague(which),
  ),
);

function vague(words: string | undefined): Omit<Part, "end"> {
  const ambiguous = "about: the words name no bounds";
  if (words === "just now") {
    const place = ({ now }: { readonly now: number }) =>
      ({ start: now - 2 * HOUR, end: now, grain: "hour", direction: "past", ambiguous }) as const;
    return alone(LEVEL.clock, place, { closes: true });
  }
  const [from, to] = words === "the other day" ? [-7, 0] : words === "a while ago" ? [-90, 0] : [-30, 1];
  const days = daysAround(from, to, "past");
  return {
    ...days,
    place: (outer, context) => {
      const span = days.place(outer, context);
      return span && { ...span, ambiguous };
    },
  };
}

// --- clock

const HOUR_IN_WORDS = `(?<hour>1[0-2]|[1-9]|${NUMBERS.join("|")})`;

const clocks = firstOf(
  // Between 3 and 5 pm: the first hour is of the same half of the day, or of the one before (10 to 2 pm).
  matcher(
    /(?:between |from )?(?<from>1[0-2]|[1-9])(?: and | to | ?- ?)(?<to>1[0-2]|[1-9]) ?(?<meridiem>[ap])\.?m\b\.?/,
    ({ from, to, meridiem }) => {
      const end = withMeridiem(Number(to), meridiem);
      const same = withMeridiem(Number(from), meridiem);
      const start = same < end ? same : (same + 12) % 24;
      const part = clock({ hour: start, minute: 0, exact: true, toTheMinute: false });
      if (part === undefined || start >= end) return undefined;
      return {
        ...part,
        place: (outer, context) => {
          const first = part.place(outer, context);
          return first && { ...first, end: first.start + (end - start) * HOUR };
        },
      };
    },
  ),
  matcher(
    new RegExp(
      `(?:at |around |by )?(?:(?<half>half)|(?:a )?(?<quarter>quarter)|(?<minutes>[1-5]?\\d|five|ten|twenty(?:[- ]five)?)(?: minutes?)?) (?<side>past|to) ${HOUR_IN_WORDS}(?! ?(?:percent|people|[ap]\\.?m))\\b(?!:)`,
    ),
    ({ half, quarter, minutes = "", side, hour = "" }) => {
      const amount =
        half !== undefined
          ? 30
          : quarter !== undefined
            ? 15
            : minutes.endsWith("five") && minutes !== "five"
              ? 25
              : numberOf(minutes);
      if (half !== undefined && side === "to") return undefined;
      // "10 to 12" is a range of hours.
      if (side === "to" && /^\d/.test(minutes) && /^\d/.test(hour)) return undefined;
      const said = numberOf(hour);
      return side === "past"
        ? clock({ hour: said, minute: amount, exact: false, toTheMinute: true })
        : clock({ hour: said === 1 ? 12 : said - 1, minute: 60 - amount, exact: false, toTheMinute: true });
    },
  ),
  matcher(
    /(?:at |around |by )?(?<hour>1[0-2]|0?\d)(?::(?<minute>[0-5]\d))? ?(?<meridiem>[ap]\.?m\b\.?|[ap]\b(?=[^a-z]|$)(?<=:\d\d ?[ap]))/,
    ({ hour, minute, meridiem }) =>
      clock({
        hour: withMeridiem(Number(hour), meridiem),
        minute: Number(minute ?? 0),
        exact: true,
        toTheMinute: minute !== undefined,
      }),
  ),
  matcher(/(?:at |around |by )?(?<hour>2[0-3]|1\d|0?\d):(?<minute>[0-5]\d)\b(?!:)/, ({ hour = "", minute }) =>
    clock({ hour: Number(hour), minute: Number(minute), exact: hour.length === 2, toTheMinute: true }),
  ),
  matcher(
    /at (?<hour>1[0-2]|[1-9])(?: o'?clock)?\b(?![\d:/.%]| (?:percent|years|dollars|am|pm))/,
    ({ hour }) => clock({ hour: Number(hour), minute: 0, exact: false, toTheMinute: false }),
  ),
  matcher(/(?<hour>1[0-2]|[1-9]) o'?clock\b/, ({ hour }) =>
    clock({ hour: Number(hour), minute: 0, exact: false, toTheMinute: false }),
  ),
  matcher(/at (?<name>noon|midnight)\b/, ({ name }) =>
    clock({ hour: name === "noon" ? 12 : 24, minute: 0, exact: true, toTheMinute: false }),
  ),
  matcher(
    /(?:in the |at |this )?(?<name>early morning|morning|afternoon|evening|lunchtime|(?<=at )night|noon|midnight)\b/,
    ({ name = "" }, [words]) => {
      const part = DAY_PARTS_EN.get(name);
      return part && { ...dayPart(part), opens: words !== name };
    },
  ),
  matcher(/night\b/, () => {
    const part = DAY_PARTS_EN.get("night");
    return part && { ...dayPart(part), opens: false };
  }),
);

/** Words that an English time begins with; any other word costs one look-up. Figures may begin one too. */
const BEGINNINGS: ReadonlySet<string> = new Set([
  ..."a an about around at back by coming during few following for half in just lately last later next of on over".split(
    " ",
  ),
  ..."past previous recently several since the these this today tomorrow tonight until within yesterday".split(
    " ",
  ),
  ..."beginning between early end from half late lunchtime mid middle morning afternoon evening night noon midnight quarter start towards".split(
    " ",
  ),
  ..."sunday monday tuesday wednesday thursday friday saturday sun mon tue tues wed thu thur thurs fri sat".split(
    " ",
  ),
  ..."january february march april may june july august september october november december".split(" "),
  ..."jan feb mar apr jun jul aug sep sept oct nov dec".split(" "),
  ...NUMBERS,
  ...Object.keys(TENS),
  ...Object.keys(NTH),
  ...DECADES,
  ...[...FESTIVALS_EN.keys()].map((name) => /^[a-z]+/.exec(name)?.[0] ?? name),
]);

const FIRST_WORD = /[a-z]+|\d/y;

const anywhere = firstOf(
  distances,
  edges,
  tonight,
  relativeDays,
  dates,
  weekdays,
  festivals,
  periods,
  clocks,
);

/** Every matcher, the more particular first. `at` is the beginning of a word or figure. */
export const english: Matcher = (text, at) => {
  FIRST_WORD.lastIndex = at;
  const first = FIRST_WORD.exec(text)?.[0];
  if (first === undefined || (/[a-z]/.test(first) && !BEGINNINGS.has(first))) return undefined;
  return anywhere(text, at);
};
