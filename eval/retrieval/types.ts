/** What a retrieval data set is to the evaluation, whatever its source, and what a system has to offer to be measured. */
import type { Language } from "../../language/types.ts";
import { FEATURES } from "../../memory/recall/weights.ts";

/** Something that can be found: one turn, message, passage or triple. */
export interface PoolDocument {
  readonly id: string;
  readonly text: string;
  /** Id of an earlier document with the same words: whoever finds this one has found that one, and gold names that one. */
  readonly copyOf?: string;
  /** What the companion's side said in the same turn, where the data has two sides. */
  readonly reply?: string;
  /** Who said it, by name. */
  readonly speaker?: string;
  readonly at?: Date;
  /** The conversation it belongs to; documents of a thread stand in their order. */
  readonly thread?: string;
  /** Of a triple: `text` is its three parts with blanks between. */
  readonly triple?: { readonly head: string; readonly relation: string; readonly tail: string };
}

export interface PoolQuestion {
  readonly id: string;
  readonly text: string;
  /** Utterances before it, oldest first, where the data asks within a conversation. */
  readonly before?: readonly string[];
  /** When it is asked; dates in it are read from there. Absent: after the last document. */
  readonly now?: Date;
  /** Ids of documents, or of threads when the set judges threads. Empty: nothing should be found. */
  readonly gold: readonly string[];
  /** Whether each of several gold ids answers the question by itself, or all of them are needed. Default "all". */
  readonly needs?: "any" | "all";
  /** Kinds to report apart ("temporal", "false premise"). */
  readonly kinds: readonly string[];
}

/** What is searched together: one user's memories. */
export interface Pool {
  readonly name: string;
  readonly language: Language;
  readonly documents: readonly PoolDocument[];
  readonly questions: readonly PoolQuestion[];
}

export interface RetrievalSet {
  readonly name: string;
  /** Whether single documents are ranked or whole threads. */
  readonly unit: "document" | "thread";
  readonly pools: readonly Pool[];
}

/** One question answered. */
export interface Ranking {
  /** Ids of documents or threads, best first; what was not retrieved is absent. */
  readonly ids: readonly string[];
  /** Milliseconds without the embedding of the question. */
  readonly ms: number;
  /** Tokens of what would reach the prompt. */
  readonly tokens: number;
}

/** What can be taken away from the product's recall: a feature of the score, or splitting a question into its parts. */
export const ABLATIONS = [...FEATURES, "parts"] as const;
export type Ablation = (typeof ABLATIONS)[number];

/** One pool, taken in and ready to be asked. */
export interface PreparedPool {
  /** `without`: only the product's recall has something to take away, the baselines pass over it. */
  rank(question: PoolQuestion, without?: Ablation): Promise<Ranking>;
  close(): Promise<void>;
}

/** A way to retrieve: the product's recall, or one of the baselines beside it. */
export interface Retriever {
  /** "recall", "bm25", "vector" */
  readonly name: string;
  prepare(pool: Pool, unit: RetrievalSet["unit"]): Promise<PreparedPool>;
}
