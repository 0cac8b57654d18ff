/**
 * The system under test: the product's own recall over its embedded index. A pool is taken in as one user's memories, a
 * question is asked as the `retrieve` node asks it, with the query work that rules can do.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { recallLimits } from "../../config/runtime.ts";
import { readSettings } from "../../config/settings.ts";
import { keywordsOf, searchTokens } from "../../language/segment.ts";
import { resolveTimes } from "../../language/time/resolve.ts";
import { writeAll } from "../../memory/documents.ts";
import { dialogueWords, indexed } from "../../memory/index-text.ts";
import { namedIn } from "../../memory/names.ts";
import type { Query, Question } from "../../memory/recall/question.ts";
import { reranked } from "../../memory/recall/rerank/order.ts";
import type { RerankNeeds } from "../../memory/recall/rerank/order.ts";
import { choose, rank } from "../../memory/recall/recall.ts";
import type { RecallNeeds } from "../../memory/recall/recall.ts";
import { WEIGHTS } from "../../memory/recall/weights.ts";
import type { Weights } from "../../memory/recall/weights.ts";
import type { Recalled } from "../../memory/recall/types.ts";
import type { MemoryRecord } from "../../memory/record.ts";
import { onlyIn } from "../../memory/rules/understand/routing.ts";
import { partsOf } from "../../memory/rules/understand/parts.ts";
import { indexPending, recordWrites } from "../../memory/store.ts";
import type { Embedder } from "../../models/embedder/port.ts";
import type { TokenCounter } from "../../models/tokens/port.ts";
import { createSqliteDocuments } from "../../storage/documents/sqlite.ts";
import { createSqliteMemoryIndex } from "../../storage/memory-index/sqlite.ts";
import { openDatabase } from "../../storage/sqlite/database.ts";
import type {
  Ablation,
  Pool,
  PoolDocument,
  PoolQuestion,
  PreparedPool,
  Ranking,
  Retriever,
} from "./types.ts";

export interface SystemOptions {
  readonly name: string;
  /** Its cache makes a question's embedding free when it is asked a second time, and so is not counted as latency. */
  readonly embedder: Embedder;
  readonly tokens: TokenCounter;
  readonly weights?: Weights;
  /** False: a question is one query, whatever it holds. Default true. */
  readonly parts?: boolean;
  /** Puts the best of what was found in another order; its time counts as latency. Default: the built-in order. */
  readonly rerank?: RerankNeeds;
}

/** What the data sets call the two sides where they have no names. */
const USER = "用户";
const COMPANION = "伙伴";
const TIMEZONE = "Asia/Shanghai";
/** Instant of documents without one. */
const UNDATED = new Date("2024-01-01T04:00:00Z");
const DAY_MS = 86_400_000;

export function createSystem(options: SystemOptions): Retriever {
  return {
    name: options.name,
    async prepare(pool, unit): Promise<PreparedPool> {
      const opened = await openPool(pool, options);
      return {
        async rank(question, without) {
          const { hits, chosen, ms } = await opened.ask(question, without);
          return {
            ids: unit === "document" ? hits.map(({ source }) => source?.turn ?? "") : threadsOf(hits),
            ms,
            tokens: chosen.reduce((sum, { text }) => sum + options.tokens.count(text), 0),
          } satisfies Ranking;
        },
        close: () => opened.close(),
      };
    },
  };
}

export interface OpenedPool {
  /** All that was found, best first; what of it would be told; milliseconds beside the embedding. */
  ask(
    question: PoolQuestion,
    without?: Ablation,
  ): Promise<{ hits: Recalled[]; chosen: Recalled[]; ms: number }>;
  close(): Promise<void>;
}

