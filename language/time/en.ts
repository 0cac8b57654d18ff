/** The English grammar. Text is lower case; matchers are tried at word beginnings only. */
import { daySpan, monthSpan } from "./calendar.ts";
import { DAY_PARTS_EN } from "./dayparts.ts";
import { FESTIVALS_EN } from "./festivals.ts";
import { firstOf, LEVEL, matcher } from "./grammar.ts";
import type { Matcher, Part } from "./grammar.ts";
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
} from "./placing.ts";
import type { Unit } from "./placing.ts";
import { DAY, fieldsOf, HOUR } from "./zone.ts";

type Groups = Readonly<Record<string, string | undefined>>;

const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const WEEKDAY =
  "(?<weekday>sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?)s?\\.?\\b";
/** Weekday abbreviations that are words of their own ("sat", "sun", "wed") need their full name to stand alone. */
const FULL_WEEKDAY =
  "(?<weekday>sunday|monday|tuesday|wednesday|thursday|friday|saturday|mon|tues|thurs|fri)\\b";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?";
const FULL_MONTH =
  "(?<month>january|february|april|june|july|august|september|october|november|december|(?<=(?:in|last|next|this|of|since|until|by|late|early) )(?:march|may))\\b";

const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const NUMBER = `(?<amount>\\d+|an?|${NUMBERS.join("|")}|half an?|a couple(?: of)?|a few|several)`;
const UNIT = "(?<unit>second|sec|minute|min|hour|hr|day|week|month|year|fortnight)s?\\b";

const weekdayNumber = (name = "") => WEEKDAYS.indexOf(name.slice(0, 3));
const monthNumber = (name = "") => MONTHS.indexOf(name.slice(0, 3)) + 1;

function amountOf(said = ""): readonly [number, number] {
  if (said.startsWith("half")) return [0.5, 0.5];
  if (said.startsWith("a couple")) return [2, 2];
  if (said === "a few" || said === "several") return [3, 5];
  const number = /^\d/.test(said) ? Number(said) : said.startsWith("a") ? 1 : NUMBERS.indexOf(said) + 1;
  return [number, number];
}

function unitOf(said = ""): readonly [Unit, number] {
  if (said.startsWith("sec")) return ["second", 1];
  if (said.startsWith("min")) return ["minute", 1];
  if (said.startsWith("h")) return ["hour", 1];
  if (said === "fortnight") return ["week", 2];
  return [said === "day" ? "day" : said === "week" ? "week" : said === "month" ? "month" : "year", 1];
}

const OFFSETS: Readonly<Record<string, number>> = {
  last: -1,
  past: -1,
  previous: -1,
  this: 0,
  current: 0,
  next: 1,
  coming: 1,
};
const offsetOf = (which = "") => OFFSETS[which] ?? 0;
const WHICH = "(?:the )?(?<which>last|previous|this|next|coming)";

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
    /(?:on )?the (?<day>3[01]|[12]\d|[1-9])(?:st|nd|rd|th)\b(?! (?:time|floor|grade|of|century|one|place|birthday))/,
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
    new RegExp(`(?:about )?${NUMBER} ${UNIT} (?<side>ago|earlier|from now|later)\\b`),
    ({ amount, unit, side }) => {
      const [low, high] = amountOf(amount);
      const [of, factor] = unitOf(unit);
      const sign = side === "ago" || side === "earlier" ? -factor : factor;
      return unitsFromNow(sign * low, sign * high, of);
    },
  ),
  matcher(new RegExp(`in (?:about )?${NUMBER} ${UNIT}(?!')`), ({ amount, unit }) => {
    const [low, high] = amountOf(amount);
    const [of, factor] = unitOf(unit);
    return unitsFromNow(factor * low, factor * high, of);
  }),
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

const clocks = firstOf(
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
  ..."early lunchtime morning afternoon evening night noon midnight end start".split(" "),
  ..."sunday monday tuesday wednesday thursday friday saturday sun mon tue tues wed thu thur thurs fri sat".split(
    " ",
  ),
  ..."january february march april may june july august september october november december".split(" "),
  ..."jan feb mar apr jun jul aug sep sept oct nov dec".split(" "),
  ...NUMBERS,
  ...[...FESTIVALS_EN.keys()].map((name) => /^[a-z]+/.exec(name)?.[0] ?? name),
]);

const FIRST_WORD = /[a-z]+|\d/y;

const anywhere = firstOf(distances, tonight, relativeDays, dates, weekdays, festivals, periods, clocks);

/** Every matcher, the more particular first. `at` is the beginning of a word or figure. */
export const english: Matcher = (text, at) => {
  FIRST_WORD.lastIndex = at;
  const first = FIRST_WORD.exec(text)?.[0];
  if (first === undefined || (/[a-z]/.test(first) && !BEGINNINGS.has(first))) return undefined;
  return anywhere(text, at);
};
