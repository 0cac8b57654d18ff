/**
 * Recall: from a question to the memories that may reach the prompt. Legs find ids, fusion picks the promising ones, the
 * documents give their records (an index entry without a record is stale and is passed over), a second look follows
 * those that the first was about, features decide on the order, the floor and the token budget cut.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { reasonOf } from "../../base/errors.ts";
import { nameFinder } from "../../language/names.ts";
import { subjectsOf } from "../names.ts";
import { BUFFER, readBuffered, readRecords } from "../store.ts";
import { activation } from "./features.ts";
import type { Candidate } from "./features.ts";
import { fuse, worthOf } from "./fusion.ts";
import { fitOfTheRest, lookAgain, runLegs } from "./legs.ts";
import type { Found, LegNeeds } from "./legs.ts";
import { usableQueries } from "./question.ts";
import type { Question } from "./question.ts";
import { aboveFloor, rankCandidates } from "./score.ts";
import type { Floor } from "./score.ts";
import { reranked } from "./rerank/order.ts";
import type { RerankNeeds } from "./rerank/order.ts";
import { withNeighbours } from "./neighbours.ts";
import { collapse, withinBudget } from "./select.ts";
import type { Budget } from "./select.ts";
import type { Degraded, Leg, Recalled } from "./types.ts";
import { WEIGHTS } from "./weights.ts";
import type { Weights } from "./weights.ts";

export interface RankNeeds extends LegNeeds {
  /** Memories that are read and scored in full, of all that the legs found. */
  readonly promising: number;
  /** For evaluation: other weights than the product's. */
  readonly weights?: Weights;
}

export interface RecallNeeds extends RankNeeds {
  readonly floor: Floor;
  /** For what one question brings. */
  readonly budget: Budget;
  /** Absent: the built-in order stands. */
  readonly rerank?: RerankNeeds;
}

export interface RecallResult {
  /** Best first; empty when nothing is related, which is a result. */
  readonly hits: Recalled[];
  readonly degraded: Degraded[];
}

interface Ranked {
  readonly ranking: { candidate: Candidate; hit: Recalled }[];
  readonly degraded: Degraded[];
}

/** What fails is named in `degraded`. Throws only when `signal` aborts while a reranker is at work. */
export async function recall(
  question: Question,
  now: Date,
  needs: RecallNeeds,
  signal?: AbortSignal,
): Promise<RecallResult> {
  const { ranking, degraded } = await rank(question, now, needs);
  const chosen = await choose(ranking, question, needs, signal);
  degraded.push(...chosen.degraded);
  // Neighbours only fill what room is left.
  if (chosen.hits.length >= needs.budget.maxHits) return { hits: chosen.hits, degraded };
  const more = await withNeighbours(chosen.hits, question.user, needs);
  return { hits: withinBudget(more.hits, needs.budget), degraded: [...degraded, ...more.degraded] };
}

/** Of a ranking, what is told: related, in the reranker's order where there is one, each once, within the budget. */
export async function choose(
  ranking: Ranked["ranking"],
  question: Question,
  { floor, budget, rerank }: Pick<RecallNeeds, "floor" | "budget" | "rerank">,
  signal?: AbortSignal,
): Promise<RecallResult> {
  const related = aboveFloor(ranking, question, floor);
  const { hits, degraded } =
    rerank === undefined
      ? { hits: related, degraded: [] }
      : await reranked(related, question, rerank, signal);
  // Twice as many as may be told: some will not fit the budget.
  return { hits: withinBudget(collapse(hits, 2 * budget.maxHits), budget), degraded };
}

/** All that was found, related or not, best first. Never throws. */
export async function rank(question: Question, now: Date, needs: RankNeeds): Promise<Ranked> {
  const { found, degraded } = await runLegs(question, needs);
  try {
    const first = promising([...found.values()], question, needs);
    degraded.push(...(await fitOfTheRest(first, question, needs)));
    const candidates = await loadCandidates(first, question, needs.store);
    const second = await secondLook(candidates, found, question, needs);
    degraded.push(...second.degraded);
    const ranking = rankCandidates([...candidates, ...second.candidates], question, now, needs.weights);
    return { ranking, degraded };
  } catch (error) {
    return {
      ranking: [],
      degraded: [...degraded, { part: "recall.documents", reason: reasonOf(error), instead: "without" }],
    };
  }
}

/**
 * By what the legs alone tell. Time and a belief are worth a place, since they may be all that fits; what is about a name
 * of the question has places of its own, since there may be very much of it.
 */
