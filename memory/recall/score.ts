/**
 * From candidates to an order: the built-in reranker. A score is the sum of weighted features, and every hit carries the
 * summands, which is what `/why` shows and what traces hold. A pure function.
 */
import { lettersOf, normaliseForSearch } from "../../language/normalise.ts";
import { narrowerOf } from "../../language/narrower.ts";
import { synonymsOf } from "../../language/synonyms.ts";
import { isDialogue } from "../record.ts";
import type { MemoryRecord } from "../record.ts";
import { normalised } from "./normalised.ts";
import { featuresOf, fitsRange } from "./features.ts";
import type { Candidate } from "./features.ts";
import type { Question } from "./question.ts";
import type { Leg, Recalled } from "./types.ts";
import { FEATURES, WEIGHTS } from "./weights.ts";
import type { Weights } from "./weights.ts";

export interface Floor {
  /** Cosine (of centred vectors) from which a memory counts as related by meaning alone. */
  readonly similarity: number;
  /** The same where keywords of the question stand in the memory too. */
  readonly similarityWithKeyword: number;
  /** Share of the question's keywords that makes a memory related by words alone. */
  readonly coverage: number;
}

/** All candidates but echoes of the question, best first, whether related or not. `now` only weighs recency. */
export function rankCandidates(
  candidates: readonly Candidate[],
  question: Question,
  now: Date,
  weights: Weights = WEIGHTS,
): { candidate: Candidate; hit: Recalled }[] {
  const asked = question.asked === undefined ? "" : lettersOf(question.asked);
  const answers = candidates.filter(({ record }) => !isEcho(record, question.asked, asked));
  const features = featuresOf(answers, question, now, weights);
  return answers
    .map((candidate, at) => {
      const own = features[at];
      const factors: Record<string, number> = {};
      for (const name of FEATURES) {
        const factor = weights[name] * (own?.[name] ?? 0);
        if (factor !== 0) factors[name] = factor;
      }
      return { candidate, hit: asRecalled(candidate, factors) };
    })
    .sort((a, b) => b.hit.score - a.hit.score || a.hit.id.localeCompare(b.hit.id));
}

/** The related ones of a ranking; where some are of the time that is asked about, only those. */
export function aboveFloor(
  ranking: readonly { candidate: Candidate; hit: Recalled }[],
  question: Question,
  floor: Floor,
): Recalled[] {
  const variants = question.keywords.map((word) =>
    [word, ...synonymsOf(word), ...narrowerOf(word)].map(normaliseForSearch),
  );
  const isOfThen = ({ record }: Candidate): boolean => fitsRange(record, question.range);
  const related = ranking.filter(
    ({ candidate }) => isOfThen(candidate) || isRelated(candidate, variants, floor),
  );
  const inTime = related.filter(({ candidate }) => isOfThen(candidate));
  return (inTime.length > 0 ? inTime : related).map(({ hit }) => hit);
}

/** A dialogue in which the very same was asked before: the best match of all, and no answer to anything. */
function isEcho(record: MemoryRecord, asked: string | undefined, letters: string): boolean {
  if (!isDialogue(record.collection) || asked === undefined) return false;
  const [said = ""] = record.text.split("\n", 1);
  // Marks and the speaker's name apart they are equally long; most are not, and need no closer look.
  if (said.length < asked.length / 2 || said.length > 2 * asked.length + MARKS_AND_NAME) return false;
  return lettersOf(said.slice(said.indexOf("：") + 1)) === letters;
}

const MARKS_AND_NAME = 40;

/** Share 0..1 of the question's keywords that stand in the memory, in any of their everyday variants. */
function coverage(record: MemoryRecord, variants: readonly (readonly string[])[]): number {
  if (variants.length === 0) return 0;
  const text = normalised(record.indexText);
  return (
    variants.filter((words) => words.some((word) => word !== "" && text.includes(word))).length /
    variants.length
  );
}

function isRelated(candidate: Candidate, variants: readonly (readonly string[])[], floor: Floor): boolean {
  const similarity = bestOf(candidate, "vector") ?? -1;
  if (similarity >= floor.similarity || bestOf(candidate, "belief") !== undefined) return true;
  const covered = coverage(candidate.record, variants);
  return (covered > 0 && similarity >= floor.similarityWithKeyword) || covered >= floor.coverage;
}

function bestOf(candidate: Candidate, leg: Leg["leg"]): number | undefined {
  const scores = candidate.legs.flatMap((entry) => (entry.leg === leg ? entry.score : []));
  return scores.length === 0 ? undefined : Math.max(...scores);
}

/** What a memory is to the turn, with the factors that its score is the sum of. */
export function asRecalled(candidate: Candidate, factors: Record<string, number>): Recalled {
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
