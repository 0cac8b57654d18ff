/**
 * Where a reranker is set: it puts the best of what recall found in a new order. What is related at all has been decided by
 * then (the floor), and what the reranker says becomes one more factor of each hit's score.
 */
import { reasonOf } from "../../../base/errors.ts";
import type { Reranker } from "../../../models/reranker/port.ts";
import { usableQueries } from "../question.ts";
import type { Question } from "../question.ts";
import type { Degraded, Recalled } from "../types.ts";

export interface RerankNeeds {
  readonly reranker: Reranker;
  /** Hits that it reads at most, from the best; those behind them stay behind. */
  readonly topN: number;
}

/** What a reranker's score of 1 adds to a hit's score: more than the built-in factors of two related hits differ by. */
const RERANK_WEIGHT = 10;

/**
 * The hits in the reranker's order; among equals the built-in order stands. When it fails, or is late, the built-in order
 * stands for all, and `degraded` says so. Throws only when `signal` aborts.
 */
export async function reranked(
  hits: readonly Recalled[],
  question: Question,
  { reranker, topN }: RerankNeeds,
  signal?: AbortSignal,
): Promise<{ hits: Recalled[]; degraded: Degraded[] }> {
  const [read, rest] = [hits.slice(0, topN), hits.slice(topN)];
  const query = wordsOf(question);
  if (read.length < 2 || query === "") return { hits: [...hits], degraded: [] };
  try {
    const texts = read.map(({ text }) => text);
    const scores = await reranker.rerank(query, texts, signal);
    const inOrder = read
      .map((hit, at) => ({ hit, score: scores[at] ?? 0 }))
      // The sort is stable: equals keep their order.
      .sort((a, b) => b.score - a.score)
      .map(({ hit, score }) => withFactor(hit, RERANK_WEIGHT * score));
    return { hits: [...inOrder, ...rest], degraded: [] };
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return {
      hits: [...hits],
      degraded: [{ part: "recall.rerank", reason: reasonOf(error), instead: "builtin" }],
    };
  }
}

/** What is asked, with what it points at filled in where that was done: a reranker knows nothing of the conversation. */
function wordsOf(question: Question): string {
  const queries = usableQueries(question);
  const filledIn = queries.find(({ strategy }) => strategy === "rewrite");
  return (filledIn ?? queries[0])?.text ?? question.asked?.trim() ?? "";
}

function withFactor(hit: Recalled, rerank: number): Recalled {
  return { ...hit, score: hit.score + rerank, factors: { ...hit.factors, rerank } };
}
