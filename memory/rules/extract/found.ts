/** What a reader finds in a clause, and the helpers that fill an item in one way everywhere. */
import { keywordsOf } from "../../../language/segment.ts";
import type { Extraction, When } from "../../extraction.ts";
import type { Belief } from "../../record.ts";
import { timeOf } from "./clause.ts";
import type { Clause, Reading, Subject } from "./clause.ts";
import { isPresent, whenOf } from "./dates.ts";
import { tell } from "./perspective.ts";

export type Fact = Extraction["facts"][number];
export type Preference = Extraction["preferences"][number];
export type ProfileItem = Extraction["profile"][number];
export type Focus = Extraction["focus"][number];

export interface Items {
  readonly facts: readonly Fact[];
  readonly preferences: readonly Preference[];
  readonly profile: readonly ProfileItem[];
  readonly focus: readonly Focus[];
}

export interface Found extends Items {
  /** The clauses that follow in the same sentence tell on of the same thing and may join the content. */
  readonly takesAlong: boolean;
  /** How many of the following clauses were read as part of this one. */
  readonly used: number;
  /** With its subject left out it only tells on of the clause before: 喝奶茶，每天一杯. */
  readonly tellsOn: boolean;
}

/** Reads one clause; undefined when it holds nothing of the reader's kind. */
export type Reader = (clause: Clause, reading: Reading) => Found | undefined;

export function found(parts: Partial<Found>): Found {
  return {
    facts: [],
    preferences: [],
    profile: [],
    focus: [],
    takesAlong: false,
    used: 0,
    tellsOn: false,
    ...parts,
  };
}

export interface ItemOptions {
  readonly belief?: Belief;
  /** Replaces the clause as told. */
  readonly content?: string;
  /** null: no `when`, although the clause names a time. */
  readonly when?: When | null;
  /** Dates are the fact itself: not written out, not a `when`. */
  readonly undated?: boolean;
  /** 0..1, before the reading's certainty. Default 0.85. */
  readonly confidence?: number;
}

/** A fact told by the clause. */
export function factOf(clause: Clause, reading: Reading, options: ItemOptions = {}): Fact {
  const content =
    options.content ?? tell(clause, reading, { times: options.undated === true ? "verbatim" : "written" });
  const when =
    options.when === null || options.undated === true ? undefined : (options.when ?? datedBy(clause));
  return {
    content,
    tags: tagsOf(content, reading),
    confidence: (options.confidence ?? 0.85) * reading.certainty,
    quote: clause.text,
    ...(options.belief === undefined ? {} : { belief: options.belief }),
    ...(when === undefined ? {} : { when }),
  };
}

export function profileItem(key: string, value: string, clause: Clause, reading: Reading): ProfileItem {
  return { key, value, quote: clause.text, confidence: 0.9 * reading.certainty };
}

/** The same items with other words of the user behind them: what was completed or mended is quoted as it was said. */
export function quotedAs(items: Items, quote: string): Items {
  const requote = <T extends { quote: string }>(item: T): T => ({ ...item, quote });
  return {
    facts: items.facts.map(requote),
    preferences: items.preferences.map(requote),
    profile: items.profile.map(requote),
    focus: items.focus.map(requote),
  };
}

/** Beliefs of facts and preferences, in order. */
export function beliefsOf({ facts, preferences }: Items): Belief[] {
  return [...facts, ...preferences].flatMap(({ belief }) => (belief === undefined ? [] : [belief]));
}

/** What a focus event is found again by: its key words, and the person it is about. */
export function focusKeywords(clause: Clause, reading: Reading): string[] {
  const role = clause.subject.kind === "other" ? clause.subject.role?.name : undefined;
  return [...(role === undefined ? [] : [role]), ...tagsOf(clause.predicate, reading)];
}

/** Key words of a content, without the names that stand in every one. */
export function tagsOf(content: string, { input }: Reading, limit = 5): string[] {
  return keywordsOf(content, limit + 4)
    .filter(
      (word) => word !== input.userName && word !== input.companionName && !/^\d+(?:年|月|日|$)/.test(word),
    )
    .slice(0, limit);
}

/** "user", or the person: by name where the role has many, else by role. */
export function beliefSubject(subject: Subject): string {
  if (subject.kind !== "other" || subject.role === undefined) return "user";
  return subject.role.many === true && subject.name !== undefined ? subject.name : subject.role.name;
}

function datedBy(clause: Clause): When | undefined {
  const mention = timeOf(clause);
  return mention === undefined || isPresent(mention) ? undefined : whenOf(mention);
}
