/**
 * The names of a user's life: people, pets, places, things. Learned from what is believed, kept in one small document, and
 * used to cut texts into words and to see whom a question is about. One user's names never touch another one's texts.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { z } from "zod";
import { nameFinder } from "../language/names.ts";
import type { NameFinder } from "../language/names.ts";
import { synonymsOf } from "../language/synonyms.ts";
import { readOne } from "./documents.ts";
import type { Write } from "./documents.ts";
import { namespaces } from "./namespaces.ts";
import type { MemoryRecord } from "./record.ts";

const KnownNamesSchema = z.object({ names: z.array(z.string()) });
const KEY = "names";
/** The newest are kept. */
const MOST_NAMES = 500;
/** Longer values are descriptions. */
const LONGEST_NAME = 20;

/** Attributes whose value is a name; the user's own names say nothing about what a memory is about. */
const NAMING = new Set(["name", "nickname", "english_name", "residence", "hometown", "workplace", "school"]);
const OWN_NAME = new Set(["name", "nickname", "english_name"]);
/** 安, 渝: only where it is said to be somebody's name. Whom a belief is about may be a 猫 or a 妈. */
const SHORT_NAME = /^\p{Script=Han}$/u;

/** Oldest first. */
export async function readNames(store: BaseStore, user: string): Promise<string[]> {
  return (await readOne(store, KnownNamesSchema, namespaces.person(user), KEY))?.names ?? [];
}

/** What has to be written so that these are the known names, oldest first. */
export function namesWrite(user: string, names: readonly string[]): Write {
  return { namespace: namespaces.person(user), key: KEY, value: { names: names.slice(-MOST_NAMES) } };
}

/** The names that the records bring, whoever's they are. */
export function namesIn(records: readonly Pick<MemoryRecord, "belief">[]): string[] {
  const names = records.flatMap(({ belief }) => {
    if (belief === undefined) return [];
    const subject = belief.subject.trim();
    const value = belief.value.trim();
    const isUser = subject === "user";
    const isNaming = NAMING.has(belief.attribute) && !(isUser && OWN_NAME.has(belief.attribute));
    return [
      ...(!isUser && subject.length > 1 ? [subject] : []),
      ...(isNaming && (value.length > 1 || (OWN_NAME.has(belief.attribute) && SHORT_NAME.test(value)))
        ? [value]
        : []),
    ];
  });
  return [...new Set(names)].filter((name) => name.length <= LONGEST_NAME);
}

/** A name that was said longer ago counts less. */
const FADING = 0.2;

/**
 * The known names that stand in the last of `said` or in the ones before it (oldest first), by any of their everyday
 * variants (老妈 for 妈妈): 1 in the last, less the longer ago.
 */
export function namedIn(said: readonly string[], names: readonly string[]): Map<string, number> {
  const variants = new Map<string, string>();
  for (const name of names) {
    for (const variant of synonymsOf(name)) variants.set(variant, name);
  }
  for (const name of names) variants.set(name, name);
  const find = nameFinder([...variants.keys()]);
  const named = new Map<string, number>();
  said.forEach((utterance, at) => {
    const weight = Math.max(0, 1 - FADING * (said.length - 1 - at));
    for (const variant of find(utterance)) named.set(variants.get(variant) ?? variant, weight);
  });
  return named;
}

/** What a memory is about: the subject of its belief, else the names that stand in it. The user is nobody here. */
export function subjectsOf(record: MemoryRecord, find: NameFinder): string[] {
  const subject = record.belief?.subject;
  return subject === undefined || subject === "user" ? find(record.text) : [subject];
}
