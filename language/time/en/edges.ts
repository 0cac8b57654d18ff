/** What English tells by a place within a week, month, year or century: its edges, nth weekdays, quarters, decades. */
import { daySpan, monthSpan, weekSpan, yearSpan } from "../calendar.ts";
import { firstOf, LEVEL, matcher } from "../grammar.ts";
import type { Matcher, Span } from "../grammar.ts";
import { alone, inYear, monthFromNow, quarterFromNow, weekFromNow, yearFromNow } from "../placing.ts";
import { DAY, fieldsOf, localTime } from "../zone.ts";
import type { LocalTime } from "../zone.ts";
import { MONTH, monthNumber, offsetOf, WEEKDAY, weekdayNumber } from "./words.ts";
import type { Groups } from "./words.ts";

export const NTH: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  last: -1,
};
const ORDINAL = `(?<nth>${Object.keys(NTH).join("|")})`;

/** The week, month or year that words name, with nothing for "the month" alone. */
const PERIOD = `(?:(?:the |(?<which>last|this|next) )?(?<unit>week|month|year)|${MONTH}(?: (?<year>[12]\\d{3}))?|(?<yearAlone>(?:19|20)\\d\\d))\\b`;

function period({ which, unit, month: name, year: number, yearAlone }: Groups, today: LocalTime): Span {
  const { year: here, month: thisMonth } = fieldsOf(today);
  if (yearAlone !== undefined) return yearSpan(Number(yearAlone));
  if (name !== undefined) {
    const span = monthSpan(number === undefined ? here : Number(number), monthNumber(name));
    return number === undefined
      ? { ...span, ambiguous: "the one of this year; another year is possible" }
      : span;
  }
  const offset = offsetOf(which);
  if (unit === "week") return weekSpan(today + 7 * offset * DAY);
  return unit === "month" ? monthSpan(here, thisMonth + offset) : yearSpan(here + offset);
}

/**
 * What is meant by the start, middle or end of a week, month or year: its days or months from and to, as in Chinese (月底, 年初).
 */
const EDGES = {
  week: { start: [1, 2], mid: [3, 3], end: [5, 7] },
  month: { start: [1, 10], mid: [11, 20], end: [21, 31] },
  year: { start: [1, 2], mid: [6, 7], end: [11, 12] },
} as const;

function edgeOf(within: Span, edge: "start" | "mid" | "end"): Span {
  if (within.grain === "year") {
    const [from, to] = EDGES.year[edge];
    return { ...within, ...monthSpan(fieldsOf(within.start).year, from, to - from + 1) };
  }
  const [from, to] = within.grain === "week" ? EDGES.week[edge] : EDGES.month[edge];
  const end = Math.min(within.start + to * DAY, within.end);
  return { ...within, start: within.start + (from - 1) * DAY, end, grain: "week" };
}

const EDGE_WORDS = "(?<edge>beginning|start|early|middle|mid|late|end)";

const edgesOfPeriods = matcher(
  new RegExp(
    `(?:(?:by|at|in|until|till|towards?|before|since|from|around|on) )?(?:the )?${EDGE_WORDS}(?: of|-| in)? ?${PERIOD}`,
  ),
  (groups) => {
    const { edge = "" } = groups;
    const place = edge.startsWith("mid") ? "mid" : edge === "end" || edge === "late" ? "end" : "start";
    return alone(LEVEL.week, ({ today }) => {
      const span = edgeOf(period(groups, today), place);
      return { ...span, direction: span.start > today ? "future" : span.end <= today ? "past" : "none" };
    });
  },
);

/** The first Monday of January, the last Friday of the month, the second Sunday in May 2027. */
const nthWeekday = matcher(
  new RegExp(`(?:on )?(?:the )?${ORDINAL} ${WEEKDAY} (?:of|in) ${PERIOD}`),
  ({ nth: ordinal = "", weekday: name, ...groups }) =>
    alone(LEVEL.day, ({ today }) => {
      const within = period(groups, today);
      const weekdaysIn = weekdaysWithin(within, weekdayNumber(name));
      const start = weekdaysIn.at(NTH[ordinal] === -1 ? -1 : (NTH[ordinal] ?? 1) - 1);
      return start === undefined ? undefined : { ...within, ...daySpan(start) };
    }),
);

function weekdaysWithin({ start, end }: Span, weekdayOf: number): LocalTime[] {
  const first = start + ((weekdayOf - fieldsOf(start).weekday + 7) % 7) * DAY;
  return Array.from(
    { length: Math.max(0, Math.ceil((end - first) / (7 * DAY))) },
    (_, week) => first + week * 7 * DAY,
  );
}

const quarters = firstOf(
  matcher(
    new RegExp(
      `(?:in )?(?:the )?${ORDINAL} quarter(?: of (?:(?<year>20\\d\\d)|(?<which>last|this|next|the) year))?\\b(?! (?:past|to|of an))`,
    ),
    ({ nth: ordinal = "", year: number, which }) => {
      if (ordinal === "last" && number === undefined && which === undefined) return quarterFromNow(-1);
      const n = ordinal === "last" ? 4 : (NTH[ordinal] ?? 5);
      if (n > 4) return undefined;
      const of = (inYearNumber: number) => monthSpan(inYearNumber, 3 * n - 2, 3);
      if (number !== undefined) return alone(LEVEL.season, () => of(Number(number)));
      if (which === undefined) return inYear(LEVEL.season, of);
      return alone(LEVEL.season, ({ today }) => of(fieldsOf(today).year + offsetOf(which)));
    },
  ),
  matcher(/(?:in )?(?<which>this|next) quarter\b/, ({ which }) => quarterFromNow(offsetOf(which))),
);

export const DECADES = "twenties thirties forties fifties sixties seventies eighties nineties".split(" ");

const decades = firstOf(
  matcher(
    new RegExp(
      `(?:in )?(?:the )?(?:(?<century>1[0-9]|20)?(?<tens>\\d)0'?s|(?<name>${DECADES.join("|")}))\\b`,
    ),
    ({ century, tens, name = "" }, [words]) => {
      if (century === undefined && !words.includes("the ")) return undefined;
      const decade = tens === undefined ? 20 + 10 * DECADES.indexOf(name) : 10 * Number(tens);
      return alone(LEVEL.year, ({ today }) => {
        const recent = 2000 + decade <= fieldsOf(today).year ? 2000 : 1900;
        const first = (century === undefined ? recent : 100 * Number(century)) + decade;
        return { start: localTime(first, 1, 1), end: localTime(first + 10, 1, 1), grain: "year" };
      });
    },
  ),
  matcher(/(?:in )?(?:the )?(?<n>1\d|2[01])(?:th|st) century\b/, ({ n }) => {
    const first = 100 * (Number(n) - 1);
    return alone(LEVEL.year, () => ({
      start: localTime(first, 1, 1),
      end: localTime(first + 100, 1, 1),
      grain: "year",
    }));
  }),
);

/** The week after next, the year before last. */
const oneBeyond = matcher(
  /(?:in )?the (?<unit>week|month|year) (?<side>after next|before last)\b/,
  ({ unit, side }) => {
    const offset = side === "after next" ? 2 : -2;
    return unit === "week"
      ? weekFromNow(offset)
      : unit === "month"
        ? monthFromNow(offset)
        : yearFromNow(offset);
  },
);

export const edges: Matcher = firstOf(edgesOfPeriods, nthWeekday, quarters, oneBeyond, decades);
