/**
 * The features of candidates: how each fits the question, in figures of 0..1. Pure, and cheap: together they cost
 * microseconds a candidate. What they weigh is in weights.ts, what they add up to in score.ts.
 */
import { nameFinder } from "../../language/names.ts";
import type { NameFinder } from "../../language/names.ts";
import { subjectsOf } from "../names.ts";
import { normaliseForSearch } from "../../language/normalise.ts";
import { isDialogue } from "../record.ts";
import type { MemoryRecord } from "../record.ts";
import { ONE_CONVERSATION_MS, ONE_EXCHANGE_MS } from "./closeness.ts";
import { fuse, worthOf } from "./fusion.ts";
import { normalised } from "./normalised.ts";
import { usableQueries } from "./question.ts";
import type { Question } from "./question.ts";
import type { Leg } from "./types.ts";
import type { Feature, Weights } from "./weights.ts";

export interface Candidate {
  readonly record: MemoryRecord;
  readonly legs: readonly Leg[];
  readonly buffered: boolean;
}

export type Features = Readonly<Record<Feature, number>>;

/** Recency halves in this many days. */
const RECENCY_HALF_LIFE_DAYS = 30;
const DAY_MS = 86_400_000;

/** Features of all candidates, in their order. `now` is the turn's; only recency looks at it. */
export function featuresOf(
  candidates: readonly Candidate[],
  question: Question,
  now: Date,
  weights: Weights,
): Features[] {
  const figures = fuse(candidates, usableQueries(question));
  const worths = figures.map((figure) => worthOf(figure, weights));
  const context = contextOf(candidates, worths);
  const phrase = phraseFit(candidates, question.queries[0]?.text ?? question.asked ?? "");
  const people = peopleFit(candidates, worths, question, nameFinder(question.names ?? []));

  return candidates.map((candidate, at) => {
    const { record, legs } = candidate;
    return {
      vector: figures[at]?.vector ?? 0,
      keyword: figures[at]?.keyword ?? 0,
      coverage: figures[at]?.coverage ?? 0,
      phrase: phrase[at] ?? 0,
      before: context[at]?.before ?? 0,
      after: context[at]?.after ?? 0,
      thread: context[at]?.thread ?? 0,
      named: people[at]?.named ?? 0,
      subject: people[at]?.subject ?? 0,
      speaker: speakerFit(record, question),
      time: fitsRange(record, question.range) ? 1 : 0,
      belief: legs.some(({ leg }) => leg === "belief") ? 1 : 0,
      route: question.routes?.[record.collection] ?? 0,
      feeling: question.feeling !== undefined && record.emotion === question.feeling ? 1 : 0,
      importance: record.importance,
      recency: 0.5 ** (ageInDays(record, now) / RECENCY_HALF_LIFE_DAYS),
    };
  });
}

// Context ------------------------------------------------------------------------------------------------------------

interface Context {
  readonly before: number;
  readonly after: number;
  readonly thread: number;
}

/**
 * What the turns around a dialogue are worth to it: who tells of something goes on about it without naming it again ("八
 * 个人左右"), so the answer to a question often stands after, or before, the words that it is found by. And where several
 * turns of a conversation fit, that conversation was about it.
 */
function contextOf(candidates: readonly Candidate[], worths: readonly number[]): Context[] {
  const context = candidates.map((): Context => ({ before: 0, after: 0, thread: 0 }));
  for (const turns of conversations(candidates)) {
    const best = turns.map(({ at }) => worths[at] ?? 0).sort((a, b) => b - a);
    const thread = ((best[0] ?? 0) + (best[1] ?? 0) + (best[2] ?? 0)) / 3;
    turns.forEach((turn, position) => {
      const worthOf = (other: DatedTurn | undefined): number =>
        other !== undefined && Math.abs(other.time - turn.time) <= ONE_EXCHANGE_MS
          ? (worths[other.at] ?? 0)
          : 0;
      context[turn.at] = {
        before: worthOf(turns[position - 1]),
        after: worthOf(turns[position + 1]),
        thread,
      };
    });
  }
  return context;
}

interface DatedTurn {
  /** Position among the candidates. */
  readonly at: number;
  readonly time: number;
}

/** The dialogues by conversation, each in the order of time. */
function conversations(candidates: readonly Candidate[]): DatedTurn[][] {
  const threads = new Map<string, DatedTurn[]>();
  candidates.forEach(({ record }, at) => {
    const thread = record.sources[0]?.thread;
    if (!isDialogue(record.collection) || thread === undefined) return;
    threads.set(thread, [...(threads.get(thread) ?? []), { at, time: Date.parse(record.recordedAt) }]);
  });
  return [...threads.values()].flatMap((turns) => {
    const ordered = turns.sort((a, b) => a.time - b.time);
    const parts: DatedTurn[][] = [];
    ordered.forEach((turn, position) => {
      const previous = ordered[position - 1];
      if (previous === undefined || turn.time - previous.time > ONE_CONVERSATION_MS) parts.push([]);
      parts.at(-1)?.push(turn);
    });
    return parts;
  });
}

