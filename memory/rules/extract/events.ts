/** Dated plans and happenings, undated plans, and what the user is at over weeks. */
import {
  ACTION_EN,
  ACTION_ZH,
  CHATTER_EN,
  CHATTER_ZH,
  EVENT_NOUN_ZH,
  ONGOING_ZH,
  BEFORE_VERB_ZH,
  PREPOSITION_ZH,
  UNDATED_PLAN_ZH,
} from "../lexicon/events.ts";
import { MAJOR_EVENTS } from "../lexicon/states.ts";
import { timeOf } from "./clause.ts";
import type { Clause, Reading } from "./clause.ts";
import type { When } from "../../extraction.ts";
import { daysFromToday, isPresent, whenOf } from "./dates.ts";
import { factOf, focusKeywords, found, tagsOf } from "./found.ts";
import type { Found } from "./found.ts";
import { tell } from "./perspective.ts";

/** What lies further ahead is a fact, but not yet something to keep in mind. */
const FOCUS_DAYS = 18;
const DAY_MS = 86_400_000;
const ACTS_ZH = new RegExp(`^(?:${ACTION_ZH.source})`);
const ACTS_SOON_ZH = new RegExp(`^.{1,14}?(?:${ACTION_ZH.source})`);
/** Words before the verb are taken off one by one; more than this many is no plain telling. */
const MOST_BEFORE_VERB = 6;
/** Of today: still to come. */
const PLANNED =
  /^(?:还|也|就|都|又|和.{1,8}|跟.{1,8}){0,3}(?:要|会(?!儿)|得(?!到|了)|打算|准备|计划|决定|想|约|有|需要|必须|去(?!了))|考试|面试|开会|^(?:am|is|are|will|have to|has to|need to|have|has|got)\b/;
/** Words of habit beside a time make it no single event: 有时周末去爬山. */
const HABITUAL =
  /有时|每|经常|常常|总是|通常|一般|平时|偶尔|\b(?:usually|often|always|sometimes|every|normally)\b/i;
/** Planned, feared, denied: not yet an event. */
const NOT_HAPPENED =
  /没有?(?!想到)|不(?!久|过|小心)|想|打算|考虑|准备|快要|害怕|担心|希望|如何|讲述|n't\b|\bnot\b|\bnever\b|\bthinking\b|\bwants?\b|\bplan(?:s|ning)?\b|\bmight\b|\bhope\b/;
/** Of a film or a book, not of a life. */
/** "had it for lunch" says nothing by itself. */
const BARE_IT = /\bit\b(?! (?:was|is|were|had))/i;
const STORY_SUBJECT = /^(?:这|那)(?:个|部|本|首)?(?:电影|小说|故事|书|歌|剧|片)/;
const STORY =
  /电影|小说|故事|主角|剧情|书里|剧里|新闻|\b(?:movie|film|novel|story|character|book|episode)\b/i;
const COARSE = new Set(["season", "year"]);
const PLAN_EN =
  /^(?:am |is |are )?(?:really |also |still |currently ){0,6}(?:planning (?:to|on)|thinking (?:about|of)|going to|considering|want to (?:visit|learn|buy|go|move|study|become|write)|plan to|decided to|hoping to|saving up (?:for|to)|preparing for)\b/i;
const ONGOING_EN =
  /^(?:(?:have|has) been|am|is|are|started|have started) (?:really |also |currently |just |now ){0,6}(?:learning|studying|reading|writing|practicing|preparing|training|looking for|working on|building|taking (?:a|an|some) .*(?:class|course|lesson)|renovating|dating|raising)\b/i;

/** A clause with a time that tells of something done or planned: a fact with `when`, and a focus event if it is near. */
export function readDatedEvent(clause: Clause, reading: Reading): Found | undefined {
  const mention = timeOf(clause);
  const { kind, role } = clause.subject;
  if (mention === undefined || isPresent(mention) || (kind !== "user" && kind !== "other")) return undefined;
  // What pets and others do on an ordinary day is kept by the dialogue log; their plans concern the user.
  const past = mention.end.getTime() <= Date.parse(daysFromToday(reading, 0).start);
  if (role?.pet === true || HABITUAL.test(clause.text)) return undefined;
  const zh = reading.language === "zh";
  const said = clause.predicate;
  if (
    said.length < 2 ||
    STORY_SUBJECT.test(said) ||
    (!zh && BARE_IT.test(said)) ||
    (zh ? CHATTER_ZH : CHATTER_EN).test(said)
  )
    return undefined;
  const tells = zh ? actsInChinese(said) || EVENT_NOUN_ZH.test(said) : ACTION_EN.test(said);
  if (!tells || (COARSE.has(mention.grain) && !tellsMajor(said))) return undefined;
  const fact = factOf(clause, reading);
  const near =
    !past &&
    mention.start.getTime() - reading.input.said.getTime() <= FOCUS_DAYS * DAY_MS &&
    !COARSE.has(mention.grain);
  const planned = mention.start.getTime() > reading.input.said.getTime() || PLANNED.test(said);
  const done =
    mention.end.getTime() <= reading.input.said.getTime() ||
    /[了过](?!.*(?:就要|快要|要))/.test(said) ||
    (!zh && isPastTense(said));
  return found({
    facts: [fact],
    focus:
      near && planned && !done
        ? [
            {
              content: fact.content,
              quote: clause.text,
              keywords: focusKeywords(clause, reading),
              when: whenOf(mention),
              expires: new Date(mention.end.getTime() + DAY_MS).toISOString(),
            },
          ]
        : [],
    takesAlong: true,
  });
}

