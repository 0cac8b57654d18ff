/**
 * The memory index on a Chroma server: one Chroma collection for each of ours, HNSW with the parameters of MiraMate.
 *
 * Chroma knows no users, so each record's id and metadata name its user and every call filters by it. Its server has
 * no authentication either: bind it to loopback or put it behind something that has. A write that spans several
 * calls is not all or none; a failed one is repeated by whoever indexes (the port allows an index to lose data).
 */
import type { ChromaClient, Collection, Metadata, Where } from "chromadb";
import { MiraMateError } from "../../base/errors.ts";
import { inverseDocumentFrequency, lengthPenalty, tokenScore } from "./bm25.ts";
import { embedderMismatch } from "./fingerprint.ts";
import type { IndexEntry, IndexHit, IndexScope, MemoryIndex, MemoryIndexOptions } from "./port.ts";

export interface ChromaOptions {
  /** e.g. http://127.0.0.1:8000 */
  readonly url: string;
  /** Put before the names of collections, for several installations on one server. Default "miramate-". */
  readonly prefix?: string;
  /** Longest wait for one call, milliseconds. Default 3,000. */
  readonly deadlineMs?: number;
}

const HNSW = { space: "cosine", max_neighbors: 32, ef_construction: 256, num_threads: 4 } as const;
/** Chroma refuses larger batches. */
const BATCH = 5_461;
/** Distinct tokens of one keyword search, and entries of a collection holding any of them that are ranked. */
const MAX_TOKENS = 32;
const MAX_CANDIDATES = 1_000;
/** Users and collections whose size is remembered. */
const MOST_SIZES = 10_000;

/**
 * Opens the index. Throws EMBEDDER_MISMATCH when a collection was filled by another embedder. A server that is down
 * does not stop the opening: every call then throws INDEX_UNAVAILABLE until it is back.
 */
