/** The ways in which a question becomes several queries, and what a query of each way is worth. */

export const QUERY_STRATEGIES = [
  "asked", // the words as they were written
  "rewrite", // the same with what it points at filled in
  "variant", // the same in other words
  "part", // one of several questions in one
  "hypothetical", // a memory that would answer it (HyDE; Gao et al. 2022, arXiv:2212.10496)
  "step_back", // the more general question (Zheng et al. 2023, arXiv:2310.06117)
] as const;
export type QueryStrategy = (typeof QUERY_STRATEGIES)[number];

/** More are not searched: each costs an embedding. */
export const MOST_QUERIES = 6;

/** Share of a query in the mean of all that ask for the same. Parts ask for different things and are not averaged. */
export const STRATEGY_WEIGHTS: Readonly<Record<Exclude<QueryStrategy, "part">, number>> = {
  asked: 1,
  rewrite: 1,
  variant: 0.5,
  hypothetical: 0.5,
  step_back: 0.3,
};

/** What the whole question still counts beside the best of its parts. */
export const WHOLE_BESIDE_PARTS = 0.3;

/** Share of the keywords and their everyday variants, which the keyword leg looks up behind all queries. */
export const WORDS_BESIDE = 0.3;

/** Share of what is of a kind that is asked for (宠物: 猫, 狗 ...), looked up behind those. */
export const KINDS_BESIDE = 0.2;
