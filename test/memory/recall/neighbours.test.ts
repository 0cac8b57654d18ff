import { InMemoryStore } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";
import { writeAll } from "../../../memory/documents.ts";
import { withNeighbours } from "../../../memory/recall/neighbours.ts";
import type { Recalled } from "../../../memory/recall/types.ts";
import type { MemoryRecord } from "../../../memory/record.ts";
import { recordWrites } from "../../../memory/store.ts";
import type { MemoryIndex } from "../../../storage/memory-index/port.ts";
import { aHit, aRecord } from "../../support/memories.ts";

const at = (minute: number) => new Date(Date.UTC(2025, 4, 1, 2, minute)).toISOString();

function turn(id: string, minute: number, parts: Partial<MemoryRecord> = {}): MemoryRecord {
  return aRecord({
    id,
    text: `turn ${id}`,
    collection: "dialog_logs",
    recordedAt: at(minute),
    sources: [{ thread: "s1", turn: id }],
    ...parts,
  });
}

const hit = (id: string, minute: number): Recalled =>
  aHit(id, { collection: "dialog_logs", recordedAt: at(minute), source: { thread: "s1", turn: id } });

/** An index of which only the search by time is asked. */
function timeline(records: readonly MemoryRecord[]): MemoryIndex {
  const unasked = () => Promise.reject(new Error("not asked here"));
  return {
    name: "timeline",
    within: async ({ from, to }, { limit }) =>
      records
        .filter(({ recordedAt }) => Date.parse(recordedAt) >= from && Date.parse(recordedAt) < to)
        .slice(0, limit)
        .map(({ id, collection }) => ({ id, collection, score: 1 })),
    upsert: unasked,
    remove: unasked,
    nearest: unasked,
    matching: unasked,
    ids: unasked,
    close: async () => {},
  };
}

async function found(records: readonly MemoryRecord[], hits: readonly Recalled[]) {
  const store = new InMemoryStore();
  await writeAll(store, records.flatMap(recordWrites));
  return withNeighbours(hits, "u1", { store, index: timeline(records) });
}

describe("the turns around a dialogue that was found", () => {
  it("come along behind the hits: the last before it and the first after it", async () => {
    const records = [turn("first", 0), turn("before", 2), turn("hit", 4), turn("after", 6), turn("last", 8)];
    const { hits } = await found(records, [hit("hit", 4)]);
    expect(hits.map(({ id, beside }) => [id, beside])).toEqual([
      ["hit", undefined],
      ["before", "hit"],
      ["after", "hit"],
    ]);
  });

  it("stay away when they are of another thread, long before, no longer believed, or hits themselves", async () => {
    const records = [
      turn("yesterday", -20),
      turn("elsewhere", 3, { sources: [{ thread: "s2", turn: "elsewhere" }] }),
      turn("hit", 4),
      turn("taken back", 5, { status: "retracted" }),
      turn("also", 6),
    ];
    const { hits } = await found(records, [hit("hit", 4), hit("also", 6)]);
    expect(hits.map(({ id }) => id)).toEqual(["hit", "also"]);
  });

  it("are not looked for beside a fact", async () => {
    const { hits } = await found([turn("before", 2)], [aHit("fact", { recordedAt: at(3) })]);
    expect(hits.map(({ id }) => id)).toEqual(["fact"]);
  });

  it("leave the hits as they are when the index is down, and say so", async () => {
    const broken = { ...timeline([]), within: () => Promise.reject(new Error("down")) };
    const result = await withNeighbours([hit("hit", 4)], "u1", { store: new InMemoryStore(), index: broken });
    expect(result.hits.map(({ id }) => id)).toEqual(["hit"]);
    expect(result.degraded).toEqual([{ part: "recall.neighbours", reason: "down", instead: "without" }]);
  });
});
