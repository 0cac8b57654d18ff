/**
 * Building the memory index anew from the documents, for another embedder or after damage. The work left is durable from
 * the first step on: killed at any point, the next start or the next migration goes on with it.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import type { MemoryIndex } from "../storage/memory-index/port.ts";
import { readBuffer } from "./buffer.ts";
import { writeAll } from "./documents.ts";
import { ALL_COLLECTIONS } from "./record.ts";
import { BUFFER, indexMark, indexPending, listRecords } from "./store.ts";
import type { MemoryStoreNeeds } from "./store.ts";
import { usersIn } from "./users.ts";

const BATCH = 500;

/** Marks every memory of every user as still to be indexed. Before the old index is given up. Returns how many. */
export async function markEverything(store: BaseStore): Promise<number> {
  let marked = 0;
  for (const user of await usersWithMemories(store)) {
    const ids = await memoryIds(store, user);
    for (let from = 0; from < ids.length; from += BATCH) {
      await writeAll(
        store,
        ids.slice(from, from + BATCH).map((id) => indexMark(user, id)),
      );
    }
    marked += ids.length;
  }
  return marked;
}

/** Settles all marks, and takes out of the index what no document stands behind. Needs an index of this embedder. */
export async function rebuildIndex(
  needs: MemoryStoreNeeds,
  onBatch: (memories: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  for (const user of await usersWithMemories(needs.store)) {
    const known = new Set(await memoryIds(needs.store, user));
    const strays = (await indexedIds(needs.index, user)).filter((id) => !known.has(id));
    if (strays.length > 0) await needs.index.remove(user, strays);
    await indexPending(needs, user, signal, onBatch);
  }
}

async function usersWithMemories(store: BaseStore): Promise<string[]> {
  const users = await Promise.all(
    (["memories", "buffer", "unindexed"] as const).map((kind) => usersIn(kind, store)),
  );
  return [...new Set(users.flat())];
}

async function memoryIds(store: BaseStore, user: string): Promise<string[]> {
  const [records, buffer] = await Promise.all([listRecords(store, user), readBuffer(store, user)]);
  return [
    ...records.map(({ id }) => id),
    ...buffer.flatMap(({ key, entry }) => (entry.kind === "memory" ? [key] : [])),
  ];
}

async function indexedIds(index: MemoryIndex, user: string): Promise<string[]> {
  return (
    await Promise.all([...ALL_COLLECTIONS, BUFFER].map((collection) => index.ids(user, collection)))
  ).flat();
}
