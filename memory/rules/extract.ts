/**
 * Extraction by rules: what a turn says of the user that is worth keeping. The offline default, and what the model step
 * falls back to. Here is only the order of things; each kind of finding is read in a file of its own under extract/.
 *
 * Only what the user plainly states becomes an item. Questions, wishes, suppositions, other people's words, quotations
 * and role play give none, and the companion's words are context alone.
 */
import { languageOf } from "../../language/detect.ts";
import { keywordsOf } from "../../language/segment.ts";
import { readFeeling } from "../../language/sentiment.ts";
import type { Extraction, ExtractionInput } from "../extraction.ts";
import { readBelief } from "./extract/beliefs.ts";
import type { Clause, Reading } from "./extract/clause.ts";
import { correctionIn } from "./extract/corrections.ts";
import { readDatedEvent, readMajorEvent, readUndertaking, tellsMajor } from "./extract/events.ts";
import { found, quotedAs } from "./extract/found.ts";
import type { Found, Items, Reader } from "./extract/found.ts";
import { readPassingState } from "./extract/health.ts";
import { readAboutOther } from "./extract/others.ts";
import { parseClauses } from "./extract/parse.ts";
import { tellOn } from "./extract/perspective.ts";
import { asksOffRecord, blankSecrets, findSecrets } from "./extract/private.ts";
import { readNameOfOther, readPurchase, readRelation } from "./extract/relations.ts";
import { asksToRemember, readCallMe, readRemembered } from "./extract/requests.ts";
import { restated } from "./extract/restate.ts";
import { readTasteInChinese } from "./extract/tastes-zh.ts";
import { readTasteInEnglish } from "./extract/tastes-en.ts";
import { CHATTER_ZH, MERE_FEELING_ZH } from "./lexicon/events.ts";
import { ROLE_PLAY, ROLE_PLAY_ENDS } from "./lexicon/moods.ts";

export { holdsOneValue, SINGLE_VALUED } from "./extract/beliefs.ts";

/** A content longer than this takes no further clause along. */
const LONGEST_CONTENT = 90;
/** 在学习函数的时候: only says when something else was. */
const SUBORDINATE = /(?:的时候|的过程中|过程中|的话|之后|以后|(?<![小准按及临平同])时)$/;
/** Of a longer message the beginning is read; all of it stands in the dialogue log. */
const LONGEST_READ = 20_000;
/** Topic, feeling and tags are those of this much of it. */
const LONGEST_DIGEST = 4_000;
/** A remark below this length that gives no item is small talk. */
const SMALL_TALK = 12;

/** See the header. Never throws; a text that says nothing gives an extraction without items. */
export function extractByRules(input: ExtractionInput): Extraction {
  const text = input.userText.trim();
  const secrets = findSecrets(input.userText);
  if (asksOffRecord(text)) return { ...nothing(), offRecord: true, secrets };
  const safe = blankSecrets(input.userText, secrets).slice(0, LONGEST_READ);
  const language = languageOf(text === "" ? input.companionText : text);
  const { said, timezone, nightOwlHour } = input;
  const reading: Reading = {
    input,
    language,
    certainty: 1,
    reference: { now: said, timezone, nightOwlHour },
  };
  if (text === "" || isRolePlay(input))
    return { ...nothing(), secrets, dialogue: dialogueOf(safe, [], false, reading) };

  const correction = correctionIn(safe, reading, readStatements);
  const { found: items, retracts } = correction ?? {
    found: readAnswerOrStatements(safe, reading),
    retracts: [],
  };
  const contents = [...items.facts, ...items.preferences].map(({ content }) => content);
  const major = parseClauses(safe, reading).some(
    (clause) => clause.mood === "statement" && readsAsMajor(clause),
  );
  return {
    dialogue: dialogueOf(safe, contents, major, reading),
    facts: [...items.facts],
    preferences: [...items.preferences],
    profile: [...items.profile],
    focus: [...items.focus],
    retracts: [...retracts],
    offRecord: false,
    secrets,
  };
}

/** The user's words by themselves, or made whole by the question they answer (less certain, quoted as said). */
function readAnswerOrStatements(text: string, reading: Reading): Items {
  const whole = restated({ ...reading.input, userText: text });
  if (whole === undefined) return readStatements(text, reading);
  return quotedAs(readStatements(whole, { ...reading, certainty: 0.85 }), text.trim());
}

/** Clause by clause, the first reader that knows it; what follows in the sentence may join the content. */
function readStatements(text: string, reading: Reading): Found {
  const clauses = parseClauses(text, reading);
  const readers = readersFor(text, reading);
  const all: Found[] = [];
  for (let at = 0; at < clauses.length; at++) {
    const clause = clauses[at];
    if (clause === undefined) continue;
    const hit = readFirst(clause, clauses[at + 1], readers, reading);
    if (hit === undefined) continue;
    const follow = hit.takesAlong
      ? following(clauses, at, hit.used, readers, reading, contentLength(hit))
      : [];
    all.push(follow.length === 0 ? hit : joined(hit, clause, follow, text, reading));
    at += follow.length;
  }
  return merged(all);
}

