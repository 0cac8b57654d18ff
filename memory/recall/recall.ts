/**
 * Recall: from a question to the memories that may reach the prompt. Legs find ids, the documents give the records
 * (an index entry without a record is stale and is passed over), scoring decides, the token budget cuts.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { reasonOf } from "../../base/errors.ts";
import type { TokenCounter } from "../../models/tokens/port.ts";
import { BUFFER, readBuffered, readRecords } from "../store.ts";
import { runLegs } from "./legs.ts";
import type { Found, LegNeeds, Question } from "./legs.ts";
import { scoreCandidates } from "./score.ts";
import type { Candidate, Floor } from "./score.ts";
import type { Degraded, Recalled } from "./types.ts";

/** Most memories, and most tokens of their texts together. */
export interface Budget {
  readonly tokens: TokenCounter;
  readonly maxHits: number;
  readonly maxTokens: number;
}

export interface RecallNeeds extends LegNeeds {
  readonly floor: Floor;
  /** For what one question brings. */
  readonly budget: Budget;
}

export interface RecallResult {
  /** Best first; empty when nothing is related, which is a result. */
  readonly hits: Recalled[];
  readonly degraded: Degraded[];
}

/** Never throws: what fails is named in `degraded`. */
export async function recall(question: Question, now: Date, needs: RecallNeeds): Promise<RecallResult> {
  const { found, degraded } = await runLegs(question, needs);
  try {
    const candidates = await loadCandidates(found, question, needs.store);
    const hits = withinBudget(scoreCandidates(candidates, question, now, needs.floor), needs.budget);
    return { hits, degraded };
  } catch (error) {
    return {
      hits: [],
      degraded: [...degraded, { part: "recall.documents", reason: reasonOf(error), instead: "without" }],
    };
  }
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

/** The best that fit, in their order. */
export function withinBudget(hits: readonly Recalled[], { maxHits, maxTokens, tokens }: Budget): Recalled[] {
  const chosen: Recalled[] = [];
  let spent = 0;
  for (const hit of hits) {
    if (chosen.length === maxHits) break;
    const cost = tokens.count(hit.text);
    // A long memory that does not fit leaves its place to shorter ones, but the best is never left out.
    if (chosen.length > 0 && spent + cost > maxTokens) continue;
    chosen.push(hit);
    spent += cost;
  }
  return chosen;
}
