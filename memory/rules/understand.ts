/**
 * Understanding by rules: what an input wants, how the user feels, and what to look for in memory. The offline default,
 * and what the model step falls back to.
 *
 * The query is phrased as the companion would remember it, since memories are stored so: it names the user, and 你 is 我.
 */
import { languageOf } from "../../language/detect.ts";
import { keywordsOf } from "../../language/segment.ts";
import { readFeeling } from "../../language/sentiment.ts";
import type { Language, TimeMention, TimeReference } from "../../language/types.ts";
import { DEFAULT_QUERY_WORK, queriesOf } from "../recall/queries.ts";
import type { QueryWork } from "../recall/queries.ts";
import type { Understanding } from "../understanding.ts";
import type { Clause, Reading } from "./extract/clause.ts";
import { isPresent, timesIn, writtenOut } from "./extract/dates.ts";
import { parseClauses } from "./extract/parse.ts";
import { fromCompanionsView } from "./extract/perspective.ts";
import { thirdPerson } from "./extract/third-person.ts";
import {
  ADVICE_TOPICS,
  FILLER_EN,
  FILLER_ZH,
  FORGET,
  IDENTITY,
  ORDERING,
  PAST,
} from "./lexicon/questions.ts";
import { attributesAsked } from "./understand/attributes.ts";
import { intentOf, substanceOf } from "./understand/intent.ts";
import type { Intent } from "./understand/intent.ts";
import { partsOf } from "./understand/parts.ts";
import { followUp, resolved } from "./understand/references.ts";
import type { Message } from "./understand/references.ts";
import { onlyIn, routesFor } from "./understand/routing.ts";
import { isOfTheWorld } from "./understand/world.ts";

export interface UnderstandInput {
  readonly text: string;
  /** The last messages before this one (6 are enough), oldest first. */
  readonly history: readonly Message[];
  readonly now: Date;
  readonly timezone: string;
  readonly nightOwlHour: number;
  readonly userName: string;
  readonly companionName: string;
  /** Strategies that are switched on; the rules know rewrite, split, keywords, routing and time. */
  readonly work?: ReadonlySet<QueryWork>;
}

const DEFAULT_WORK: ReadonlySet<QueryWork> = new Set(DEFAULT_QUERY_WORK);

/** A query longer than this looks for everything and finds nothing. */
const LONGEST_QUERY = 120;
/** Of a longer input the end is read: there the question stands. */
const LONGEST_READ = 4_000;
const KEYWORDS = 8;
const DAY_OR_FINER = new Set(["day", "daypart", "hour", "minute"]);
const DAY_MS = 86_400_000;
const BARE_DATE =
  /^(?:\d{1,2}|[一二三四五六七八九十]{1,2})月|^(?:on )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d/i;
/** Asks what is to come. */
const ASKS_AHEAD =
  /安排|计划|打算|要(?:做|去|干)|有什么事|提醒|\bplans?\b|\bgoing to\b|\bwill\b|\bschedule\b|\bneed to\b/i;
const COARSE = new Set(["month", "season", "year"]);
/** See the header. Never throws; an empty text is small talk. */
export function understandByRules(input: UnderstandInput): Understanding {
  const { now, timezone, nightOwlHour, userName, companionName, history, work = DEFAULT_WORK } = input;
  const reference: TimeReference = { now, timezone, nightOwlHour };
  const language = languageOf(input.text.slice(-LONGEST_READ));
  const said = input.text.trim().slice(-LONGEST_READ);
  const asked = work.has("rewrite") ? followUp(said, history, language, reference) : undefined;
  const text = asked ?? said;
  const reading = readingOf(input, text, language, reference);
  const clauses = parseClauses(text, reading);
  const substance = substanceOf(clauses, language, companionName);
  const intent = intentOf(text, substance, language, now);
  const emotion = readFeeling(said).emotion;
  const nothing = { intent, emotion, memoryQuery: "", queries: [], keywords: [], needsMemory: false };
  if (!looksUp(intent, text, language)) return nothing;

  const matter = subjectMatter(substance, intent, language);
  const subject = work.has("rewrite") ? resolved(matter, history, language) : matter;
  const times = timesAsked(subject, intent, reference);
  const asksTime = intent === "ask_memory" ? times.find((mention) => mention.start < mention.end) : undefined;
  const query = queryOf(subject, intent === "ask_memory" ? times : [], reading);
  // What is told without a subject is told of the user.
  const memoryQuery =
    intent === "share" &&
    language === "zh" &&
    substance[0]?.subject.kind === "user" &&
    !query.includes(userName)
      ? `${userName}${query}`
      : query;
  const aboutPast =
    intent === "ask_memory" &&
    (PAST.test(text) || times.some(({ direction, grain }) => direction === "past" && COARSE.has(grain)));
  if (memoryQuery === "") return nothing;
  const attributes = intent.startsWith("ask_") ? attributesAsked(text) : [];
  const collections = intent === "ask_memory" && work.has("routing") ? onlyIn(subject) : undefined;
  const routes = work.has("routing")
    ? routesFor({
        text: subject,
        intent,
        language,
        asksPastTime: times.some((mention) => mention.end <= now && !COARSE.has(mention.grain)),
        asksAttribute: attributes.length > 0,
      })
    : undefined;
  // Told from the companion's view it is still what was asked; only what was filled in makes it another query.
  const isFilledIn = asked !== undefined || subject !== matter;
  const main = { text: memoryQuery, strategy: isFilledIn ? ("rewrite" as const) : ("asked" as const) };
  const queries = queriesOf(main, {
    parts: intent === "ask_memory" && work.has("split") ? partsOf(memoryQuery, language) : [],
  });
  return {
    intent,
    emotion,
    memoryQuery: queries[0]?.text ?? memoryQuery,
    queries,
    keywords: work.has("keywords")
      ? keywordsFor(subject, times, [userName, companionName], intent, language)
      : [],
    needsMemory: true,
    ...(asksTime === undefined || !work.has("time") ? {} : { timeRange: rangeOf(asksTime) }),
    ...(aboutPast ? { aboutPast } : {}),
    ...(attributes.length === 0 ? {} : { attributes }),
    ...(collections === undefined ? {} : { collections }),
    ...(routes === undefined ? {} : { routes }),
  };
}