function readersFor(text: string, reading: Reading): Reader[] {
  const taste = reading.language === "zh" ? readTasteInChinese : readTasteInEnglish;
  const known: Reader[] = [
    readNameOfOther,
    readBelief,
    taste,
    readPassingState,
    readPurchase,
    readDatedEvent,
    readMajorEvent,
    readAboutOther,
    readUndertaking,
  ];
  return asksToRemember(text) ? [...known, readRemembered] : known;
}

function readFirst(
  clause: Clause,
  next: Clause | undefined,
  readers: readonly Reader[],
  reading: Reading,
): Found | undefined {
  const callMe = readCallMe(clause, reading);
  if (callMe !== undefined) return callMe;
  if (clause.mood !== "statement" || clause.predicate.includes("\uFF3F")) return undefined;
  if (SUBORDINATE.test(clause.predicate)) return undefined;
  const relation = readRelation(clause, reading, next);
  if (relation !== undefined) return relation;
  for (const read of readers) {
    const hit = read(clause, reading);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** The clauses after `at` that tell on of the same thing: same sentence, stated, nothing of their own, not mere feeling. */
function following(
  clauses: readonly Clause[],
  at: number,
  used: number,
  readers: readonly Reader[],
  reading: Reading,
  length: number,
): Clause[] {
  const sentence = clauses[at]?.sentence;
  const along: Clause[] = [];
  let total = length;
  for (let next = at + 1; next < clauses.length; next++) {
    const clause = clauses[next];
    if (clause === undefined || clause.sentence !== sentence) break;
    total += clause.text.length;
    const isUsed = next <= at + used;
    if (!isUsed) {
      const tellsOn =
        clause.mood === "statement" && clause.subject.kind !== "companion" && total <= LONGEST_CONTENT;
      if (
        !tellsOn ||
        MERE_FEELING_ZH.test(clause.predicate) ||
        CHATTER_ZH.test(clause.text) ||
        clause.predicate.length < 2
      )
        break;
      const own = readFirst(clause, clauses[next + 1], readers, reading);
      if (own !== undefined && (clause.subject.explicit || !own.tellsOn)) break;
    }
    along.push(clause);
  }
  return along;
}

function joined(
  hit: Found,
  clause: Clause,
  follow: readonly Clause[],
  text: string,
  reading: Reading,
): Found {
  const last = follow.at(-1) ?? clause;
  const quote = text.slice(clause.index, last.index + last.text.length);
  const comma = reading.language === "zh" ? "，" : ", ";
  const told = follow.map((one) => tellOn(one, reading));
  const extend = <T extends { content: string; quote: string }>(item: T): T => ({
    ...item,
    content: [item.content, ...told].join(comma),
    quote,
  });
  return { ...hit, facts: hit.facts.map(extend), preferences: hit.preferences.map(extend) };
}

function contentLength(hit: Found): number {
  return (hit.facts[0] ?? hit.preferences[0])?.content.length ?? 0;
}

function merged(all: readonly Found[]): Found {
  return found({
    facts: onceBy(
      all.flatMap(({ facts }) => facts),
      ({ content }) => content,
    ),
    preferences: onceBy(
      all.flatMap(({ preferences }) => preferences),
      ({ content }) => content,
    ),
    profile: onceBy(
      all.flatMap(({ profile }) => profile),
      ({ key, value }) => `${key}=${value}`,
    ),
    focus: onceBy(
      all.flatMap(({ focus }) => focus),
      ({ content }) => content,
    ),
  });
}

function onceBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(keyOf(item)) && seen.add(keyOf(item)));
}

/** Role play lasts from its proposal until somebody ends it, within the messages that are known. */
function isRolePlay({ before, userText }: ExtractionInput): boolean {
  const said = [...before.map(({ text }) => text), userText];
  const begun = said.findLastIndex((text) => ROLE_PLAY.test(text));
  return begun >= 0 && said.findLastIndex((text) => ROLE_PLAY_ENDS.test(text)) < begun;
}

function readsAsMajor(clause: Clause): boolean {
  return (clause.subject.kind === "user" || clause.subject.kind === "other") && tellsMajor(clause.predicate);
}

function dialogueOf(
  safe: string,
  contents: readonly string[],
  major: boolean,
  reading: Reading,
): Extraction["dialogue"] {
  const { input } = reading;
  const text = (safe.trim() || input.companionText).slice(0, LONGEST_DIGEST);
  const feeling = readFeeling(text);
  const tags = keywordsOf(text, 5).filter((word) => word !== input.userName && word !== input.companionName);
  const plain = contents.length > 0 ? 0.5 : text.length <= SMALL_TALK ? 0.1 : 0.3;
  return {
    topic: tags.slice(0, 2).join(reading.language === "zh" ? "、" : ", "),
    sentiment: feeling.emotion,
    importance: major ? 0.9 : Math.min(0.8, plain + 0.2 * feeling.strength),
    tags,
    possibleMajorEvent: major,
  };
}

function nothing(): Extraction {
  return {
    dialogue: { topic: "", sentiment: "neutral", importance: 0, tags: [], possibleMajorEvent: false },
    facts: [],
    preferences: [],
    profile: [],
    focus: [],
    retracts: [],
    offRecord: false,
    secrets: [],
  };
}
