/**
 * Learning names. A name is a word from the moment it is known (language/segment.ts), so memories that were indexed before,
 * with the name cut to pieces (找|丁|一打|听), are marked to be indexed again.
 *
 * Hardly any are: names are found by their characters and pairs of them whether they are known or not. So the documents are
 * read through for a name that is new (about a second for 10,000), which happens a few hundred times in a user's life and
 * never during a turn.
 */
import { setImmediate } from "node:timers/promises";
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { normaliseForSearch } from "../language/normalise.ts";
import { mayBeCut, searchTokens } from "../language/segment.ts";
import { readBuffer } from "./buffer.ts";
import { pagesOf } from "./documents.ts";
import type { Write } from "./documents.ts";
import { namesIn, namesWrite, readNames } from "./names.ts";
import { namespaces } from "./namespaces.ts";
import { MemoryRecordSchema } from "./record.ts";
import type { MemoryRecord } from "./record.ts";
import { indexMark } from "./store.ts";

/** Memories that are indexed again for new names, the newest of them: each has to be embedded. */
const MOST_INDEXED_AGAIN = 200;

/**
 * What has to be written so that the names of the records are known and found in what was told before; nothing when all are
 * known. Names and marks belong in one batch: a process that is killed has done both or neither.
 */
export async function nameWrites(
  store: BaseStore,
  user: string,
  records: readonly Pick<MemoryRecord, "belief">[],
): Promise<Write[]> {
  const learned = namesIn(records);
  if (learned.length === 0) return [];
  const known = await readNames(store, user);
  const fresh = learned.filter((name) => !known.includes(name));
  if (fresh.length === 0) return [];
  const again = await indexedWithout(store, user, fresh.filter(mayBeCut));
  return [namesWrite(user, [...known, ...fresh]), ...again.map((id) => indexMark(user, id))];
}

/** Ids of the memories, kept or in the buffer, that hold one of the names without its token; the newest, newest first. */
async function indexedWithout(store: BaseStore, user: string, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const lacks = lackingOneOf(names);
  const found: MemoryRecord[] = [];
  for await (const page of pagesOf(store, MemoryRecordSchema, namespaces.memories(user))) {
    found.push(...page.flatMap(({ value }) => (lacks(value) ? [value] : [])));
    // An embedded store reads without a pause; turns of others are let in between.
    await setImmediate();
  }
  for (const { entry } of await readBuffer(store, user)) {
    if (entry.kind === "memory" && lacks(entry.record)) found.push(entry.record);
  }
  return found
    .sort((a, b) => b.recordedAt.localeCompare(a.recordedAt))
    .slice(0, MOST_INDEXED_AGAIN)
    .map(({ id }) => id);
}

/** Whether one of the names stands in a memory and is no token of it. */
function lackingOneOf(names: readonly string[]): (record: MemoryRecord) => boolean {
  const spelled = names.map((name) => [name, normaliseForSearch(name)] as const);
  return ({ indexText }) => {
    const text = normaliseForSearch(indexText);
    const held = spelled.flatMap(([name, folded]) => (text.includes(folded) ? [name] : []));
    return held.length > 0 && searchTokens(text, held).length > searchTokens(text).length;
  };
}