export async function createChromaMemoryIndex(
  { url, prefix = "miramate-", deadlineMs = 3_000 }: ChromaOptions,
  { fingerprint, dimension, tokenise, replace = false }: MemoryIndexOptions,
): Promise<MemoryIndex> {
  const client = await connect(url);
  const opened = new Map<string, Promise<Collection>>();
  const sizes = new Map<string, Promise<number>>();

  /** Runs one call with the deadline, its failures explained. */
  async function call<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await inTime(work, deadlineMs, signal);
    } catch (error) {
      signal?.throwIfAborted();
      // The collection may have been deleted, or the server replaced: look everything up again next time.
      opened.clear();
      throw error instanceof MiraMateError ? error : unavailable(url, error);
    }
  }

  function open(name: string): Promise<Collection> {
    const known = opened.get(name);
    if (known !== undefined) return known;
    const opening = openCollection(client, `${prefix}${name}`, fingerprint, dimension, replace);
    opened.set(name, opening);
    return opening;
  }

  /** Every collection of this installation, checked: also those that another process made. */
  async function all(): Promise<Map<string, Collection>> {
    const found = new Map<string, Collection>();
    for (const { name } of await client.listCollections({ limit: 1_000 })) {
      if (name.startsWith(prefix)) {
        const ours = name.slice(prefix.length);
        found.set(ours, await open(ours));
      }
    }
    return found;
  }

  /**
   * How many entries the user has in the collection: counted once, which makes the server list them, and then only added
   * to. Entries that were replaced count twice, which the logarithm in an idf hardly shows.
   */
  function sizeOf(user: string, collection: string): Promise<number> {
    const key = recordId(user, collection);
    const known = sizes.get(key);
    if (known !== undefined) return known;
    const counting = open(collection)
      .then((opened) => opened.get({ where: { user }, include: [] }))
      .then(({ ids }) => ids.length);
    if (sizes.size >= MOST_SIZES) sizes.clear();
    sizes.set(key, counting);
    counting.catch(() => sizes.delete(key));
    return counting;
  }

  function grow(entries: readonly IndexEntry[]): void {
    for (const { user, collection } of entries) {
      const key = recordId(user, collection);
      const known = sizes.get(key);
      if (known !== undefined)
        sizes.set(
          key,
          known.then((size) => size + 1),
        );
    }
  }

  /** Runs a search on each collection of the scope, side by side, under one deadline. */
  async function search<Hit>(
    { collections, signal }: IndexScope,
    one: (collection: Collection, name: string) => Promise<Hit[]>,
  ): Promise<Hit[]> {
    const searches = () =>
      Promise.all([...new Set(collections)].map(async (name) => one(await open(name), name)));
    return (await call(searches, signal)).flat();
  }

  try {
    await call(all);
  } catch (error) {
    if (!(error instanceof MiraMateError) || error.code !== "INDEX_UNAVAILABLE") throw error;
  }

  return {
    name: "chroma",

    upsert: async (entries) => {
      for (const [collection, group] of groupByCollection(entries)) {
        for (let from = 0; from < group.length; from += BATCH) {
          const batch = group.slice(from, from + BATCH);
          const ids = batch.map(({ user, id }) => recordId(user, id));
          await call(async () => {
            await (
              await open(collection)
            ).upsert({
              ids,
              embeddings: batch.map(({ vector }) => Array.from(vector)),
              documents: batch.map(({ text, names }) => asDocument(tokenise(text, names))),
              metadatas: batch.map(asMetadata),
            });
          });
          // Only after that, so that an entry which moves is never nowhere.
          await call(async () => {
            for (const [name, other] of await all()) if (name !== collection) await other.delete({ ids });
          });
          grow(batch);
        }
      }
    },

    remove: async (user, ids) => {
      for (let from = 0; from < ids.length; from += BATCH) {
        const batch = ids.slice(from, from + BATCH).map((id) => recordId(user, id));
        await call(async () => {
          for (const collection of (await all()).values()) await collection.delete({ ids: batch });
        });
      }
    },

    nearest: async (vector, scope) => {
      if (scope.among?.length === 0) return [];
      const hits = await search(scope, async (at, collection): Promise<IndexHit[]> => {
        const found = await at.query({
          queryEmbeddings: [Array.from(vector)],
          nResults: scope.limit,
          where: only(scope),
          ...idsAmong(scope),
          include: ["distances"],
        });
        const distances = found.distances[0] ?? [];
        return (found.ids[0] ?? []).map((id, rank) => ({
          id: ownId(id),
          collection,
          score: 1 - (distances[rank] ?? 1),
        }));
      });
      return hits.sort(byScore);
    },

    matching: async (words, scope) => {
      const all = words.flatMap((word) => tokenise(word, scope.names));
      const tokens = [...new Set(all)].slice(0, MAX_TOKENS);
      if (tokens.length === 0 || scope.among?.length === 0) return [];
      const containing = tokens.map((token) => ({ $contains: asDocument([token]) }));
      const [first] = containing;
      let entries = 0;
      const candidates = await search(scope, async (at, collection): Promise<Candidate[]> => {
        const found = await at.get({
          where: only(scope),
          ...idsAmong(scope),
          whereDocument: containing.length === 1 && first !== undefined ? first : { $or: containing },
          limit: MAX_CANDIDATES,
          include: ["documents"],
        });
        entries += await sizeOf(scope.user, collection);
        return found.ids.map((id, position) => ({
          id: ownId(id),
          collection,
          tokens: asTokens(found.documents[position] ?? ""),
        }));
      });
      return bestOfEach(rank(candidates, tokens, entries), scope.limit);
    },

    within: async ({ from, to }, scope) => {
      const hits = await search(scope, async (at, collection) => {
        const found = await at.get({
          where: only(scope, { starts: { $lt: Math.ceil(to) } }, { ends: { $gt: Math.floor(from) } }),
          include: ["metadatas"],
        });
        return found.ids.map((id, position) => ({
          id: ownId(id),
          collection,
          starts: Number(found.metadatas[position]?.["starts"] ?? 0),
        }));
      });
      const newestFirst = hits.sort((one, other) => other.starts - one.starts);
      return bestOfEach(newestFirst, scope.limit).map(({ id, collection }) => ({ id, collection, score: 1 }));
    },

    ids: async (user, collection) => {
      const found = await call(async () => (await open(collection)).get({ where: { user }, include: [] }));
      return found.ids.map(ownId);
    },

    close: async () => {
      opened.clear();
      sizes.clear();
    },
  };
}

/** Loads the client, which connects with its first call. */
async function connect(url: string): Promise<ChromaClient> {
  const { ChromaClient } = await import("chromadb").catch((cause: unknown) => {
    throw new MiraMateError(
      "DEPENDENCY_MISSING",
      {
        zh: "缺少依赖 chromadb。请运行 npm install chromadb。",
        en: "The package chromadb is missing. Run npm install chromadb.",
      },
      { cause },
    );
  });
  if (!URL.canParse(url)) {
    throw new MiraMateError("SETTING_INVALID", {
      zh: `Chroma 的地址无效：“${url}”。请把 CHROMA_URL 设为类似 http://127.0.0.1:8000 的地址。`,
      en: `"${url}" is no address of a Chroma server. Set CHROMA_URL to something like http://127.0.0.1:8000.`,
    });
  }
  const { hostname, port, protocol } = new URL(url);
  const ssl = protocol === "https:";
  return new ChromaClient({ host: hostname, port: port === "" ? (ssl ? 443 : 80) : Number(port), ssl });
}

/** Finds or makes a collection. The fingerprint in its metadata says whose vectors it holds. */
async function openCollection(
  client: ChromaClient,
  name: string,
  fingerprint: string,
  dimension: number,
  replace: boolean,
): Promise<Collection> {
  const collection = await client.getOrCreateCollection({
    name,
    embeddingFunction: null,
    configuration: { hnsw: HNSW },
    metadata: { fingerprint, dimension },
  });
  const written = collection.metadata?.["fingerprint"];
  if (written !== fingerprint) {
    if (replace) {
      await client.deleteCollection({ name });
      return openCollection(client, name, fingerprint, dimension, false);
    }
    throw embedderMismatch(typeof written === "string" ? written : "unknown", fingerprint);
  }
  return collection;
}

