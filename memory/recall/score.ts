/**
 * From candidates to what is worth telling: fusion of the legs, a relevance floor, near-duplicates collapsed. A pure
 * function; every hit carries the factors that its score is the sum of, which is what `/why` shows.
 */
import { normaliseForSearch } from "../../language/normalise.ts";
import { synonymsOf } from "../../language/synonyms.ts";
import type { MemoryRecord } from "../record.ts";
import type { Question } from "./legs.ts";
import type { Leg, Recalled } from "./types.ts";

export interface Candidate {
  readonly record: MemoryRecord;
  readonly legs: readonly Leg[];
  readonly buffered: boolean;
}

/**
 * The mix: .7 vector + .3 keyword, each scaled to 0..1 per question, beat reciprocal-rank fusion on every evaluation set
 * (measured with the built-in embedder). The rest break ties and honour what the question says of time.
 */
const WEIGHTS = {
  vector: 0.7,
  keyword: 0.3,
  time: 0.4,
  belief: 0.4,
  coverage: 0.2,
  context: 0.2,
  importance: 0.05,
  recency: 0.05,
} as const;

/** Two dialogues of one thread that are no further apart than this belong together. */
const ONE_EXCHANGE_MS = 10 * 60_000;

/** Recency halves in this many days. */
const RECENCY_HALF_LIFE_DAYS = 30;

export interface Floor {
  /** Cosine (of centred vectors) from which a memory counts as related by meaning alone. */
  readonly similarity: number;
  /** The same where keywords of the question stand in the memory too. */
  readonly similarityWithKeyword: number;
  /** Share of the question's keywords that makes a memory related by words alone. */
  readonly coverage: number;
}

/** Best first. `now` is the turn's; it only weighs recency. */
export function scoreCandidates(
  candidates: readonly Candidate[],
  question: Question,
  now: Date,
  floor: Floor,
): Recalled[] {
  const vector = scale(candidates, "vector");
  const keyword = scale(candidates, "keyword");
  const variants = question.keywords.map((word) => [word, ...synonymsOf(word)].map(normaliseForSearch));
  const found = (candidate: Candidate): number =>
    WEIGHTS.vector * vector(candidate) + WEIGHTS.keyword * keyword(candidate);
  const context = contextOf(candidates, found);
  const answers = candidates.filter(({ record }) => !isEcho(record, question.asked));
  const scored = answers.map((candidate) => {
    const covered = coverage(candidate.record, variants);
    const inRange = fitsRange(candidate.record, question.range);
    const factors = {
      vector: WEIGHTS.vector * vector(candidate),
      keyword: WEIGHTS.keyword * keyword(candidate),
      coverage: WEIGHTS.coverage * covered,
      context: WEIGHTS.context * context(candidate),
      time: inRange ? WEIGHTS.time : 0,
      belief: legScore(candidate, "belief") === undefined ? 0 : WEIGHTS.belief,
      importance: WEIGHTS.importance * candidate.record.importance,
      recency: WEIGHTS.recency * 0.5 ** (ageInDays(candidate.record, now) / RECENCY_HALF_LIFE_DAYS),
    };
    const related = inRange || isRelated(candidate, covered, floor);
    return { candidate, factors, related, inRange };
  });

  const related = scored.filter((entry) => entry.related);
  // Who asks about a time wants what was then; the rest only when there is nothing of then.
  const wanted = related.some((entry) => entry.inRange) ? related.filter((entry) => entry.inRange) : related;
  return collapse(
    wanted
      .map(({ candidate, factors }) => recalled(candidate, factors))
      .sort((a, b) => b.score - a.score || a.id.localeCompare(b.id)),
  );
}

