/**
 * From a text to clauses: who each is about, what is said, at which time. Subjects left out are carried on within the
 * sentence, as Chinese does; he and she are the last other person spoken of.
 */
import type { TimeMention } from "../../../language/types.ts";
import { REPORTED_EN, REPORTED_ZH } from "../lexicon/moods.ts";
import { NOBODY, USER } from "./clause.ts";
import type { Clause, Mood, Reading, Subject } from "./clause.ts";
import { timesIn } from "./dates.ts";
import { moodsOf, withoutOpeners } from "./mood.ts";
import { blankQuotations, splitClauses } from "./split.ts";
import { subjectInEnglish } from "./subject-en.ts";
import { subjectInChinese } from "./subject-zh.ts";
import type { SubjectFound } from "./subject-zh.ts";

/** Particles that close a clause; 了 stays, it belongs to the meaning. */
const CLOSING = /(?:[呢吧啊呀哦喔啦嘛哈呗哟噢诶]|来着|嘿嘿|的说|而已|[~～♪\s.!。！])+$/u;
/** English leaves "I" out before few verbs: "Just moved to Boston." */
const OPENS_WITH_VERB =
  /^(?:just |really |finally |still |absolutely |also |never |recently ){0,6}(?:love|like|hate|enjoy|prefer|can't|got|moved|bought|went|had|started|quit|finished|met|made|am|have|been|allergic|working|living|going|thinking|planning|used to|don't|feeling|studying|learning)\b/i;
/** Longest run of leading words (opener, time, subject, time, …) that is taken off. */
const MAX_LEADING = 6;

/** The clauses of a text, in order. `text` is the user's, or what the user said completed from the question before. */
export function parseClauses(text: string, reading: Reading): Clause[] {
  const { language } = reading;
  const pieces = splitClauses(text, language);
  const moods = moodsOf(pieces, language);
  const times = timesIn(text, reading.reference);
  const clauses: Clause[] = [];
  let lastOther: Subject | undefined;
  pieces.forEach((piece, at) => {
    const end = piece.index + piece.text.length;
    const own = times.filter((time) => time.index >= piece.index && time.index < end);
    const plain = blankQuotations(piece.text);
    const { subject: found, time, rest } = takeLeading(plain, own, reading);
    const before = clauses[at - 1];
    const subject = settle(
      found,
      before,
      piece.sentence,
      lastOther,
      language === "zh" || OPENS_WITH_VERB.test(rest),
    );
    if (subject.kind === "other") lastOther = subject;
    const predicate = (language === "en" && found === undefined ? lowered(rest) : rest).replace(CLOSING, "");
    const reported = REPORTED_ZH.test(rest) || REPORTED_EN.test(rest);
    const carried =
      before?.sentence === piece.sentence && before.mood === "reported" && subject.kind !== "user";
    const stated = moods[at] ?? "statement";
    const mood: Mood =
      stated === "statement" && ((reported && subject.kind === "other") || carried) ? "reported" : stated;
    const carriedTime = before?.sentence === piece.sentence ? (before.time ?? before.carriedTime) : undefined;
    clauses.push({
      text: piece.text,
      index: piece.index,
      sentence: piece.sentence,
      mood,
      subject,
      predicate,
      innerTimes: own.filter((mention) => mention !== time && predicate.includes(mention.text)),
      ...(time === undefined ? {} : { time }),
      ...(carriedTime === undefined ? {} : { carriedTime }),
    });
  });
  return clauses;
}

/** A sentence that opens with its verb ("Just moved"): the capital letter is the sentence's. */
function lowered(rest: string): string {
  return rest.charAt(0).toLowerCase() + rest.slice(1);
}

/** Takes openers, one subject and one time off the front, in whichever order they stand. */
function takeLeading(
  text: string,
  times: readonly TimeMention[],
  { language }: Reading,
): { subject?: SubjectFound; time?: TimeMention; rest: string } {
  const findSubject = language === "zh" ? subjectInChinese : subjectInEnglish;
  let rest = text;
  let subject: SubjectFound | undefined;
  let time: TimeMention | undefined;
  for (let step = 0; step < MAX_LEADING; step++) {
    const before = rest;
    rest = withoutOpeners(rest, language).replace(/^[\s，,、]+/, "");
    if (time === undefined) {
      const first = rest;
      time = times.find((mention) => first.startsWith(mention.text));
      if (time !== undefined) rest = rest.slice(time.text.length).replace(/^[\s，,的]+/, "");
    }
    if (subject === undefined) {
      subject = findSubject(rest);
      if (subject !== undefined) rest = subject.rest;
    } else {
      // 我觉得我…, 医生说我…: the inner clause is what is told.
      const inner = /^(?:(?:觉得|感觉|认为|发现|说过?|承认)(?=我)|(?:知道|记得|听说)(?=[我他她你]))/.exec(
        rest,
      );
      if (inner !== null && (subject.subject?.kind === "user" || subject.subject?.role?.name === "医生")) {
        rest = rest.slice(inner[0].length);
        subject = undefined;
      }
    }
    if (rest === before) break;
  }
  return { rest, ...(subject === undefined ? {} : { subject }), ...(time === undefined ? {} : { time }) };
}

function settle(
  found: SubjectFound | undefined,
  before: Clause | undefined,
  sentence: number,
  lastOther: Subject | undefined,
  mayLeaveOut: boolean,
): Subject {
  if (found?.subject !== undefined) return found.subject;
  if (found !== undefined)
    return lastOther === undefined ? NOBODY : { ...lastOther, possessive: found.possessive };
  if (!mayLeaveOut) return NOBODY;
  if (before === undefined) return USER;
  if (before.sentence === sentence) return { ...before.subject, explicit: false, possessive: false };
  return before.subject.kind === "other" ? NOBODY : USER;
}
