/** When a memory was last looked at, and how often: a small document beside the record, which stays as it was written. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { z } from "zod";
import { readMany } from "../documents.ts";
import type { Write } from "../documents.ts";
import { namespaces } from "../namespaces.ts";
import type { MemoryRecord } from "../record.ts";
import type { Fading } from "./decay.ts";

const AccessSchema = z.object({ last_accessed: z.string(), accesses: z.number() });

/** How far each of the records has faded, in their order. */
export async function fadingOf(
  store: BaseStore,
  user: string,
  records: readonly Pick<MemoryRecord, "id" | "importance" | "recordedAt">[],
): Promise<Fading[]> {
  const seen = await readMany(
    store,
    AccessSchema,
    namespaces.access(user),
    records.map(({ id }) => id),
  );
  return records.map(({ importance, recordedAt }, at) => ({
    importance,
    lastAccessed: new Date(seen[at]?.last_accessed ?? recordedAt),
    accesses: seen[at]?.accesses ?? 0,
  }));
}

/** What has to be written when the memories are looked at now. Two looks at once may count as one. */
export async function accessWrites(
  store: BaseStore,
  user: string,
  ids: readonly string[],
  now: Date,
): Promise<Write[]> {
  const seen = await readMany(store, AccessSchema, namespaces.access(user), ids);
  return ids.map((id, at) => ({
    namespace: namespaces.access(user),
    key: id,
    value: { last_accessed: now.toISOString(), accesses: (seen[at]?.accesses ?? 0) + 1 },
  }));
}