// Words --------------------------------------------------------------------------------------------------------------

/**
 * How much of the question's wording stands in a memory as it stands there: neighbouring characters of Chinese, neighbouring
 * words of other text. Pairs that most candidates share count little. The best candidate gets 1.
 */
function phraseFit(candidates: readonly Candidate[], asked: string): number[] {
  const wanted = neighboursIn(asked);
  if (wanted.length === 0 || candidates.length === 0) return candidates.map(() => 0);
  const held = candidates.map(({ record }) => {
    const text = normalised(record.text.slice(0, MOST_CHARACTERS));
    return wanted.filter((pair) => text.includes(pair));
  });
  const holders = new Map<string, number>();
  for (const pairs of held) for (const pair of pairs) holders.set(pair, (holders.get(pair) ?? 0) + 1);
  const weightOf = (pair: string): number => Math.log(1 + candidates.length / (holders.get(pair) ?? 1));
  const fits = held.map((pairs) => pairs.reduce((sum, pair) => sum + weightOf(pair), 0));
  const best = Math.max(...fits);
  return fits.map((fit) => (best > 0 ? fit / best : 0));
}

/** Of a longer memory the beginning is looked through. */
const MOST_CHARACTERS = 1_000;
const RUNS = /\p{Script=Han}+|[\p{L}\p{N}'’ -]+/gu;

/** Two neighbouring Chinese characters, two neighbouring words of other text, a single one where it stands alone. */
function neighboursIn(text: string): string[] {
  const pairs = new Set<string>();
  for (const [run] of normaliseForSearch(text).matchAll(RUNS)) {
    const isHan = /^\p{Script=Han}/u.test(run);
    const units = isHan ? [...run] : run.split(" ").filter((word) => word !== "");
    if (units.length === 1) pairs.add(units[0] ?? "");
    for (let at = 0; at + 1 < units.length; at++) {
      pairs.add(`${units[at] ?? ""}${isHan ? "" : " "}${units[at + 1] ?? ""}`);
    }
  }
  return [...pairs];
}

// People -------------------------------------------------------------------------------------------------------------

interface PeopleFit {
  readonly named: number;
  readonly subject: number;
}

/**
 * Whether a memory is about somebody or something that the question names, or about what the best matches are about:
 * who asks "它在哪儿" after a talk of a place means that place.
 */
function peopleFit(
  candidates: readonly Candidate[],
  worths: readonly number[],
  { named = new Map<string, number>() }: Question,
  namesIn: NameFinder,
): PeopleFit[] {
  const subjects = candidates.map(({ record }) => subjectsOf(record, namesIn));
  const active = activation(subjects, worths);
  return subjects.map((own) => ({
    named: Math.max(0, ...own.map((subject) => named.get(subject) ?? 0)),
    subject: Math.max(0, ...own.map((subject) => active.get(subject) ?? 0)),
  }));
}

/** The worth of the best memory about each subject. */
export function activation(
  subjects: readonly (readonly string[])[],
  worths: readonly number[],
): Map<string, number> {
  const active = new Map<string, number>();
  subjects.forEach((own, at) => {
    for (const subject of own) {
      active.set(subject, Math.max(active.get(subject) ?? 0, worths[at] ?? 0));
    }
  });
  return active;
}

/** Whether a dialogue holds words of the speaker who is asked for; its lines begin with the name and a colon. */
function speakerFit(record: MemoryRecord, { speaker }: Question): number {
  if (speaker === undefined || !isDialogue(record.collection)) return 0;
  return record.text
    .split("\n")
    .some((line) => line.startsWith(`${speaker}：`) || line.startsWith(`${speaker}: `))
    ? 1
    : 0;
}

// Time ---------------------------------------------------------------------------------------------------------------

/** A memory fits a time when it happens then; a belief fits when it was held then; else its recording counts. */
export function fitsRange(record: MemoryRecord, range: Question["range"]): boolean {
  if (range === undefined) return false;
  if (record.eventStart !== undefined && record.eventEnd !== undefined) {
    return Date.parse(record.eventStart) < range.to && Date.parse(record.eventEnd) > range.from;
  }
  const recorded = Date.parse(record.recordedAt);
  if (record.belief !== undefined && record.validFrom !== undefined) {
    const until = record.validTo === undefined ? recorded + 1 : Date.parse(record.validTo);
    return Date.parse(record.validFrom) < range.to && until > range.from;
  }
  return recorded >= range.from && recorded < range.to;
}

function ageInDays(record: MemoryRecord, now: Date): number {
  return Math.max(0, now.getTime() - Date.parse(record.recordedAt)) / DAY_MS;
}
