/**
 * Which records of the user's profile and tastes there are, as one small document, so that a summary, an update or a
 * deletion meets all of them without searching, whatever state the index is in. Kept in the same batch as the records.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { z } from "zod";
import { readOne } from "../documents.ts";
import type { Write } from "../documents.ts";
import { namespaces } from "../namespaces.ts";
import type { MemoryRecord } from "../record.ts";
import { readRecords } from "../store.ts";

const CatalogueSchema = z.object({ user_profile: z.array(z.string()), preferences: z.array(z.string()) });
export type Catalogue = z.infer<typeof CatalogueSchema>;
export type Catalogued = keyof Catalogue;

const KEY = "catalogue";

export async function readCatalogue(store: BaseStore, user: string): Promise<Catalogue> {
  const held = await readOne(store, CatalogueSchema, namespaces.person(user), KEY);
  return held ?? { user_profile: [], preferences: [] };
}

export function catalogueWrite(user: string, catalogue: Catalogue): Write {
  return { namespace: namespaces.person(user), key: KEY, value: catalogue };
}

/** All records of the kind, superseded ones too, oldest first. */
export async function recordsOf(store: BaseStore, user: string, kind: Catalogued): Promise<MemoryRecord[]> {
  const records = await readRecords(store, user, (await readCatalogue(store, user))[kind]);
  return records.filter((record) => record !== undefined);
}
