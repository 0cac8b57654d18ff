/**
 * The entries of one user in memory, as far as searching needs them: where each belongs, its vector and its words. Loaded
 * when the user first asks something and kept from then on, since what takes SQL many milliseconds takes well under one
 * here. About 800 bytes an entry of 384 dimensions and 40 different words.
 *
 * An entry never changes: what is written again gets a new and higher number, whichever process wrote it. So entries are
 * only ever added, and marked when they are gone; whoever holds this looks after both (entries-in-use.ts).
 */
import { Best, inOneList } from "./best.ts";
import { inverseDocumentFrequency, lengthPenalty, tokenScore } from "./bm25.ts";
import { unpackContent } from "./content.ts";
import { grown } from "./growing.ts";
import { floorsOf, NO_GROUP, type Groups } from "./groups.ts";
import type { IndexHit } from "./port.ts";
import { Postings, slotOf, timesOf } from "./postings.ts";
import type { VectorMemory } from "./vector-memory.ts";
import { Vectors } from "./vectors.ts";

export interface UserEntryRow {
  readonly entry: number;
  readonly id: string;
  readonly collection: string;
  readonly active: 0 | 1;
  /** As packed by content.ts. */
  readonly content: ArrayBuffer;
}

export interface Where {
  readonly collections: readonly string[];
  readonly includeInactive: boolean;
  /** Hits of each collection. */
  readonly limit: number;
  /** Only entries with these ids. */
  readonly among?: ReadonlySet<string> | undefined;
}

const GONE = 0;
const INACTIVE = 1;
const ACTIVE = 2;

export class UserEntries {
  /** The highest number of an entry that was added. */
  newest = 0;
  /** How many are not gone, and how many tokens their texts have together. */
  alive = 0;
  private aliveTokens = 0;
  /** How many were ever added. */
  size = 0;

  private readonly dimension: number;
  private readonly collections: string[] = [];
  private readonly words = new Postings();
  private readonly vectors: Vectors;
  /** By slot; and the newest slot of each id. */
  private readonly ids: string[] = [];
  private readonly slots = new Map<string, number>();
  /** The last groups that were asked for, as long as nothing has changed since. */
  private grouped: { readonly key: string; readonly groups: Groups } | undefined;
  private numbers = new Float64Array(0);
  private states = new Uint8Array(0);
  private collectionOf = new Uint8Array(0);
  private lengths = new Uint32Array(0);
  /** By slot, for texts of this mean length. */
  private penalties = new Float64Array(0);
  private meanLength = 0;
  /** By slot, of the search at work: the score, and the weight of the tokens that are held. */
  private scores = new Float64Array(0);
  private held = new Float64Array(0);

  constructor(memory: VectorMemory) {
    this.dimension = memory.dimension;
    this.vectors = new Vectors(memory);
  }

  /** Makes room for that many entries in all, which spares copying when they are added bit by bit. */
  reserve(size: number): void {
    this.numbers = grown(this.numbers, size);
    this.states = grown(this.states, size);
    this.collectionOf = grown(this.collectionOf, size);
    this.lengths = grown(this.lengths, size);
    this.scores = grown(this.scores, size);
    this.held = grown(this.held, size);
  }

  /** Adds entries with higher numbers than all before, in the order of their numbers. */
  add(rows: readonly UserEntryRow[]): void {
    this.reserve(this.size + rows.length);
    this.grouped = undefined;
    for (const { entry, id, collection, active, content } of rows) {
      const { length, words, vector } = unpackContent(content, this.dimension);
      const slot = this.size;
      this.ids.push(id);
      this.slots.set(id, slot);
      this.numbers[slot] = entry;
      this.states[slot] = active === 1 ? ACTIVE : INACTIVE;
      this.collectionOf[slot] = this.numberOf(collection);
      this.lengths[slot] = length;
      this.words.add(slot, words);
      this.vectors.add(slot, vector);
      this.size += 1;
      this.newest = entry;
      this.alive += 1;
      this.aliveTokens += length;
    }
  }

  /** Marks all others as gone. */
  keepOnly(numbers: readonly number[]): void {
    const kept = new Set(numbers);
    this.grouped = undefined;
    for (let slot = 0; slot < this.size; slot += 1) {
      if (this.states[slot] === GONE || kept.has(this.numbers[slot] ?? 0)) continue;
      this.states[slot] = GONE;
      this.alive -= 1;
      this.aliveTokens -= this.lengths[slot] ?? 0;
    }
  }

  /** By cosine, best first. */
  nearest(question: Int8Array, where: Where): IndexHit[] {
    const best = this.vectors.nearest(question, this.groups(where), where.limit);
    return inOneList(best).map(({ slot, score }) => ({
      id: this.ids[slot] ?? "",
      collection: this.collections[this.collectionOf[slot] ?? 0] ?? "",
      score,
    }));
  }

