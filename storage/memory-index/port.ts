/**
 * The memory index finds ids; it holds no truth. Records live in the document store and an index can be rebuilt from
 * them, so an adapter may lose or refuse data without a memory being lost.
 *
 * Every method takes a user, and no answer ever holds an id of another one. Ids are unique within a user.
 */
export interface IndexEntry {
  readonly id: string;
  readonly user: string;
  readonly collection: string;
  /** What keywords are found in: header in plain words, then the text. Any length, any characters. */
  readonly text: string;
  /** Names known for the user when this was written (people, pets, places): the text is segmented with them whole. */
  readonly names?: readonly string[];
  /** Unit vector of the index's dimension. */
  readonly vector: Float32Array;
  /** Only entries with `active: true` are found unless a query asks for the others too. */
  readonly active: boolean;
  /** Epoch milliseconds. */
  readonly recordedAt: number;
  /** When what is told happens, half open [start, end), epoch milliseconds; both or neither. */
  readonly event?: { readonly start: number; readonly end: number };
}

export interface IndexHit {
  readonly id: string;
  readonly collection: string;
  /**
   * `nearest`: cosine similarity -1..1. `matching`: BM25, above 0; comparable between the collections of one answer, since
   * how common a word is, and how long a text usually is, is told by all of the user's entries together. `within`: 1.
   */
  readonly score: number;
  /**
   * Of `matching` only: how well the words are covered, 0..1. The idf weight of the asked tokens that this entry holds, as a
   * share of the weight of all asked tokens; one that no entry holds weighs most. Unlike the score it can be compared
   * between questions.
   */
  readonly coverage?: number;
}

/** Where to search, and for how much. */
export interface IndexScope {
  readonly user: string;
  /** Searched together. One that is named twice counts once; one that does not exist holds nothing. */
  readonly collections: readonly string[];
  /**
   * At most this many hits of each collection, so that a large collection leaves the others their places. Hits of all
   * collections come in one list, best first; ties in any stable order. At least 1.
   */
  readonly limit: number;
  /** Default false: superseded and retracted entries stay hidden. */
  readonly includeInactive?: boolean;
  /** For `matching`: names known for the user now, whole words in what is asked as in `IndexEntry.names`. */
  readonly names?: readonly string[];
  /** For `nearest` and `matching`: only entries with these ids, to learn how well they fit wherever they stand. */
  readonly among?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface MemoryIndex {
  /** Shown in the terminal and in `degraded`, e.g. "sqlite" or "chroma". */
  readonly name: string;
  /** Inserts or wholly replaces by (user, id), also when the collection changed. All or none on embedded adapters. */
  upsert(entries: readonly IndexEntry[]): Promise<void>;
  /** Ids that are not there are passed over. */
  remove(user: string, ids: readonly string[]): Promise<void>;
  /** By vector, best first. */
  nearest(vector: Float32Array, scope: IndexScope): Promise<IndexHit[]>;
  /**
   * By keyword: entries holding at least one of the words, best first. `words` are plain words or phrases of the
   * user's language; they are segmented in the same way as the stored text. No words, no hits.
   */
  matching(words: readonly string[], scope: IndexScope): Promise<IndexHit[]>;
  /** Entries whose event, or else whose recording, lies in or overlaps [from, to) (epoch ms), newest first. */
  within(range: { readonly from: number; readonly to: number }, scope: IndexScope): Promise<IndexHit[]>;
  /** Ids of one collection, active or not, in any order. */
  ids(user: string, collection: string): Promise<string[]>;
  close(): Promise<void>;
}

/** What every adapter is opened with. */
export interface MemoryIndexOptions {
  readonly dimension: number;
  /**
   * The fingerprint of the embedder as one line of text. An index written by another one throws EMBEDDER_MISMATCH at
   * opening, naming both and the command `npm run migrate`.
   */
  readonly fingerprint: string;
  /** True: entries of another embedder are thrown away and the index is taken over, instead of EMBEDDER_MISMATCH. */
  readonly replace?: boolean;
  /** Normalises and segments for search, `names` kept whole (language/segment.ts). Tokens hold no white space. */
  readonly tokenise: (text: string, names?: readonly string[]) => string[];
}
