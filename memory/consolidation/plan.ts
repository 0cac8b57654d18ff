/**
 * Consolidation as a pure function: what the buffer and the held beliefs become. The same fact said again strengthens
 * what is held; a change of mind supersedes it, dated; what the user took back is retracted. Nothing is invented here.
 */
import { overlap } from "../overlap.ts";
import { lettersOf, normaliseForSearch } from "../../language/normalise.ts";
import type { Buffered, Retraction } from "../buffer.ts";
import type { Belief, MemoryRecord } from "../record.ts";

export interface Plan {
  /** Records to write: new ones, and held ones that changed. */
  readonly records: MemoryRecord[];
  readonly written: number;
  readonly superseded: number;
  readonly duplicates: number;
}

/**
 * `buffered` in the order they were said; `held` are the user's records that may be the same or contradict (those with
 * a belief key of the buffer, and near neighbours of its texts), in any order.
 */
export function planConsolidation(buffered: readonly Buffered[], held: readonly MemoryRecord[]): Plan {
  const known = new Map(held.map((record) => [record.id, record]));
  const changed = new Set<string>();
  let written = 0;
  let superseded = 0;
  let duplicates = 0;
  const write = (record: MemoryRecord): void => {
    known.set(record.id, record);
    changed.add(record.id);
  };

  for (const { entry } of buffered) {
    if (entry.kind === "retraction") {
      for (const record of known.values())
        if (takesBack(entry.retraction, record)) write({ ...record, status: "retracted" });
    }
    if (entry.kind !== "memory") continue;
    const { record } = entry;
    if (known.has(record.id)) continue; // written before a crash: nothing to do but to clear the buffer
    const same = [...known.values()].find((other) => other.status === "active" && saysTheSame(other, record));
    if (same !== undefined) {
      write(strengthened(same, record));
      duplicates += 1;
      continue;
    }
    const contradicted = [...known.values()].filter(
      (other) => other.status === "active" && contradicts(record, other),
    );
    // What arrives late (an import of older talk) does not displace what was said after it.
    const newer = contradicted.find((other) => other.recordedAt > record.recordedAt);
    if (newer !== undefined) {
      write({
        ...record,
        status: "superseded",
        validTo: newer.validFrom ?? newer.recordedAt,
        supersededBy: newer.id,
      });
    } else {
      write(record);
      for (const old of contradicted) {
        write({
          ...old,
          status: "superseded",
          validTo: record.validFrom ?? record.recordedAt,
          supersededBy: record.id,
        });
        superseded += 1;
      }
    }
    written += 1;
  }
  return { records: [...changed].flatMap((id) => known.get(id) ?? []), written, superseded, duplicates };
}

/** Two beliefs about the same attribute of the same subject with different values cannot both be held now. */
export function contradicts(newer: MemoryRecord, older: MemoryRecord): boolean {
  return (
    newer.belief !== undefined &&
    older.belief !== undefined &&
    beliefKey(newer.belief) === beliefKey(older.belief) &&
    normaliseForSearch(newer.belief.value) !== normaliseForSearch(older.belief.value)
  );
}

export function beliefKey(belief: Belief): string {
  return `${normaliseForSearch(belief.subject)}|${normaliseForSearch(belief.attribute)}`;
}

/** The same belief, or nearly the same words about the same time. */
export function saysTheSame(a: MemoryRecord, b: MemoryRecord): boolean {
  if (a.collection !== b.collection) return false;
  if (a.belief !== undefined && b.belief !== undefined && beliefKey(a.belief) === beliefKey(b.belief)) {
    return normaliseForSearch(a.belief.value) === normaliseForSearch(b.belief.value);
  }
  if (a.eventStart?.slice(0, 10) !== b.eventStart?.slice(0, 10)) return false;
  return normaliseForSearch(a.text) === normaliseForSearch(b.text) || wordingInCommon(a.text, b.text) >= NEAR;
}

/** Overlap of character pairs (Jaccard) from which two contents say the same. Other numbers are never the same. */
const NEAR = 0.8;

function wordingInCommon(a: string, b: string): number {
  return numbersIn(a) === numbersIn(b) ? overlap(pairsOf(a), pairsOf(b)) : 0;
}

/** Pairs of neighbouring characters; segmentation would differ with the punctuation. */
function pairsOf(text: string): Set<string> {
  const characters = [...lettersOf(text)];
  return new Set(characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`));
}

function numbersIn(text: string): string {
  return (normaliseForSearch(text).match(/\d+/g) ?? []).join(" ");
}

/** Another source for what is held: the wording stays, the confidence grows towards 1. */
function strengthened(held: MemoryRecord, again: MemoryRecord): MemoryRecord {
  const turns = new Set(held.sources.map((source) => source.turn));
  return {
    ...held,
    sources: [...held.sources, ...again.sources.filter((source) => !turns.has(source.turn))],
    derivedFrom: [...new Set([...held.derivedFrom, ...again.derivedFrom])],
    confidence:
      Math.max(held.confidence, again.confidence) + (1 - Math.max(held.confidence, again.confidence)) / 2,
    importance: Math.max(held.importance, again.importance),
  };
}

function takesBack(retraction: Retraction, record: MemoryRecord): boolean {
  if (record.status !== "active" || record.recordedAt > retraction.said) return false;
  // The mended value comes from the same turn as the retraction.
  if (record.sources.some((source) => source.turn === retraction.source)) return false;
  if (retraction.attribute === undefined || record.belief === undefined) return false;
  if (normaliseForSearch(record.belief.attribute) !== normaliseForSearch(retraction.attribute)) return false;
  return (
    retraction.value === undefined ||
    normaliseForSearch(record.belief.value) === normaliseForSearch(retraction.value)
  );
}