/**
 * The times of the question. A bare month and day in a question about what was is the last one, not the next: 4月30号
 * asked for in 我为什么难过 lies in the past.
 */
function timesAsked(subject: string, intent: Intent, reference: TimeReference): TimeMention[] {
  const times = timesIn(subject, reference).filter((mention) => !isPresent(mention));
  if (intent !== "ask_memory" || ASKS_AHEAD.test(subject)) return times;
  return times.map((mention) => {
    if (mention.start <= reference.now || !BARE_DATE.test(mention.text)) return mention;
    const earlier = { ...reference, now: new Date(mention.start.getTime() - 366 * DAY_MS) };
    const last = timesIn(subject, earlier).find(
      ({ text, index }) => text === mention.text && index === mention.index,
    );
    return last !== undefined && last.end <= reference.now ? last : mention;
  });
}

/** A greeting, a laugh, "remember this" and questions of pure knowledge look nothing up. */
function looksUp(intent: Intent, text: string, language: Language): boolean {
  if (intent === "greeting" || intent === "small_talk") return false;
  if (intent === "instruct") return FORGET.test(text);
  if (intent === "ask_companion" && IDENTITY.test(text)) return false;
  // A task without a subject (写一首诗) reads like something told of the user.
  return (!intent.startsWith("ask_") && intent !== "share") || !isOfTheWorld(text, language);
}

/** The part of the input that tells what to look for: the question with what was told around it, or all that is told. */
function subjectMatter(substance: readonly Clause[], intent: Intent, language: Language): string {
  const comma = language === "zh" ? "，" : ", ";
  const all = substance.map(({ text }) => text).join(comma);
  if (!intent.startsWith("ask_") || all.length <= LONGEST_QUERY / 2) return all.slice(0, LONGEST_QUERY);
  const lastAsked = substance.findLastIndex(({ mood }) => mood === "question" || mood === "request");
  const sentence = substance[lastAsked]?.sentence ?? 0;
  const question = substance
    .filter((clause) => clause.sentence === sentence)
    .map(({ text }) => text)
    .join(comma);
  // "你有什么建议吗？" alone says nothing: the sentence before says what about.
  if (keywordsOf(question).length >= 3) return question.slice(0, LONGEST_QUERY);
  const around = substance.filter(
    (clause) => clause.sentence === sentence || clause.sentence === sentence - 1,
  );
  return around
    .map(({ text }) => text)
    .join(comma)
    .slice(-LONGEST_QUERY);
}

/** Fillers off, days written out as memories have them, told from the companion's view. */
function queryOf(subject: string, times: readonly TimeMention[], reading: Reading): string {
  const { language } = reading;
  const dated = times
    .filter(({ grain }) => DAY_OR_FINER.has(grain))
    .reduce((text, mention) => text.replace(mention.text, () => writtenOut(mention, reading)), subject);
  const bare = dated
    .replace(language === "zh" ? FILLER_ZH : FILLER_EN, "")
    .replace(/[。？！?!.\s]+$/, "")
    .replace(/(?:呢|吗|呀|啊|吧|来着|嘛|，)+$/, "");
  const told = language === "en" ? invertedToName(bare, reading.input.userName) : bare;
  return fromCompanionsView(told.trim(), reading.input, language);
}

/** "what do I do" → "what does Alex do": here the verb stands before its subject. */
function invertedToName(question: string, userName: string): string {
  return question.replace(
    /\b(do|don't|am|have|haven't|did|was|can|could|should|would|will) I\b/gi,
    (_whole, verb: string) => `${thirdPerson(verb.toLowerCase())} ${userName}`,
  );
}

/** Key words without times and names; advice also hangs on tastes and circumstances that the question does not name. */
function keywordsFor(
  subject: string,
  times: readonly TimeMention[],
  names: readonly string[],
  intent: Intent,
  language: Language,
): string[] {
  const untimed = times
    .reduce((text, mention) => text.replace(mention.text, " "), subject)
    .replace(ORDERING, " ");
  const own = keywordsOf(untimed, KEYWORDS + names.length).filter((word) => !names.includes(word));
  const implied =
    intent === "ask_advice"
      ? ADVICE_TOPICS.filter(({ asked }) => asked.test(subject)).flatMap(({ words }) => words[language])
      : [];
  return [...new Set([...own, ...implied])].slice(0, KEYWORDS);
}

function rangeOf(mention: TimeMention): NonNullable<Understanding["timeRange"]> {
  return { start: mention.start.toISOString(), end: mention.end.toISOString(), words: mention.text };
}

/** Clauses are parsed as extraction parses them; the companion has not answered yet. */
function readingOf(
  input: UnderstandInput,
  text: string,
  language: Language,
  reference: TimeReference,
): Reading {
  const { now, timezone, nightOwlHour, userName, companionName, history } = input;
  return {
    input: {
      userText: text,
      companionText: "",
      before: history,
      said: now,
      timezone,
      nightOwlHour,
      userName,
      companionName,
    },
    language,
    reference,
    certainty: 1,
  };
}