/** Min-max scaling of one leg over the candidates; what the leg did not find gets 0. */
function scale(candidates: readonly Candidate[], leg: Leg["leg"]): (candidate: Candidate) => number {
  const scores = candidates.flatMap((candidate) => legScore(candidate, leg) ?? []);
  const low = Math.min(...scores);
  const high = Math.max(...scores);
  return (candidate) => {
    const score = legScore(candidate, leg);
    if (score === undefined) return 0;
    return high > low ? (score - low) / (high - low) : 1;
  };
}

function legScore(candidate: Candidate, leg: Leg["leg"]): number | undefined {
  return candidate.legs.find((entry) => entry.leg === leg)?.score;
}

/** A dialogue in which the very same was asked before: the best match of all, and no answer to anything. */
function isEcho(record: MemoryRecord, asked: string | undefined): boolean {
  if (record.collection !== "dialog_logs" || asked === undefined) return false;
  const [said = ""] = record.text.split("\n");
  return lettersOf(said.slice(said.indexOf("：") + 1)) === lettersOf(asked);
}

function lettersOf(text: string): string {
  return normaliseForSearch(text).replace(/[^\p{L}\p{N}]/gu, "");
}

/** Share 0..1 of the question's keywords that stand in the memory, in any of their everyday variants. */
function coverage(record: MemoryRecord, variants: readonly (readonly string[])[]): number {
  if (variants.length === 0) return 0;
  const text = normaliseForSearch(record.indexText);
  return (
    variants.filter((words) => words.some((word) => word !== "" && text.includes(word))).length /
    variants.length
  );
}

/**
 * What the exchange right before a dialogue is worth to it, 0..1: who tells of something goes on about it without naming
 * it again ("八个人左右"), so the answer to a question often stands after the words that it is found by.
 */
function contextOf(
  candidates: readonly Candidate[],
  worth: (candidate: Candidate) => number,
): (candidate: Candidate) => number {
  const dialogues = candidates
    .filter(({ record }) => record.collection === "dialog_logs")
    .map((candidate) => ({
      worth: worth(candidate),
      thread: candidate.record.sources[0]?.thread,
      at: Date.parse(candidate.record.recordedAt),
    }));
  return ({ record }) => {
    if (record.collection !== "dialog_logs") return 0;
    const at = Date.parse(record.recordedAt);
    const thread = record.sources[0]?.thread;
    const before = dialogues.filter(
      (other) => other.thread === thread && other.at < at && at - other.at <= ONE_EXCHANGE_MS,
    );
    return Math.max(0, ...before.map((other) => other.worth));
  };
}

function isRelated(candidate: Candidate, covered: number, floor: Floor): boolean {
  const similarity = legScore(candidate, "vector") ?? -1;
  return (
    legScore(candidate, "belief") !== undefined ||
    similarity >= floor.similarity ||
    (covered > 0 && similarity >= floor.similarityWithKeyword) ||
    covered >= floor.coverage
  );
}

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
  return Math.max(0, now.getTime() - Date.parse(record.recordedAt)) / 86_400_000;
}

function recalled(candidate: Candidate, factors: Record<string, number>): Recalled {
  const { record } = candidate;
  const [source] = record.sources;
  return {
    id: record.id,
    collection: record.collection,
    text: record.text,
    score: Object.values(factors).reduce((sum, factor) => sum + factor, 0),
    legs: [...candidate.legs],
    factors,
    ...(source === undefined ? {} : { source }),
    recordedAt: record.recordedAt,
    ...(record.eventStart === undefined ? {} : { eventStart: record.eventStart }),
    ...(record.eventEnd === undefined ? {} : { eventEnd: record.eventEnd }),
    ...(record.eventGrain === undefined ? {} : { eventGrain: record.eventGrain }),
    status: record.status,
    buffered: candidate.buffered,
    importance: record.importance,
  };
}

/** Of memories with the same words the best stands for all. */
function collapse(hits: readonly Recalled[]): Recalled[] {
  const seen = new Set<string>();
  return hits.filter((hit) => {
    const words = normaliseForSearch(hit.text);
    if (seen.has(words)) return false;
    seen.add(words);
    return true;
  });
}