async function inTime<T>(work: () => Promise<T>, ms: number, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted();
  const deadline = AbortSignal.timeout(ms);
  const late = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
  const working = work();
  // The client takes no signal per call, so a late failure comes after all, and nobody listens.
  working.catch(() => {});
  return Promise.race([
    working,
    new Promise<never>((_, reject) => {
      late.addEventListener("abort", () => reject(late.reason as Error), { once: true });
    }),
  ]);
}

function unavailable(url: string, cause: unknown): MiraMateError {
  return new MiraMateError(
    "INDEX_UNAVAILABLE",
    {
      zh: `Chroma 服务（${url}）没有响应或拒绝了请求。请检查 CHROMA_URL，以及服务是否在运行。`,
      en: `The Chroma server at ${url} did not answer or refused. Check CHROMA_URL and whether the server is running.`,
    },
    { details: { url }, cause },
  );
}

// Records ------------------------------------------------------------------------------------------------------------

/** Chroma's ids are unique in a collection, ours within a user. JSON keeps any two pairs apart. */
const recordId = (user: string, id: string): string => JSON.stringify([user, id]);

function ownId(record: string): string {
  const [, id] = JSON.parse(record) as [user: string, id: string];
  return id;
}

/** Every key is always there: an upsert leaves those standing that it does not name. */
function asMetadata({ user, active, event, recordedAt }: IndexEntry): Metadata {
  // A moment lasts one millisecond here, so that it lies in [itself, later).
  const starts = Math.floor(event?.start ?? recordedAt);
  return { user, active, starts, ends: Math.max(starts + 1, Math.ceil(event?.end ?? recordedAt)) };
}

/** Tokens with a space on either side, so that looking for one with its spaces finds no part of another. */
const asDocument = (tokens: readonly string[]): string => ` ${tokens.join(" ")} `;
const asTokens = (document: string): string[] => document.split(" ").filter((token) => token !== "");

/** The user's entries of the scope, and more conditions. Chroma wants several conditions under `$and`. */
function only({ user, includeInactive }: IndexScope, ...more: readonly Where[]): Where {
  const conditions: Where[] = [{ user }, ...(includeInactive === true ? [] : [{ active: true }]), ...more];
  const [single] = conditions;
  return conditions.length === 1 && single !== undefined ? single : { $and: conditions };
}

/** The ids that a scope is limited to, as Chroma knows them; nothing where it is not. */
function idsAmong({ user, among }: IndexScope): { ids?: string[] } {
  return among === undefined ? {} : { ids: among.map((id) => recordId(user, id)) };
}

function groupByCollection(entries: readonly IndexEntry[]): Map<string, IndexEntry[]> {
  // One entry an id: Chroma refuses a batch that names one twice, and the last is the one that counts.
  const last = new Map(entries.map((entry) => [recordId(entry.user, entry.id), entry]));
  const groups = new Map<string, IndexEntry[]>();
  for (const entry of last.values()) {
    const group = groups.get(entry.collection);
    if (group === undefined) groups.set(entry.collection, [entry]);
    else group.push(entry);
  }
  return groups;
}

interface Candidate {
  readonly id: string;
  readonly collection: string;
  readonly tokens: readonly string[];
}

/**
 * BM25 by hand, best first: Chroma finds substrings and does not rank. The candidates of all collections are taken for all
 * of the user's `entries` that hold any of the tokens; their mean length is taken for everyone's.
 */
function rank(candidates: readonly Candidate[], tokens: readonly string[], entries: number): IndexHit[] {
  const meanLength = candidates.reduce((sum, { tokens: { length } }) => sum + length, 0) / candidates.length;
  const counted = candidates.map(({ id, collection, tokens: held }) => ({
    id,
    collection,
    penalty: lengthPenalty(held.length / meanLength),
    times: tokens.map((token) => held.filter((one) => one === token).length),
  }));
  const weights = tokens.map((_, position) => {
    const holders = counted.filter(({ times }) => (times[position] ?? 0) > 0).length;
    return inverseDocumentFrequency(holders, Math.max(entries, candidates.length));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return counted
    .map(({ id, collection, penalty, times }) => {
      let score = 0;
      let held = 0;
      weights.forEach((weight, position) => {
        const count = times[position] ?? 0;
        if (count === 0) return;
        score += tokenScore(weight, count, penalty);
        held += weight;
      });
      return { id, collection, score, coverage: Math.min(1, held / total) };
    })
    .filter(({ score }) => score > 0)
    .sort(byScore);
}

function byScore(one: IndexHit, other: IndexHit): number {
  return other.score - one.score;
}

/** The first `limit` of each collection, in their order. */
function bestOfEach<Hit extends { readonly collection: string }>(hits: readonly Hit[], limit: number): Hit[] {
  const taken = new Map<string, number>();
  return hits.filter(({ collection }) => {
    const before = taken.get(collection) ?? 0;
    taken.set(collection, before + 1);
    return before < limit;
  });
}
