/**
 * Records are kept twice: the truth as documents, and an entry in the memory index that finds it. The document and a
 * mark "still to be indexed" are written in one batch, the mark goes when the index has taken the entry. So an index
 * that is down, or a process killed in between, loses nothing: `indexPending` catches up.
 */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import type { Embedder } from "../models/embedder/port.ts";
import type { IndexEntry, MemoryIndex } from "../storage/memory-index/port.ts";
import { readAll, readMany, writeAll } from "./documents.ts";
import type { Write } from "./documents.ts";
import { embeddedText } from "./index-text.ts";
import { readNames } from "./names.ts";
import { namespaces } from "./namespaces.ts";
import { MemoryRecordSchema } from "./record.ts";
import type { MemoryRecord } from "./record.ts";
import { BufferEntrySchema } from "./buffer.ts";

/** The index collection of what is not consolidated yet. Its records name the collection they are meant for. */
export const BUFFER = "buffer";

export interface MemoryStoreNeeds {
  readonly store: BaseStore;
  readonly index: MemoryIndex;
  readonly embedder: Embedder;
}

/** Index entries embedded and written at a time: bounds memory, and lets a long catch-up make progress. */
const BATCH = 64;

const MarkSchema = z.object({ id: z.string() });

/**
 * Says that the index entry of a memory has to follow its document, be that changed or gone. Each mark has a key of its
 * own, so that settling one never settles a newer one of the same memory.
 */
export function indexMark(user: string, id: string): Write {
  return { namespace: namespaces.unindexed(user), key: randomUUID(), value: { id } };
}

/** What has to be written so that `record` is kept, and indexed by the next `indexPending`. */
export function recordWrites(record: MemoryRecord): Write[] {
  return [
    { namespace: namespaces.memories(record.user), key: record.id, value: record },
    indexMark(record.user, record.id),
  ];
}

/** The same for a record in the buffer. */
export function bufferedRecordWrites(record: MemoryRecord): Write[] {
  return [
    { namespace: namespaces.buffer(record.user), key: record.id, value: { kind: "memory", record } },
    indexMark(record.user, record.id),
  ];
}

export async function readRecords(
  store: BaseStore,
  user: string,
  ids: readonly string[],
): Promise<(MemoryRecord | undefined)[]> {
  return readMany(store, MemoryRecordSchema, namespaces.memories(user), ids);
}

/** Buffered records by id; undefined where there is none. */
export async function readBuffered(
  store: BaseStore,
  user: string,
  ids: readonly string[],
): Promise<(MemoryRecord | undefined)[]> {
  const entries = await readMany(store, BufferEntrySchema, namespaces.buffer(user), ids);
  return entries.map((entry) => (entry?.kind === "memory" ? entry.record : undefined));
}

export async function listRecords(store: BaseStore, user: string): Promise<MemoryRecord[]> {
  return (await readAll(store, MemoryRecordSchema, namespaces.memories(user))).map(({ value }) => value);
}

/**
 * Brings the index to where the documents are: embeds and upserts what is marked, removes what is gone. Idempotent.
 * Throws INDEX_UNAVAILABLE or EMBEDDER_FAILED with the marks still in place. Returns how many marks were settled.
 */
export async function indexPending(
  needs: MemoryStoreNeeds,
  user: string,
  signal?: AbortSignal,
  onBatch: (marks: number) => void = () => undefined,
): Promise<number> {
  const marks = await readAll(needs.store, MarkSchema, namespaces.unindexed(user));
  const names = marks.length === 0 ? [] : await readNames(needs.store, user);
  for (let from = 0; from < marks.length; from += BATCH) {
    const batch = marks.slice(from, from + BATCH);
    const ids = [...new Set(batch.map(({ value }) => value.id))];
    // The documents decide, not the mark: it may be older than the last write.
    const [kept, buffered] = await Promise.all([
      readRecords(needs.store, user, ids),
      readBuffered(needs.store, user, ids),
    ]);
    const present: { record: MemoryRecord; collection: string }[] = [];
    const gone: string[] = [];
    ids.forEach((id, position) => {
      const record = kept[position] ?? buffered[position];
      if (record === undefined) gone.push(id);
      else present.push({ record, collection: kept[position] === undefined ? BUFFER : record.collection });
    });
    const vectors = await needs.embedder.embed(
      present.map(({ record }) => embeddedText(record)),
      "passage",
      signal,
    );
    const entries = present.flatMap(({ record, collection }, position) => {
      const vector = vectors[position];
      return vector === undefined ? [] : [{ ...indexEntry(record, collection, vector), names }];
    });
    if (entries.length > 0) await needs.index.upsert(entries);
    if (gone.length > 0) await needs.index.remove(user, gone);
    await writeAll(
      needs.store,
      batch.map(({ key }) => ({ namespace: namespaces.unindexed(user), key, value: null })),
    );
    onBatch(batch.length);
  }
  return marks.length;
}

function indexEntry(record: MemoryRecord, collection: string, vector: Float32Array): IndexEntry {
  return {
    id: record.id,
    user: record.user,
    collection,
    text: record.indexText,
    vector,
    active: record.status === "active",
    recordedAt: Date.parse(record.recordedAt),
    ...(record.eventStart !== undefined && record.eventEnd !== undefined
      ? { event: { start: Date.parse(record.eventStart), end: Date.parse(record.eventEnd) } }
      : {}),
  };
}
