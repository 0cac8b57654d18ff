/**
 * The legs of recall: each looks through all collections in its own way, side by side and with a deadline. A leg that
 * fails or is late is named in `degraded`, and the others carry the turn.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { reasonOf } from "../../base/errors.ts";
import { narrowerOf } from "../../language/narrower.ts";
import { synonymsOf } from "../../language/synonyms.ts";
import type { Embedder } from "../../models/embedder/port.ts";
import type { IndexHit, IndexScope, MemoryIndex } from "../../storage/memory-index/port.ts";
import { keysOf, recordsOfBeliefs } from "../beliefs.ts";
import { readBuffer } from "../buffer.ts";
import { beliefKey } from "../consolidation/plan.ts";
import { COLLECTIONS } from "../record.ts";
import { BUFFER } from "../store.ts";
import { usableQueries } from "./question.ts";
import type { Query, Question } from "./question.ts";
import type { Degraded, Leg } from "./types.ts";

/** One memory found: where, and by which legs. */
export interface Found {
  readonly id: string;
  readonly collection: string;
  readonly legs: Leg[];
}

export interface LegNeeds {
  readonly store: BaseStore;
  readonly index: MemoryIndex;
  readonly embedder: Embedder;
  /** Hits asked for per leg, query and collection. */
  readonly hitsPerLeg: number;
  readonly deadlineMs: number;
}

type RunLeg = (signal: AbortSignal) => Promise<Hits[]>;

/** What a leg found with one of the queries, or without any. */
interface Hits {
  readonly query?: number;
  readonly hits: readonly IndexHit[];
}

/** Runs the legs that this question has something for. Never throws. */
export async function runLegs(
  question: Question,
  needs: LegNeeds,
): Promise<{ found: Map<string, Found>; degraded: Degraded[] }> {
  const { range, attributes = [], named = new Map<string, number>() } = question;
  const queries = usableQueries(question);
  const legs: [Leg["leg"], RunLeg][] = [];
  if (queries.length > 0) {
    legs.push(["vector", (signal) => byMeaning(question, queries, needs, signal)]);
  }
  if (queries.length + question.keywords.length > 0) {
    legs.push(["keyword", (signal) => byWord(question, queries, needs, signal)]);
  }
  if (range !== undefined) {
    legs.push([
      "time",
      async (signal) => [{ hits: await needs.index.within(range, scopeOf(question, needs, signal)) }],
    ]);
  }
  if (named.size > 0) legs.push(["people", (signal) => about([...named.keys()], question, needs, signal)]);
  if (attributes.length > 0) {
    legs.push(["belief", () => believed(question.user, attributes, needs)]);
  }

  const degraded: Degraded[] = [];
  const found = new Map<string, Found>();
  await Promise.all(
    legs.map(async ([leg, run]) => {
      try {
        collect(found, leg, await withDeadline(run, needs.deadlineMs));
      } catch (error) {
        degraded.push({ part: `recall.${leg}`, reason: reasonOf(error), instead: "without" });
      }
    }),
  );
  return { found, degraded };
}

/**
 * A second look: memories about those that the first hits turned out to be about. Adds to `found`; a failure is a leg
 * that failed.
 */
export async function lookAgain(
  subjects: readonly string[],
  found: Map<string, Found>,
  question: Question,
  needs: LegNeeds,
): Promise<Degraded[]> {
  try {
    const run: RunLeg = (signal) => about(subjects, question, needs, signal);
    collect(found, "people", await withDeadline(run, needs.deadlineMs));
    return [];
  } catch (error) {
    return [{ part: "recall.people", reason: reasonOf(error), instead: "without" }];
  }
}

/**
 * How well memories that came by time, name or belief fit the queries: without it they would count as not fitting at all.
 * Adds to their legs, with ranks behind all that the legs found by themselves.
 */
export async function fitOfTheRest(
  entries: readonly Found[],
  question: Question,
  needs: LegNeeds,
): Promise<Degraded[]> {
  const rest = new Map(
    entries.filter(({ legs }) => !legs.some(({ leg }) => leg === "vector")).map((entry) => [entry.id, entry]),
  );
  const queries = usableQueries(question);
  if (rest.size === 0 || queries.length === 0) return [];
  const among = [...rest.keys()];
  const look =
    (run: typeof byMeaning): RunLeg =>
    (signal) =>
      run(question, queries, { ...needs, among }, signal);
  try {
    const behind = needs.hitsPerLeg;
    collect(rest, "vector", await withDeadline(look(byMeaning), needs.deadlineMs), behind);
    const unmatched = new Map([...rest].filter(([, { legs }]) => !legs.some(({ leg }) => leg === "keyword")));
    collect(unmatched, "keyword", await withDeadline(look(byWord), needs.deadlineMs), behind);
    return [];
  } catch (error) {
    return [{ part: "recall.vector", reason: reasonOf(error), instead: "without" }];
  }
}

