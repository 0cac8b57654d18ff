/** Runs retrievers over a set: every question of every pool, and what came of it. */
import { judge, mean, percentile, seeded } from "../metrics.ts";
import type { Judged } from "../metrics.ts";
import type { RetrievalSet, Retriever } from "./types.ts";

export interface Answered extends Judged {
  readonly id: string;
  readonly kinds: readonly string[];
  readonly ms: number;
  readonly tokens: number;
}

export interface Figures extends Judged {
  readonly n: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly tokens: number;
}

/** One after another, since they are timed. `tell` hears how many questions are done. */
export async function answer(
  set: RetrievalSet,
  retriever: Retriever,
  tell: (done: number) => void,
): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (const pool of set.pools) {
    if (pool.questions.length === 0) continue;
    const copies = new Map(pool.documents.map(({ id, copyOf = id }) => [id, copyOf]));
    const prepared = await retriever.prepare(pool, set.unit);
    try {
      for (const question of pool.questions) {
        const { ids, ms, tokens } = await prepared.rank(question);
        const found = ids.map((id) => copies.get(id) ?? id);
        answered.push({ id: question.id, kinds: question.kinds, ms, tokens, ...judge(found, question.gold) });
        tell(answered.length);
      }
    } finally {
      await prepared.close();
    }
  }
  return answered;
}

export function figuresOf(answered: readonly Answered[]): Figures {
  const of = (name: Exclude<keyof Answered, "id" | "kinds">): number =>
    mean(answered.map((entry) => entry[name]));
  const ms = answered.map((entry) => entry.ms);
  return {
    n: answered.length,
    r5: of("r5"),
    r10: of("r10"),
    hit1: of("hit1"),
    hit5: of("hit5"),
    mrr: of("mrr"),
    ndcg10: of("ndcg10"),
    p50Ms: percentile(ms, 0.5),
    p95Ms: percentile(ms, 0.95),
    tokens: of("tokens"),
  };
}

/** Figures of each kind of question, where a set has several. */
export function byKind(answered: readonly Answered[]): Record<string, Figures> {
  const kinds = [...new Set(answered.flatMap((entry) => entry.kinds))].sort();
  if (kinds.length < 2) return {};
  return Object.fromEntries(
    kinds.map((kind) => [kind, figuresOf(answered.filter((entry) => entry.kinds.includes(kind)))]),
  );
}

/** The same set with at most `most` questions, drawn evenly by a fixed seed. Pools keep all their documents. */
export function sampled(set: RetrievalSet, most: number): RetrievalSet {
  const all = set.pools.reduce((sum, { questions }) => sum + questions.length, 0);
  if (all <= most) return set;
  const random = seeded(1);
  const drawn = set.pools.flatMap(({ questions }) =>
    questions.map((question) => ({ question, lot: random() })),
  );
  const chosen = new Set(
    drawn
      .sort((a, b) => a.lot - b.lot)
      .slice(0, most)
      .map(({ question }) => question),
  );
  return {
    ...set,
    pools: set.pools.map((pool) => ({
      ...pool,
      questions: pool.questions.filter((question) => chosen.has(question)),
    })),
  };
}
