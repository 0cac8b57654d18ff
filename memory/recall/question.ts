/** What recall is asked: plain data, made by the `retrieve` node from the understanding of an input. */
import type { AnyCollection } from "../record.ts";
import { MOST_QUERIES } from "./strategies.ts";
import type { QueryStrategy } from "./strategies.ts";

/** One text to search with, by meaning and by word. */
export interface Query {
  readonly text: string;
  readonly strategy: QueryStrategy;
}

export interface Question {
  readonly user: string;
  /** At most MOST_QUERIES of them are used; none, and nothing is searched by meaning or by word. */
  readonly queries: readonly Query[];
  /** The input as it was written. */
  readonly asked?: string | undefined;
  /** Words beside those of the queries that may stand in what is looked for. */
  readonly keywords: readonly string[];
  /** Names known for this user: people, pets, places, things. */
  readonly names?: readonly string[] | undefined;
  /** Names in the question and in what was said right before it, with how much they count there, 0..1. */
  readonly named?: ReadonlyMap<string, number> | undefined;
  /** Whose words are asked for: "user", "companion" or a name; undefined when that is open. */
  readonly speaker?: string | undefined;
  /** An English feeling word (language/sentiment.ts) that the question is about. */
  readonly feeling?: string | undefined;
  /** Attributes of the user that are asked for ("birthday"). */
  readonly attributes?: readonly string[] | undefined;
  readonly range?: { readonly from: number; readonly to: number } | undefined;
  /** How likely each collection holds the answer, 0..1; absent ones 0. Undefined: nothing is known. */
  readonly routes?: Readonly<Partial<Record<AnyCollection, number>>> | undefined;
  /** Collections worth asking; undefined means all. */
  readonly collections?: readonly string[] | undefined;
  readonly includeInactive: boolean;
}

/** The queries that are searched with, in the order that `Leg.query` counts in. */
export function usableQueries({ queries }: Pick<Question, "queries">): Query[] {
  return queries.filter(({ text }) => text.trim() !== "").slice(0, MOST_QUERIES);
}
