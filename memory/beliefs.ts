/** The belief index: which records speak of an attribute, so that contradictions are found without reading all. */
import { z } from "zod";
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { contentId } from "../base/ids.ts";
import { beliefKey } from "./consolidation/plan.ts";
import { readMany } from "./documents.ts";
import type { Write } from "./documents.ts";
import { namespaces } from "./namespaces.ts";
import type { Belief, MemoryRecord } from "./record.ts";

const BeliefIndexSchema = z.object({ belief: z.string(), ids: z.array(z.string()) });

/** Ids of the user's records about each of the belief keys. */
export async function recordsOfBeliefs(
  store: BaseStore,
  user: string,
  keys: readonly string[],
): Promise<Map<string, string[]>> {
  const entries = await readMany(store, BeliefIndexSchema, namespaces.beliefs(user), keys.map(documentKey));
  return new Map(keys.map((key, position) => [key, entries[position]?.ids ?? []]));
}

/** What has to be written so that `records` are found by their beliefs too; `known` is what the index holds now. */
export function beliefWrites(
  user: string,
  records: readonly MemoryRecord[],
  known: ReadonlyMap<string, readonly string[]>,
): Write[] {
  const next = new Map<string, Set<string>>();
  for (const record of records) {
    for (const key of record.belief === undefined ? [] : keysOf(record.belief)) {
      next.set(key, (next.get(key) ?? new Set(known.get(key))).add(record.id));
    }
  }
  return [...next].map(([key, ids]) => ({
    namespace: namespaces.beliefs(user),
    key: documentKey(key),
    value: { belief: key, ids: [...ids].slice(-MOST_IDS) },
  }));
}

/** Of a family with many members ("likes") the newest are enough to answer from. */
const MOST_IDS = 200;

/** A belief is found by its own key, and by its family: "allergy" for "allergy:花生". */
export function keysOf(belief: Belief): string[] {
  const [family = belief.attribute] = belief.attribute.split(":");
  const own = beliefKey(belief);
  const ofFamily = beliefKey({ ...belief, attribute: family });
  return own === ofFamily ? [own] : [own, ofFamily];
}

function documentKey(key: string): string {
  return contentId("belief", key);
}
