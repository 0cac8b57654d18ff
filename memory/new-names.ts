/**
 * Learning names. A name is a word from the moment it is known (language/segment.ts), so memories that were indexed before,
 * with the name cut to pieces (找|丁|一打|听), are marked to be indexed again.
 *
 * Hardly any are: names are found by their characters and pairs of them whether they are known or not. So the documents are
 * read through for a name that is new, which happens a few hundred times in a user's life and never during a turn.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { normaliseForSearch } from "../language/normalise.ts";
import { searchTokens } from "../language/segment.ts";
import { readBuffer } from "./buffer.ts";
import type { Write } from "./documents.ts";
import { namesIn, namesWrite, readNames } from "./names.ts";
import type { MemoryRecord } from "./record.ts";
import { indexMark, listRecords } from "./store.ts";

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
  const again = await indexedWithout(store, user, fresh);
  return [namesWrite(user, [...known, ...fresh]), ...again.map((id) => indexMark(user, id))];
}

/** Ids of the memories, kept or in the buffer, that hold one of the names without its token; the newest, newest first. */
async function indexedWithout(store: BaseStore, user: string, names: readonly string[]): Promise<string[]> {
  const [kept, buffer] = await Promise.all([listRecords(store, user), readBuffer(store, user)]);
  const buffered = buffer.flatMap(({ entry }) => (entry.kind === "memory" ? [entry.record] : []));
  const spelled = names.map(normaliseForSearch);
  return [...kept, ...buffered]
    .filter(({ indexText }) => {
      const text = normaliseForSearch(indexText);
      const held = names.filter((_, at) => text.includes(spelled[at] ?? ""));
      return held.length > 0 && searchTokens(indexText, held).length > searchTokens(indexText).length;
    })
    .sort((a, b) => b.recordedAt.localeCompare(a.recordedAt))
    .slice(0, MOST_INDEXED_AGAIN)
    .map(({ id }) => id);
}
