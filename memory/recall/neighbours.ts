/**
 * The turns right before and after the best dialogues come along where the budget leaves room: an answer often stands in the
 * turn after the one that was found, and what it is about in the one before.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { reasonOf } from "../../base/errors.ts";
import type { MemoryIndex } from "../../storage/memory-index/port.ts";
import type { MemoryRecord } from "../record.ts";
import { readRecords } from "../store.ts";
import { ONE_EXCHANGE_MS } from "./closeness.ts";
import { asRecalled } from "./score.ts";
import type { Degraded, Recalled } from "./types.ts";

export interface NeighbourNeeds {
  readonly store: BaseStore;
  readonly index: MemoryIndex;
}

/** Dialogues whose neighbours are looked for, from the best. */
const LOOKED_AT = 2;
/** Turns looked through around a dialogue. */
const AROUND = 8;

/** The hits, and behind them the neighbours of the best dialogues that are no hits themselves. Never throws. */
export async function withNeighbours(
  hits: readonly Recalled[],
  user: string,
  needs: NeighbourNeeds,
): Promise<{ hits: Recalled[]; degraded: Degraded[] }> {
  const dialogues = hits.filter(({ collection }) => collection === "dialog_logs").slice(0, LOOKED_AT);
  if (dialogues.length === 0) return { hits: [...hits], degraded: [] };
  try {
    const around = await Promise.all(dialogues.map((dialogue) => turnsAround(dialogue, user, needs)));
    const known = new Set(hits.map(({ id }) => id));
    const neighbours = dialogues.flatMap((dialogue, at) =>
      besides(dialogue, around[at] ?? []).map((record) => ({
        ...asRecalled({ record, legs: [], buffered: false }, {}),
        beside: dialogue.id,
      })),
    );
    const fresh = neighbours.filter(({ id }, at) => {
      const isFirst = neighbours.findIndex((other) => other.id === id) === at;
      return isFirst && !known.has(id);
    });
    return { hits: [...hits, ...fresh], degraded: [] };
  } catch (error) {
    return {
      hits: [...hits],
      degraded: [{ part: "recall.neighbours", reason: reasonOf(error), instead: "without" }],
    };
  }
}

async function turnsAround(
  { recordedAt }: Recalled,
  user: string,
  { store, index }: NeighbourNeeds,
): Promise<MemoryRecord[]> {
  const at = Date.parse(recordedAt);
  const found = await index.within(
    { from: at - ONE_EXCHANGE_MS, to: at + ONE_EXCHANGE_MS + 1 },
    { user, collections: ["dialog_logs"], limit: AROUND },
  );
  const records = await readRecords(
    store,
    user,
    found.map(({ id }) => id),
  );
  return records.filter((record) => record?.status === "active").filter((record) => record !== undefined);
}

/** The last turn of the same thread before it, and the first after it. */
function besides(dialogue: Recalled, around: readonly MemoryRecord[]): MemoryRecord[] {
  const at = Date.parse(dialogue.recordedAt);
  const same = around
    .filter(({ id, sources }) => id !== dialogue.id && sources[0]?.thread === dialogue.source?.thread)
    .sort((a, b) => Date.parse(a.recordedAt) - Date.parse(b.recordedAt));
  const before = same.filter(({ recordedAt }) => Date.parse(recordedAt) <= at).at(-1);
  const after = same.find(({ recordedAt }) => Date.parse(recordedAt) > at);
  return [before, after].filter((record) => record !== undefined);
}
