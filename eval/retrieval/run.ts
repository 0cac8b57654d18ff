/** Runs retrievers over a set: every question of every pool, and what came of it. */
import { judge, mean, percentile, seeded } from "../metrics.ts";
import type { Judged } from "../metrics.ts";
import type { Ablation, PoolQuestion, RetrievalSet, Retriever } from "./types.ts";

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

/** What came of one retriever, and of it without one thing or another on the questions that this was tried on. */
export interface Run {
  /** Questions that something answers. */
  readonly answered: readonly Answered[];
  /** All questions: whether nothing should be found, and whether nothing reached the prompt. */
  readonly silence: readonly { readonly nothing: boolean; readonly foundNothing: boolean }[];
  readonly without: ReadonlyMap<Ablation, readonly Answered[]>;
}

export interface RunOptions {
  /** What is taken away, one after another. */
  readonly ablations: readonly Ablation[];
  /** Ids of the questions that it is taken away for. */
  readonly tried: ReadonlySet<string>;
  /** Hears how many questions are done. */
  readonly tell: (done: number) => void;
}

/** One question after another, since they are timed; a pool is asked once beforehand, which loads it. */
export async function answer(
  { pools, unit }: RetrievalSet,
  retriever: Retriever,
  { ablations, tried, tell }: RunOptions,
): Promise<Run> {
  const answered: Answered[] = [];
  const silence: { nothing: boolean; foundNothing: boolean }[] = [];
  const without = new Map(ablations.map((ablation): [Ablation, Answered[]] => [ablation, []]));
  for (const pool of pools.filter(({ questions }) => questions.length > 0)) {
    const copies = new Map(pool.documents.map(({ id, copyOf = id }) => [id, copyOf]));
    const prepared = await retriever.prepare(pool, unit);
    const judged = async (question: PoolQuestion, ablation?: Ablation): Promise<Answered> => {
      const { ids, ms, tokens } = await prepared.rank(question, ablation);
      const { ranking, gold } = asJudged(
        ids.map((id) => copies.get(id) ?? id),
        question,
      );
      return { id: question.id, kinds: question.kinds, ms, tokens, ...judge(ranking, gold) };
    };
    try {
      for (const question of pool.questions.slice(0, 1)) await prepared.rank(question);
      for (const question of pool.questions) {
        const nothing = question.gold.length === 0;
        const whole = await judged(question);
        silence.push({ nothing, foundNothing: whole.tokens === 0 });
        if (!nothing) answered.push(whole);
        if (!nothing && tried.has(question.id)) {
          for (const [ablation, list] of without) list.push(await judged(question, ablation));
        }
        tell(silence.length);
      }
    } finally {
      await prepared.close();
    }
  }
  return { answered, silence, without };
}

/** Where any gold item is enough, the first that is found stands for all. */
export function asJudged(
  ranking: readonly string[],
  { gold, needs }: Pick<PoolQuestion, "gold" | "needs">,
): { readonly ranking: readonly string[]; readonly gold: readonly string[] } {
  const [first] = gold;
  if (needs !== "any" || first === undefined) return { ranking, gold };
  return { ranking: ranking.map((id) => (gold.includes(id) ? first : id)), gold: [first] };
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

/** Ids of at most `most` questions of a set, drawn evenly by a fixed seed. */
export function drawn({ pools }: RetrievalSet, most: number): Set<string> {
  const random = seeded(1);
  const lots = pools.flatMap(({ questions }) => questions.map(({ id }) => ({ id, lot: random() })));
  return new Set(
    lots
      .sort((a, b) => a.lot - b.lot)
      .slice(0, most)
      .map(({ id }) => id),
  );
}

/** The same set with at most `most` questions. Pools keep all their documents. */
export function sampled(set: RetrievalSet, most: number): RetrievalSet {
  const ids = drawn(set, most);
  return {
    ...set,
    pools: set.pools.map((pool) => ({
      ...pool,
      questions: pool.questions.filter(({ id }) => ids.has(id)),
    })),
  };
}