function promising(found: readonly Found[], question: Question, needs: RankNeeds): Found[] {
  const promised = byPromise(found, question, needs);
  const best = promised.slice(0, needs.promising).map(({ entry }) => entry);
  return [...best, ...aboutNames(promised.slice(needs.promising))];
}

/** Of what holds a name that was looked up, the most promising: by itself, and by how much of it is about the name. */
function aboutNames(promised: readonly Promised[]): Found[] {
  const about = promised.flatMap(({ entry, promise }) => {
    const scores = entry.legs.flatMap(({ leg, score }) => (leg === "people" ? score : []));
    return scores.length === 0 ? [] : [{ entry, promise, score: Math.max(...scores) }];
  });
  const most = Math.max(...about.map(({ score }) => score));
  return about
    .sort((a, b) => b.promise + b.score / most - (a.promise + a.score / most))
    .slice(0, MEMORIES_OF_NAMES)
    .map(({ entry }) => entry);
}

interface Promised {
  readonly entry: Found;
  readonly promise: number;
}

/** Best first. */
function byPromise(
  found: readonly Found[],
  question: Question,
  { weights = WEIGHTS }: RankNeeds,
): Promised[] {
  const fused = fuse(found, usableQueries(question));
  const promised = found.map((entry, at): Promised => {
    const figures = fused[at];
    let promise = figures === undefined ? 0 : worthOf(figures, weights);
    if (isFoundBy("time", entry)) promise += weights.time;
    if (isFoundBy("belief", entry)) promise += weights.belief;
    return { entry, promise };
  });
  return promised.sort((a, b) => b.promise - a.promise);
}

function isFoundBy(wanted: Leg["leg"], { legs }: Found): boolean {
  for (const { leg } of legs) if (leg === wanted) return true;
  return false;
}

/** How many subjects the second look follows. */
const FOLLOWED = 3;
/** Memories that are read at most because of a name alone, at the first look and again at the second. */
const MEMORIES_OF_NAMES = 32;

async function secondLook(
  candidates: readonly Candidate[],
  found: Map<string, Found>,
  question: Question,
  needs: RankNeeds,
): Promise<{ candidates: Candidate[]; degraded: Degraded[] }> {
  const { names = [], named = new Map<string, number>() } = question;
  if (names.length === 0) return { candidates: [], degraded: [] };
  const namesIn = nameFinder(names);
  const fused = fuse(candidates, usableQueries(question));
  const active = activation(
    candidates.map(({ record }) => subjectsOf(record, namesIn)),
    fused.map((figures) => worthOf(figures, needs.weights ?? WEIGHTS)),
  );
  const followed = [...active]
    .filter(([subject]) => !named.has(subject))
    .sort((a, b) => b[1] - a[1])
    .slice(0, FOLLOWED)
    .map(([subject]) => subject);
  if (followed.length === 0) return { candidates: [], degraded: [] };
  const degraded = await lookAgain(followed, found, question, needs);
  const known = new Set(candidates.map(({ record }) => record.id));
  const all = [...found.values()];
  const best = aboutNames(byPromise(all, question, needs).filter(({ entry }) => !known.has(entry.id)));
  degraded.push(...(await fitOfTheRest(best, question, needs)));
  return { candidates: await loadCandidates(best, question, needs.store), degraded };
}

async function loadCandidates(
  found: readonly Found[],
  question: Question,
  store: BaseStore,
): Promise<Candidate[]> {
  const kept = found.filter((entry) => entry.collection !== BUFFER);
  const waiting = found.filter((entry) => entry.collection === BUFFER);
  const [records, buffered] = await Promise.all([
    readRecords(
      store,
      question.user,
      kept.map((entry) => entry.id),
    ),
    readBuffered(
      store,
      question.user,
      waiting.map((entry) => entry.id),
    ),
  ]);
  const candidates: Candidate[] = [];
  const add = (entry: Found, record: (typeof records)[number], isBuffered: boolean): void => {
    if (record === undefined) return;
    if (record.status === "retracted" || (record.status === "superseded" && !question.includeInactive))
      return;
    if (question.collections !== undefined && !question.collections.includes(record.collection)) return;
    candidates.push({ record, legs: entry.legs, buffered: isBuffered });
  };
  kept.forEach((entry, position) => add(entry, records[position], false));
  waiting.forEach((entry, position) => add(entry, buffered[position], true));
  return candidates;
}