/** Plans without a date and longer undertakings: 打算去华山, 在学吉他, "been learning the guitar". */
export function readUndertaking(clause: Clause, reading: Reading): Found | undefined {
  if (clause.subject.kind !== "user" || clause.subject.possessive) return undefined;
  const zh = reading.language === "zh";
  const said = clause.predicate;
  if (said.length < (zh ? 4 : 8) || (zh ? CHATTER_ZH : CHATTER_EN).test(said)) return undefined;
  const matches = zh
    ? UNDATED_PLAN_ZH.test(said) || ONGOING_ZH.test(said)
    : PLAN_EN.test(said) || ONGOING_EN.test(said);
  if (!matches) return undefined;
  // 今天是周末，我打算去爬山: the day was said before the plan.
  if (clause.carriedTime !== undefined && timeOf(clause) === undefined && !isPresent(clause.carriedTime)) {
    return readDatedEvent({ ...clause, time: clause.carriedTime }, reading);
  }
  return found({ facts: [factOf(clause, reading, { confidence: 0.7 })], takesAlong: true });
}

/** Life-shaping events that no other reader knows: 我妈去世了, 我考上研究生了. Dated to the day when no time is named. */
export function readMajorEvent(clause: Clause, reading: Reading): Found | undefined {
  if (!isMajorEvent(clause, reading)) return undefined;
  return found({
    facts: [factOf(clause, reading, { when: whenHappened(clause, reading) })],
    takesAlong: true,
  });
}

export interface MajorEvent {
  readonly content: string;
  readonly summary: string;
  readonly kind: string;
  readonly tags: string[];
  readonly importance: number;
  readonly quote: string;
  readonly when: When;
}

/** The life-shaping events that the clauses tell of. */
export function majorEventsIn(clauses: readonly Clause[], reading: Reading): MajorEvent[] {
  return clauses
    .filter((clause) => clause.mood === "statement" && isMajorEvent(clause, reading))
    .map((clause) => {
      const content = tell(clause, reading);
      const isUsers = clause.subject.kind === "user";
      return {
        content,
        summary: tell(clause, reading, { times: "none" }),
        kind: majorKindOf(clause.predicate) ?? "other",
        tags: tagsOf(clause.predicate, reading),
        importance: isUsers ? 0.9 : 0.8,
        quote: clause.text,
        when: whenHappened(clause, reading),
      };
    });
}

/** Said of the user or somebody near, as something that has happened. */
function isMajorEvent(clause: Clause, reading: Reading): boolean {
  const { kind } = clause.subject;
  const said = clause.predicate;
  if ((kind !== "user" && kind !== "other") || !tellsMajor(said) || said.length > 40) return false;
  if (NOT_HAPPENED.test(said) || STORY.test(clause.text)) return false;
  return reading.language === "en" || /了|过|刚|已|的$/.test(clause.text);
}

function whenHappened(clause: Clause, reading: Reading): When {
  const mention = timeOf(clause);
  return mention === undefined || isPresent(mention) ? daysFromToday(reading, 0) : whenOf(mention);
}

/** Whether the words are those of a rare, life-shaping event. */
export function tellsMajor(text: string): boolean {
  return MAJOR_EVENTS.some(([, words]) => words.test(text));
}

/** The kind of life-shaping event the words tell of. */
export function majorKindOf(text: string): string | undefined {
  return MAJOR_EVENTS.find(([, words]) => words.test(text))?.[0];
}

function isPastTense(said: string): boolean {
  return /^(?:\w+ )?(?:went|had|met|saw|took|flew|moved|got|ate|watched|played|bought|ran|made|did|came|left|visited|finished|started|attended|\w+ed)\b/i.test(
    said,
  );
}

/** Whether the predicate tells of doing something: a verb of action after modal words and one phrase of place or company. */
function actsInChinese(said: string): boolean {
  let rest = said;
  for (let step = 0; step < MOST_BEFORE_VERB; step++) {
    if (ACTS_ZH.test(rest)) return true;
    const modal = BEFORE_VERB_ZH.exec(rest);
    if (modal === null) break;
    rest = rest.slice(modal[0].length);
  }
  const preposition = PREPOSITION_ZH.exec(rest);
  return preposition !== null && ACTS_SOON_ZH.test(rest.slice(preposition[0].length));
}
