/** Records and hits for tests, with everything that a test does not care about filled in. */
import type { MemoryRecord } from "../../memory/record.ts";
import type { Recalled } from "../../memory/recall/types.ts";

export function aRecord(parts: Partial<MemoryRecord> & { id: string; text: string }): MemoryRecord {
  return {
    user: "u1",
    collection: "facts",
    indexText: parts.text,
    origin: "user",
    sources: [{ thread: "s1", turn: `turn-of-${parts.id}`, quote: parts.text }],
    derivedFrom: [],
    recordedAt: "2025-05-01T02:00:00.000Z",
    importance: 0.5,
    confidence: 0.8,
    tags: [],
    status: "active",
    ...parts,
  };
}

export function aHit(id: string, parts: Partial<Recalled> = {}): Recalled {
  return {
    id,
    collection: "facts",
    text: `memory ${id}`,
    score: 1,
    legs: [],
    factors: {},
    recordedAt: "2025-05-01T02:00:00.000Z",
    status: "active",
    buffered: false,
    importance: 0.5,
    ...parts,
  };
}
