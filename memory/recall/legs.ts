/**
 * The legs of recall: each looks through all collections in its own way, side by side and with a deadline. A leg that
 * fails or is late is named in `degraded`, and the others carry the turn.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { reasonOf } from "../../base/errors.ts";
import { synonymsOf } from "../../language/synonyms.ts";
import type { Embedder } from "../../models/embedder/port.ts";
import type { IndexHit, IndexScope, MemoryIndex } from "../../storage/memory-index/port.ts";
import { keysOf, recordsOfBeliefs } from "../beliefs.ts";
import { readBuffer } from "../buffer.ts";
import { beliefKey } from "../consolidation/plan.ts";
import { COLLECTIONS } from "../record.ts";
import { BUFFER } from "../store.ts";
import type { Degraded, Leg } from "./types.ts";

export interface Question {
  readonly user: string;
  /** What to look for, in words; embedded by the vector leg. */
  readonly query: string;
  /** The input as it was written. */
  readonly asked?: string | undefined;
  readonly keywords: readonly string[];
  /** Attributes of the user that are asked for ("birthday"). */
  readonly attributes?: readonly string[] | undefined;
  readonly range?: { readonly from: number; readonly to: number } | undefined;
  /** Collections worth asking; undefined means all. */
  readonly collections?: readonly string[] | undefined;
  readonly includeInactive: boolean;
}

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
  /** Hits asked for per leg and collection. */
  readonly hitsPerLeg: number;
  readonly deadlineMs: number;
}

/** Runs the legs that this question has something for. Never throws. */
export async function runLegs(
  question: Question,
  needs: LegNeeds,
): Promise<{ found: Found[]; degraded: Degraded[] }> {
  const collections = [...(question.collections ?? COLLECTIONS), BUFFER];
  const everywhere = (signal: AbortSignal): IndexScope => ({
    user: question.user,
    collections,
    limit: needs.hitsPerLeg,
    includeInactive: question.includeInactive,
    signal,
  });

  const { range } = question;
  const words = [...new Set(question.keywords.flatMap((word) => [word, ...synonymsOf(word)]))];
  const legs: { leg: Leg["leg"]; run: (signal: AbortSignal) => Promise<IndexHit[]> }[] = [];
  if (question.query !== "") {
    legs.push({
      leg: "vector",
      run: async (signal) => {
        const [vector] = await needs.embedder.embed([question.query], "query", signal);
        return vector === undefined ? [] : needs.index.nearest(vector, everywhere(signal));
      },
    });
  }
  if (words.length > 0) {
    legs.push({ leg: "keyword", run: (signal) => needs.index.matching(words, everywhere(signal)) });
  }
  if (range !== undefined) {
    legs.push({ leg: "time", run: (signal) => needs.index.within(range, everywhere(signal)) });
  }

  const { attributes = [] } = question;
  if (attributes.length > 0) {
    legs.push({ leg: "belief", run: () => believed(question.user, attributes, needs) });
  }

  const degraded: Degraded[] = [];
  const found = new Map<string, Found>();
  await Promise.all(
    legs.map(async ({ leg, run }) => {
      try {
        collect(found, leg, await withDeadline(run, needs.deadlineMs));
      } catch (error) {
        degraded.push({ part: `recall.${leg}`, reason: reasonOf(error), instead: "without" });
      }
    }),
  );
  return { found: [...found.values()], degraded };
}

/** What is held, or waits in the buffer, as a belief about one of the attributes of the user. */
async function believed(
  user: string,
  attributes: readonly string[],
  { store, hitsPerLeg }: LegNeeds,
): Promise<IndexHit[]> {
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
  return [...hits("facts", [...held.values()].flat()), ...hits(BUFFER, waiting)];
}

/** Adds one leg's hits, which are ranked over all collections together. */
function collect(found: Map<string, Found>, leg: Leg["leg"], hits: readonly IndexHit[]): void {
  hits.forEach(({ id, collection, score }, position) => {
    const entry = found.get(id) ?? { id, collection, legs: [] };
    entry.legs.push({ leg, rank: position + 1, score });
    found.set(id, entry);
  });
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