/** `among`: only these ids. */
type LegWork = LegNeeds & { readonly among?: readonly string[] };

function scopeOf(question: Question, needs: LegWork, signal: AbortSignal): IndexScope {
  return {
    user: question.user,
    collections: [...(question.collections ?? COLLECTIONS), BUFFER],
    limit: needs.hitsPerLeg,
    includeInactive: question.includeInactive,
    ...(question.names === undefined ? {} : { names: question.names }),
    ...(needs.among === undefined ? {} : { among: needs.among }),
    signal,
  };
}

async function byMeaning(
  question: Question,
  queries: readonly Query[],
  needs: LegWork,
  signal: AbortSignal,
): Promise<Hits[]> {
  const vectors = await needs.embedder.embed(
    queries.map(({ text }) => text),
    "query",
    signal,
  );
  const scope = scopeOf(question, needs, signal);
  return Promise.all(
    vectors.map(async (vector, query) => ({ query, hits: await needs.index.nearest(vector, scope) })),
  );
}

/**
 * The words of each query; then, as queries of their own, the keywords with their everyday variants and, where one of them
 * names a kind, what is of that kind.
 */
async function byWord(
  question: Question,
  queries: readonly Query[],
  needs: LegWork,
  signal: AbortSignal,
): Promise<Hits[]> {
  const scope = scopeOf(question, needs, signal);
  const variants = question.keywords.flatMap((word) => synonymsOf(word));
  const beside = queries.length === 0 || variants.length > 0 ? [...question.keywords, ...variants] : [];
  const ofKind = question.keywords.flatMap((word) => narrowerOf(word));
  const asked = [...queries.map(({ text }) => [text]), beside, ofKind];
  return Promise.all(
    asked.map(async (words, query) => ({
      query,
      hits: words.length === 0 ? [] : await needs.index.matching(words, scope),
    })),
  );
}

async function about(
  names: readonly string[],
  question: Question,
  needs: LegNeeds,
  signal: AbortSignal,
): Promise<Hits[]> {
  return [{ hits: await needs.index.matching(names, scopeOf(question, needs, signal)) }];
}

/** What is held, or waits in the buffer, as a belief about one of the attributes of the user. */
async function believed(
  user: string,
  attributes: readonly string[],
  { store, hitsPerLeg }: LegNeeds,
): Promise<Hits[]> {
  const keys = attributes.map((attribute) => beliefKey({ subject: "user", attribute, value: "" }));
  const [held, buffer] = await Promise.all([recordsOfBeliefs(store, user, keys), readBuffer(store, user)]);
  const waiting = buffer.flatMap(({ key, entry }) =>
    entry.kind === "memory" &&
    entry.record.belief !== undefined &&
    keysOf(entry.record.belief).some((own) => keys.includes(own))
      ? [key]
      : [],
  );
  const hits = (collection: string, ids: readonly string[]): IndexHit[] =>
    ids.slice(-hitsPerLeg).map((id) => ({ id, collection, score: 1 }));
  // Records of a belief are facts or preferences; the loader goes by the id.
  return [{ hits: [...hits("facts", [...held.values()].flat()), ...hits(BUFFER, waiting)] }];
}

/** Adds what one leg found; hits are ranked over all collections together, behind the first `behind`. */
function collect(
  found: Map<string, Found>,
  leg: Leg["leg"],
  results: readonly Hits[],
  behind?: number,
): void {
  for (const { query, hits } of results) {
    hits.forEach(({ id, collection, score, coverage }, position) => {
      const known = found.get(id);
      // With `behind`, only what is there already learns how well it fits.
      if (known === undefined && behind !== undefined) return;
      const way: Leg = { leg, rank: position + 1 + (behind ?? 0), score };
      if (query !== undefined) way.query = query;
      if (coverage !== undefined) way.coverage = coverage;
      if (known === undefined) found.set(id, { id, collection, legs: [way] });
      else known.legs.push(way);
    });
  }
}

/** Ends with the work, or with the deadline, whichever comes first; the work is told by the signal. */
async function withDeadline<T>(work: (signal: AbortSignal) => Promise<T>, deadlineMs: number): Promise<T> {
  const signal = AbortSignal.timeout(deadlineMs);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error(`no answer within ${deadlineMs} ms`)), {
      once: true,
    });
  });
  const result = work(signal);
  // When the deadline wins, a later failure of the work is of no interest any more.
  result.catch(() => undefined);
  return Promise.race([result, late]);
}