  /** By BM25 over all of the user's entries, best first; `hashes` of different tokens (words.ts). */
  matching(hashes: readonly number[], where: Where): IndexHit[] {
    const { size } = this;
    const groups = this.groups(where);
    const scores = this.scores.fill(0, 0, size);
    const held = this.held.fill(0, 0, size);
    const penalties = this.penaltiesOfLength();
    const noneGone = this.alive === size;
    let asked = 0;
    for (const hash of hashes) {
      const postings = this.words.of(hash);
      const weight = inverseDocumentFrequency(
        noneGone ? postings.length : this.aliveAmong(postings),
        this.alive,
      );
      asked += weight;
      for (let index = 0; index < postings.length; index += 1) {
        const posting = postings[index] ?? 0;
        const slot = slotOf(posting);
        scores[slot] = (scores[slot] ?? 0) + tokenScore(weight, timesOf(posting), penalties[slot] ?? 0);
        held[slot] = (held[slot] ?? 0) + weight;
      }
    }

    const best = Array.from({ length: groups.count }, () => new Best(where.limit));
    const floors = floorsOf(groups);
    const { of } = groups;
    for (let slot = 0; slot < size; slot += 1) {
      const score = scores[slot] ?? 0;
      if (score === 0) continue;
      const group = of[slot] ?? NO_GROUP;
      if (score > (floors[group] ?? 0)) floors[group] = best[group]?.offer(slot, score) ?? 0;
    }
    return inOneList(best).map(({ slot, score }) => ({
      id: this.ids[slot] ?? "",
      collection: this.collections[this.collectionOf[slot] ?? 0] ?? "",
      score,
      coverage: Math.min(1, (held[slot] ?? 0) / asked),
    }));
  }

  /** Gives back what is not collected as garbage; the entries must not be used any more. */
  release(): void {
    this.vectors.release();
  }

  /** By slot; worked out anew when entries came or went. */
  private penaltiesOfLength(): Float64Array {
    const meanLength = Math.max(1, this.aliveTokens / Math.max(1, this.alive));
    if (this.penalties.length !== this.size || this.meanLength !== meanLength) {
      this.meanLength = meanLength;
      this.penalties = Float64Array.from({ length: this.size }, (_, slot) =>
        lengthPenalty((this.lengths[slot] ?? 0) / meanLength),
      );
    }
    return this.penalties;
  }

  private aliveAmong(postings: Uint32Array): number {
    let alive = 0;
    for (let index = 0; index < postings.length; index += 1) {
      if (this.states[slotOf(postings[index] ?? 0)] !== GONE) alive += 1;
    }
    return alive;
  }

  private groups(where: Where): Groups {
    const { collections, includeInactive, among } = where;
    if (among !== undefined) return this.groupsAmong(among, where);
    const key = JSON.stringify([collections, includeInactive]);
    if (this.grouped?.key !== key) {
      const { groupOf, count } = this.wanted(where);
      const of = new Uint8Array(this.size).fill(NO_GROUP);
      for (let slot = 0; slot < this.size; slot += 1) of[slot] = groupOf(slot);
      this.grouped = { key, groups: { of, count } };
    }
    return this.grouped.groups;
  }

  private groupsAmong(ids: ReadonlySet<string>, where: Where): Groups {
    const { groupOf, count } = this.wanted(where);
    const of = new Uint8Array(this.size).fill(NO_GROUP);
    const only = [...ids].flatMap((id) => this.slots.get(id) ?? []);
    for (const slot of only) of[slot] = groupOf(slot);
    return { of, count, only };
  }

  /** The group of a slot, NO_GROUP where it is not looked at. */
  private wanted({ collections, includeInactive }: Where): {
    groupOf: (slot: number) => number;
    count: number;
  } {
    const wanted = [...new Set(collections)].map((name) => this.collections.indexOf(name));
    const groupOfCollection = this.collections.map((_, number) => {
      const group = wanted.indexOf(number);
      return group < 0 ? NO_GROUP : group;
    });
    const least = includeInactive ? INACTIVE : ACTIVE;
    const groupOf = (slot: number): number =>
      (this.states[slot] ?? GONE) < least
        ? NO_GROUP
        : (groupOfCollection[this.collectionOf[slot] ?? 0] ?? NO_GROUP);
    return { groupOf, count: wanted.length };
  }

  private numberOf(collection: string): number {
    const known = this.collections.indexOf(collection);
    if (known >= 0) return known;
    if (this.collections.length === NO_GROUP) throw new RangeError("A user has at most 255 collections.");
    return this.collections.push(collection) - 1;
  }
}