/** A pool in a database of its own, in a temporary folder that goes with `close`. */
export async function openPool(pool: Pool, options: SystemOptions): Promise<OpenedPool> {
  const folder = await mkdtemp(join(tmpdir(), "miramate-eval-"));
  const db = await openDatabase(join(folder, "pool.db"));
  const { store } = createSqliteDocuments(db);
  const { embedder, tokens, weights } = options;
  const index = await createSqliteMemoryIndex(db, {
    dimension: embedder.fingerprint.dimension,
    fingerprint: JSON.stringify(embedder.fingerprint),
    tokenise: searchTokens,
  });
  const settings = readSettings({});
  const records = recordsOf(pool);
  await writeAll(
    store,
    records.flatMap((record) => recordWrites(record)),
  );
  await indexPending({ store, index, embedder }, pool.name);

  const needs: RecallNeeds = {
    store,
    index,
    embedder,
    ...recallLimits(settings),
    deadlineMs: 60_000,
    budget: { tokens, maxHits: settings.recallHits, maxTokens: settings.recallTokens },
    ...(weights === undefined ? {} : { weights }),
  };
  const names = namesOf(pool);
  const speakers = [...new Set(pool.documents.flatMap(({ speaker }) => speaker ?? []))];
  const lastAt = Math.max(...records.map(({ recordedAt }) => Date.parse(recordedAt)));

  return {
    async ask(asked, without) {
      const now = asked.now ?? new Date(lastAt + DAY_MS);
      const question = questionOf(
        pool,
        asked,
        now,
        { names, speakers },
        {
          ...options,
          ...(without === "parts" ? { parts: false } : {}),
        },
      );
      await embedder.embed(
        question.queries.map(({ text }) => text),
        "query",
      );
      const started = performance.now();
      const { ranking } = await rank(question, now, {
        ...needs,
        ...(without === undefined || without === "parts"
          ? {}
          : { weights: { ...(weights ?? WEIGHTS), [without]: 0 } }),
      });
      const hits = await inOrder(
        ranking.map(({ hit }) => hit),
        question,
        options.rerank,
      );
      // What is told is counted, not judged: asking the reranker once is enough.
      const { hits: chosen } = await choose(ranking, question, needs);
      return { hits, chosen, ms: performance.now() - started };
    },
    async close() {
      await index.close();
      db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Figures of a reranker that failed now and then would be figures of nothing: throws. */
async function inOrder(
  hits: Recalled[],
  question: Question,
  rerank: RerankNeeds | undefined,
): Promise<Recalled[]> {
  if (rerank === undefined) return hits;
  const { hits: better, degraded } = await reranked(hits, question, rerank);
  const [failure] = degraded;
  if (failure !== undefined) throw new Error(`the reranker gave no order: ${failure.reason}`);
  return better;
}

// Memories -----------------------------------------------------------------------------------------------------------

function recordsOf(pool: Pool): MemoryRecord[] {
  return pool.documents.map((document, at) => {
    const previous = pool.documents[at - 1];
    const before = previous !== undefined && previous.thread === document.thread ? previous : undefined;
    return recordOf(pool, document, document.thread === undefined ? undefined : before);
  });
}

function recordOf(pool: Pool, document: PoolDocument, before: PoolDocument | undefined): MemoryRecord {
  const { triple } = document;
  const lines = linesOf(document);
  const text = triple === undefined ? lines.map(lineText).join("\n") : document.text;
  const said = (document.at ?? UNDATED).toISOString();
  return indexed(
    {
      id: document.id,
      user: pool.name,
      collection: document.thread === undefined ? "facts" : "dialog_logs",
      text,
      origin: "user",
      sources: [{ thread: document.thread ?? "", turn: document.id }],
      derivedFrom: [],
      recordedAt: said,
      importance: 0,
      confidence: 1,
      tags: [],
      status: "active",
      ...(triple === undefined
        ? {}
        : { belief: { subject: triple.head, attribute: triple.relation, value: triple.tail } }),
    },
    TIMEZONE,
    pool.language,
    document.thread === undefined ? text : dialogueWords(before?.reply ?? before?.text, lines),
  );
}

interface SpokenLine {
  readonly speaker: string;
  readonly text: string;
}

function linesOf({ text, reply, speaker }: PoolDocument): SpokenLine[] {
  if (reply !== undefined) {
    return [
      { speaker: USER, text },
      { speaker: COMPANION, text: reply },
    ];
  }
  return [{ speaker: speaker ?? "", text }];
}

const lineText = ({ speaker, text }: SpokenLine): string => (speaker === "" ? text : `${speaker}：${text}`);

/** Who and what is known by name: those who speak, and what triples are about. */
function namesOf({ documents }: Pool): string[] {
  return [
    ...new Set(
      documents.flatMap(({ speaker, triple }) =>
        [speaker, triple?.head].filter((name) => name !== undefined),
      ),
    ),
  ];
}

// Questions ----------------------------------------------------------------------------------------------------------

function questionOf(
  pool: Pool,
  { text, before = [] }: PoolQuestion,
  now: Date,
  { names, speakers }: { readonly names: readonly string[]; readonly speakers: readonly string[] },
  { parts = true }: SystemOptions,
): Question {
  const said = [...before, text];
  const named = namedIn(said, names);
  const [time] = resolveTimes(text, { now, timezone: TIMEZONE }).filter(({ start, end }) => start < end);
  const askedFor = speakers.filter((speaker) => text.includes(speaker));
  const split = parts ? partsOf(text, pool.language) : [];
  const queries: Query[] = [
    { text, strategy: "asked" },
    ...(before.length === 0 ? [] : [{ text: said.join(" "), strategy: "rewrite" } as const]),
    ...(split.length < 2 ? [] : split.map((part) => ({ text: part, strategy: "part" }) as const)),
  ];
  return {
    user: pool.name,
    queries,
    asked: text,
    keywords: keywordsOf(text),
    names,
    named,
    ...(askedFor.length === 1
      ? { speaker: askedFor[0] }
      : onlyIn(text) !== undefined
        ? { speaker: COMPANION }
        : {}),
    ...(time === undefined ? {} : { range: { from: time.start.getTime(), to: time.end.getTime() } }),
    includeInactive: true,
  };
}

/** Threads by their best turn alone: adding up the next ones found less (docs/recall.md). */
function threadsOf(hits: readonly { readonly source?: { readonly thread: string } | undefined }[]): string[] {
  return [...new Set(hits.map(({ source }) => source?.thread ?? ""))];
}
