/** Passing states of health: noted with the days they last, so that nobody asks after a sore throat months later. */
import { PASSING_STATES } from "../lexicon/states.ts";
import { timeOf } from "./clause.ts";
import type { Clause, Reading } from "./clause.ts";
import { daysFromToday, isPresent, whenOf } from "./dates.ts";
import { factOf, focusKeywords, found } from "./found.ts";
import type { Found } from "./found.ts";
import { tell } from "./perspective.ts";
import { dateInWords } from "../../../language/time/words.ts";

const OVER =
  /好了|好多了|痊愈|康复|没事了|退烧|出院|不疼|不痛|没有?(?:感冒|发烧|生病)|预防|容易|总是|经常|每次|recovered|feel(?:ing)? better|got over/i;

/** A focus event until it should be over, and a fact dated to those days. */
export function readPassingState(clause: Clause, reading: Reading): Found | undefined {
  const { kind } = clause.subject;
  if ((kind !== "user" && kind !== "other") || OVER.test(clause.predicate)) return undefined;
  const state = PASSING_STATES.find(([words]) => opensWith(words, clause.predicate));
  if (state === undefined || clause.predicate.length > 40) return undefined;
  const [, days] = state;
  const mention = timeOf(clause);
  const dated = mention !== undefined && !isPresent(mention) && mention.direction === "past";
  const isOver = dated && mention.end.getTime() <= Date.parse(daysFromToday(reading, -2).start);
  const when = isOver ? whenOf(mention) : daysFromToday(reading, 0, days);
  const content = dated ? tell(clause, reading) : toldToday(clause, reading);
  return found({
    facts: [factOf(clause, reading, { content, when, confidence: 0.8 })],
    focus: isOver
      ? []
      : [
          {
            content,
            quote: clause.text,
            keywords: focusKeywords(clause, reading),
            when,
            expires: when.end,
          },
        ],
    takesAlong: true,
    tellsOn: true,
  });
}

/** The day it was said stands in the content, since the words may carry none. */
function toldToday(clause: Clause, reading: Reading): string {
  const { input, language } = reading;
  const day = dateInWords(new Date(daysFromToday(reading, 0).start), input.timezone, language);
  return tell(clause, reading, { times: "none", day }).replace(/这几天|这两天/, "那几天");
}

/** The state is what the clause is about only when it stands near its start and nobody else causes it. */
function opensWith(words: RegExp, predicate: string): boolean {
  const match = words.exec(predicate);
  return match !== null && match.index <= 14 && !/[的我让]|疫情|预防/.test(predicate.slice(0, match.index));
}
