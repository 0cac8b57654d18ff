/**
 * The clause: the unit that extraction reads. A turn is cut into clauses; each knows who it is about, how it is said and
 * which times it names. What it means is decided by the readers beside this file.
 */
import type { Language, TimeMention, TimeReference } from "../../../language/types.ts";
import type { ExtractionInput } from "../../extraction.ts";
import type { Role } from "../lexicon/people.ts";

/**
 * statement: stated as so. question: asked, or only put up to be confirmed. supposed: wish or supposition. reported:
 * someone else's words or hearsay. request: asks something of the companion. Only statements become memories.
 */
export type Mood = "statement" | "question" | "supposed" | "reported" | "request";

export interface Subject {
  /** unknown: a pronoun nobody fits, or left out where it cannot be told. */
  readonly kind: "user" | "other" | "companion" | "unknown";
  /** Stands in the clause, rather than being carried on from the one before. */
  readonly explicit: boolean;
  /** 我们, "we": the user together with others. */
  readonly plural: boolean;
  /** 我的, "my": the predicate tells of something of the subject's. */
  readonly possessive: boolean;
  /** For `other`: the role, and the name when it was said. */
  readonly role?: Role;
  readonly name?: string;
}

export interface Clause {
  /** Verbatim, and where it stands in the user's text (UTF-16). */
  readonly text: string;
  readonly index: number;
  /** Number of the sentence it belongs to. */
  readonly sentence: number;
  readonly mood: Mood;
  readonly subject: Subject;
  /** What is said of the subject: the text without openers, subject, leading time and closing particles. */
  readonly predicate: string;
  /** A time that stood before the predicate. */
  readonly time?: TimeMention;
  /** The leading time of the clause before in the sentence: 今天是周末，我打算去爬山. */
  readonly carriedTime?: TimeMention;
  /** Times inside the predicate. */
  readonly innerTimes: readonly TimeMention[];
}

/** What all readers know of the turn. */
export interface Reading {
  readonly input: ExtractionInput;
  readonly language: Language;
  readonly reference: TimeReference;
  /** Lower for what is only confirmed or concluded: scales the confidence of items, 0..1. */
  readonly certainty: number;
}

export const USER: Subject = { kind: "user", explicit: false, plural: false, possessive: false };
export const NOBODY: Subject = { kind: "unknown", explicit: false, plural: false, possessive: false };

/** The time that dates the clause: the leading one, else the first inside. */
export function timeOf(clause: Clause): TimeMention | undefined {
  return clause.time ?? clause.innerTimes[0];
}
