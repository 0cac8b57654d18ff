/**
 * From what an input means to the texts that recall searches with. Each strategy of query work can be switched off
 * (MIRAMATE_QUERY_STRATEGIES); each query keeps the strategy that it came from, so that traces can count and compare
 * them. Pure functions.
 */
import { languageOf } from "../../language/detect.ts";
import { lettersOf } from "../../language/normalise.ts";
import type { Query } from "./question.ts";
import { MOST_QUERIES } from "./strategies.ts";

/** What can be done to a question before it is searched with. */
export const QUERY_WORK = [
  "rewrite", // references resolved from the session: 他, 那件事, "that place"
  "variants", // the same asked in other words
  "split", // the parts of a compound question
  "hypothetical", // a memory as it would have been written
  "step_back", // the more general question
  "keywords", // words that should stand in the memory
  "routing", // which collections are likely to hold it
  "time", // the time that is asked about
] as const;
export type QueryWork = (typeof QUERY_WORK)[number];

/**
 * What rules can do as well as a model, and what costs a model a few tokens only. The other three write a sentence
 * each that the reply has to wait for, and each sentence is embedded.
 */
export const DEFAULT_QUERY_WORK: readonly QueryWork[] = ["rewrite", "split", "keywords", "routing", "time"];

/** Longer texts look for everything and find nothing. */
const LONGEST_QUERY = 200;

/** Other texts to search with, beside the main query, as a model or the rules wrote them. */
export interface QueryIdeas {
  readonly parts?: readonly string[] | undefined;
  readonly hypothetical?: string | undefined;
  readonly variants?: readonly string[] | undefined;
  readonly stepBack?: string | undefined;
}

/**
 * The main query first, then the ideas, the most useful ones first; at most MOST_QUERIES. Left out: empty texts, what
 * was there already, what is in another language than the main query, and a single part, which is the whole again.
 * No main query, no queries.
 */
export function queriesOf(
  main: Query,
  { parts = [], hypothetical, variants = [], stepBack }: QueryIdeas,
): Query[] {
  const text = tidy(main.text);
  if (text === "") return [];
  const seen = new Set([lettersOf(text)]);
  const usable = (ideas: readonly (string | undefined)[], strategy: Query["strategy"]): Query[] =>
    ideas.flatMap((idea) => {
      const tidied = tidy(idea ?? "");
      if (tidied === "" || languageOf(tidied) !== languageOf(text) || seen.has(lettersOf(tidied))) return [];
      seen.add(lettersOf(tidied));
      return [{ text: tidied, strategy }];
    });
  const separate = usable(parts, "part");
  return [
    { ...main, text },
    ...(separate.length > 1 ? separate : []),
    ...usable([hypothetical], "hypothetical"),
    ...usable(variants, "variant"),
    ...usable([stepBack], "step_back"),
  ].slice(0, MOST_QUERIES);
}

function tidy(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, LONGEST_QUERY);
}
