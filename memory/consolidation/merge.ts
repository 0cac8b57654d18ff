/** Merges the buffered memories of a user into long-term memory: gathers what may be the same, plans, writes at once. */
import { reasonOf } from "../../base/errors.ts";
import { beliefWrites, keysOf, recordsOfBeliefs } from "../beliefs.ts";
import { readBuffer } from "../buffer.ts";
import type { Buffered } from "../buffer.ts";
import { writeAll } from "../documents.ts";
import { embeddedText } from "../index-text.ts";
import { namespaces } from "../namespaces.ts";
import type { Degraded } from "../recall/types.ts";
import type { MemoryRecord } from "../record.ts";
import { indexMark, readRecords, recordWrites } from "../store.ts";
import type { MemoryStoreNeeds } from "../store.ts";
import type { Locks } from "../../storage/locks/port.ts";
import { beliefKey, planConsolidation } from "./plan.ts";
import type { Plan } from "./plan.ts";

export interface MergeNeeds extends MemoryStoreNeeds {
  readonly locks: Locks;
}

export interface Merged extends Omit<Plan, "records"> {
  readonly read: number;
  readonly degraded: Degraded[];
}

/** Neighbours by meaning looked at for each buffered memory. */
const NEIGHBOURS = 5;

/**
 * Deletes only the entries it has read and written on, in the same atomic write: what comes in meanwhile waits for the
 * next time, and a crash half way is done again with the same ids.
 */
export async function mergeBuffer(user: string, needs: MergeNeeds, signal?: AbortSignal): Promise<Merged> {
  return needs.locks.hold(`consolidate:${user}`, async () => {
    const entries = (await readBuffer(needs.store, user)).filter(
      ({ entry }) => entry.kind === "memory" || entry.kind === "retraction",
    );
    if (entries.length === 0) return { read: 0, written: 0, superseded: 0, duplicates: 0, degraded: [] };

    const beliefs = await recordsOfBeliefs(needs.store, user, beliefKeys(entries));
    const near = await neighbours(user, entries, needs, signal);
    const ids = new Set([...entries.map(({ key }) => key), ...[...beliefs.values()].flat(), ...near.ids]);
    const held = (await readRecords(needs.store, user, [...ids])).filter((record) => record !== undefined);

    const plan = planConsolidation(entries, held);
    const writtenIds = new Set(plan.records.map((record) => record.id));
    await writeAll(needs.store, [
      ...plan.records.flatMap(recordWrites),
      ...beliefWrites(user, plan.records, beliefs),
      ...entries.map(({ key }) => ({ namespace: namespaces.buffer(user), key, value: null })),
      // A promoted record keeps its id and is marked already; one that was dropped has to leave the index.
      ...entries.filter(({ key }) => !writtenIds.has(key)).map(({ key }) => indexMark(user, key)),
    ]);
    const { written, superseded, duplicates } = plan;
    return { read: entries.length, written, superseded, duplicates, degraded: near.degraded };
  });
}

function beliefKeys(entries: readonly Buffered[]): string[] {
  const keys = entries.flatMap(({ entry }) => {
    if (entry.kind === "memory" && entry.record.belief !== undefined) return keysOf(entry.record.belief);
    if (entry.kind === "retraction" && entry.retraction.attribute !== undefined) {
      return [beliefKey({ subject: "user", attribute: entry.retraction.attribute, value: "" })];
    }
    return [];
  });
  return [...new Set(keys)];
}

/** Ids of what is held that is near in meaning. Without the index, duplicates are found by belief only. */
async function neighbours(
  user: string,
  entries: readonly Buffered[],
  { embedder, index }: MemoryStoreNeeds,
  signal: AbortSignal | undefined,
): Promise<{ ids: string[]; degraded: Degraded[] }> {
  const records = entries.flatMap(({ entry }): MemoryRecord[] =>
    entry.kind === "memory" ? [entry.record] : [],
  );
  try {
    const vectors = await embedder.embed(
      records.map((record) => embeddedText(record)),
      "passage",
      signal,
    );
    const hits = await Promise.all(
      records.map(async (record, position) => {
        const vector = vectors[position];
        return vector === undefined
          ? []
          : index.nearest(vector, { user, collections: [record.collection], limit: NEIGHBOURS });
      }),
    );
    return { ids: hits.flat().map((hit) => hit.id), degraded: [] };
  } catch (error) {
    return {
      ids: [],
      degraded: [{ part: "consolidate.neighbours", reason: reasonOf(error), instead: "without" }],
    };
  }
}
