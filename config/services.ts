/** Puts the parts together: which adapter stands behind which port, by the settings. Nothing else knows adapters. */
import { accessSync, constants, mkdirSync } from "node:fs";
import path from "node:path";
import { MiraMateError } from "../base/errors.ts";
import { systemClock } from "../base/clock.ts";
import type { Clock } from "../base/clock.ts";
import { searchTokens } from "../language/segment.ts";
import { createSmallModelReranker } from "../memory/recall/rerank/small-model.ts";
import { createChatModel } from "../models/chat/openai-compatible.ts";
import type { ChatModel } from "../models/chat/port.ts";
import { createE5Embedder } from "../models/embedder/e5/embedder.ts";
import { createEmbedder } from "../models/embedder/facade.ts";
import { fingerprintLine } from "../models/embedder/fingerprint.ts";
import { createOpenAIEmbedder } from "../models/embedder/openai-compatible.ts";
import type { Embedder } from "../models/embedder/port.ts";
import { createTransformersEmbedder } from "../models/embedder/transformers.ts";
import { createEndpointReranker } from "../models/reranker/endpoint.ts";
import type { Reranker } from "../models/reranker/port.ts";
import type { TokenCounter } from "../models/tokens/port.ts";
import { createTokenCounter } from "../models/tokens/tiktoken.ts";
import type { Checkpoints } from "../storage/checkpoints/port.ts";
import { openPostgresCheckpoints } from "../storage/checkpoints/postgres.ts";
import { openSqliteCheckpoints } from "../storage/checkpoints/sqlite.ts";
import type { Documents } from "../storage/documents/port.ts";
import { createPostgresDocuments } from "../storage/documents/postgres.ts";
import { createSqliteDocuments } from "../storage/documents/sqlite.ts";
import type { Locks } from "../storage/locks/port.ts";
import { createPostgresLocks } from "../storage/locks/postgres.ts";
import { createSqliteLocks } from "../storage/locks/sqlite.ts";
import { createChromaMemoryIndex } from "../storage/memory-index/chroma.ts";
import type { MemoryIndex, MemoryIndexOptions } from "../storage/memory-index/port.ts";
import { createSqliteMemoryIndex } from "../storage/memory-index/sqlite.ts";
import { openDatabase, openLockDatabase } from "../storage/sqlite/database.ts";
import type { SqliteDatabase } from "../storage/sqlite/database.ts";
import type { Settings } from "./settings.ts";

export interface Services {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly documents: Documents;
  readonly locks: Locks;
  readonly index: MemoryIndex;
  readonly embedder: Embedder;
  readonly tokens: TokenCounter;
  readonly checkpoints: Checkpoints;
  /** Undefined: the rule engine answers. */
  readonly chatModel: ChatModel | undefined;
  /** Undefined: rules understand, extract and consolidate. */
  readonly smallModel: ChatModel | undefined;
  /** Undefined: the built-in order of recall stands. */
  readonly reranker: Reranker | undefined;
  close(): Promise<void>;
}

/** Parts that a caller brings along; each takes the place of what the settings name. */
export type ServiceOverrides = Partial<
  Pick<
    Services,
    | "clock"
    | "embedder"
    | "tokens"
    | "chatModel"
    | "smallModel"
    | "reranker"
    | "index"
    | "documents"
    | "locks"
    | "checkpoints"
  >
>;

export interface OpenOptions {
  /**
   * For the migration: an index of another embedder is emptied and taken over. Called before that, so that what is to
   * be indexed again is written down first.
   */
  readonly beforeReplacingIndex?: (store: Documents["store"]) => Promise<void>;
}

/**
 * Opens everything. Throws MiraMateError where a part cannot be opened (DATA_FOLDER_UNWRITABLE, DATABASE_NEWER,
 * EMBEDDER_MISMATCH, STORE_UNAVAILABLE); what was opened by then is closed again. A Chroma server that is down is no
 * error: turns go on without it and say so.
 */
export async function openServices(
  settings: Settings,
  overrides: ServiceOverrides = {},
  options: OpenOptions = {},
): Promise<Services> {
  const opened: Closable[] = [];
  const keep = <T extends Closable>(part: T): T => {
    opened.unshift(part);
    return part;
  };
  const closeAll = async (): Promise<void> => {
    for (const part of opened.splice(0)) await part.close();
  };
  try {
    const database = lazily(async () =>
      keep(await openDatabase(path.join(dataFolder(settings), "miramate.db"))),
    );
    const embedder = overrides.embedder ?? keep(await createEmbedderFor(settings));
    const documents = overrides.documents ?? keep(await documentsFor(settings, database));
    await options.beforeReplacingIndex?.(documents.store);
    const replace = options.beforeReplacingIndex !== undefined;
    const tokens = overrides.tokens ?? createTokenCounter();
    const smallModel = "smallModel" in overrides ? overrides.smallModel : smallModelFor(settings);
    return {
      settings,
      clock: overrides.clock ?? systemClock,
      documents,
      locks: overrides.locks ?? keep(await locksFor(settings, keep)),
      index: overrides.index ?? keep(await indexFor(settings, embedder, database, replace)),
      embedder,
      tokens,
      checkpoints: overrides.checkpoints ?? keep(await checkpointsFor(settings)),
      chatModel: "chatModel" in overrides ? overrides.chatModel : chatModelFor(settings, settings.chatModel),
      smallModel,
      reranker: "reranker" in overrides ? overrides.reranker : rerankerFor(settings, tokens, smallModel),
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

interface Closable {
  close(): void | Promise<void>;
}

type Lazy<T> = () => Promise<T>;

function lazily<T>(make: () => Promise<T>): Lazy<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** The data folder, made where it is missing. */
export function dataFolder(settings: Settings): string {
  const folder = path.resolve(settings.dataFolder);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new MiraMateError(
      "DATA_FOLDER_UNWRITABLE",
      {
        zh: `数据文件夹 ${folder} 不能写入。请检查权限，或用 MIRAMATE_DATA 指定另一个文件夹。`,
        en: `The data folder ${folder} cannot be written. Check its permissions, or name another with MIRAMATE_DATA.`,
      },
      { cause, details: { folder } },
    );
  }
  return folder;
}

/** The absolute path of the data folder; null when everything lives on servers. */
export function dataFolderInUse(settings: Settings): string | null {
  const embedded =
    settings.documents === "sqlite" || settings.checkpoints === "sqlite" || settings.memoryIndex === "sqlite";
  return embedded ? path.resolve(settings.dataFolder) : null;
}

/** PostgreSQL's address; readSettings has made sure that it is there when it is needed. */
function databaseUrl(settings: Settings): string {
  return settings.databaseUrl ?? "";
}

async function documentsFor(settings: Settings, database: Lazy<SqliteDatabase>): Promise<Documents> {
  return settings.documents === "postgres"
    ? createPostgresDocuments(databaseUrl(settings))
    : createSqliteDocuments(await database());
}

/** Locks live with the documents: whoever shares these has to share those. */
async function locksFor(settings: Settings, keep: <T extends Closable>(part: T) => T): Promise<Locks> {
  return settings.documents === "postgres"
    ? createPostgresLocks(databaseUrl(settings))
    : createSqliteLocks(keep(await openLockDatabase(path.join(dataFolder(settings), "locks.db"))));
}

async function indexFor(
  settings: Settings,
  embedder: Embedder,
  database: Lazy<SqliteDatabase>,
  replace: boolean,
): Promise<MemoryIndex> {
  const options: MemoryIndexOptions = {
    dimension: embedder.fingerprint.dimension,
    fingerprint: fingerprintLine(embedder.fingerprint),
    tokenise: searchTokens,
    replace,
  };
  return settings.memoryIndex === "chroma"
    ? createChromaMemoryIndex(
        { url: settings.chromaUrl ?? "", deadlineMs: settings.recallDeadlineMs },
        options,
      )
    : createSqliteMemoryIndex(await database(), options);
}

async function checkpointsFor(settings: Settings): Promise<Checkpoints> {
  return settings.checkpoints === "postgres"
    ? openPostgresCheckpoints(databaseUrl(settings))
    : openSqliteCheckpoints(path.join(dataFolder(settings), "checkpoints.db"), {
        keep: settings.checkpointsKept,
      });
}

async function createEmbedderFor(settings: Settings): Promise<Embedder> {
  switch (settings.embedder) {
    case "builtin":
      return createEmbedder(createE5Embedder({ warm: true }));
    case "openai": {
      const baseUrl = settings.embeddingBaseUrl ?? settings.baseUrl;
      return createEmbedder(
        await createOpenAIEmbedder({
          apiKey: settings.embeddingApiKey ?? settings.apiKey ?? "none",
          model: settings.embeddingModel ?? "text-embedding-3-small",
          ...(baseUrl === undefined ? {} : { baseUrl }),
        }),
      );
    }
    case "transformers":
      return createEmbedder(
        await createTransformersEmbedder(
          settings.embeddingModel === undefined ? {} : { model: settings.embeddingModel },
        ),
      );
  }
}

const OPENAI_DEFAULT_MODEL = "gpt-4o-mini";

function chatModelFor(settings: Settings, model: string | undefined): ChatModel | undefined {
  if (settings.apiKey === undefined && settings.baseUrl === undefined) return undefined;
  return createChatModel({
    apiKey: settings.apiKey ?? "none",
    ...(settings.baseUrl === undefined ? {} : { baseUrl: settings.baseUrl }),
    model: model ?? OPENAI_DEFAULT_MODEL,
    structuredOutput: settings.structuredOutput,
    firstTokenMs: settings.firstTokenMs,
    idleMs: settings.idleMs,
    totalMs: settings.totalMs,
    maxRetries: settings.modelRetries,
  });
}

function smallModelFor(settings: Settings): ChatModel | undefined {
  return chatModelFor(settings, settings.smallModel ?? settings.chatModel);
}

/**
 * The reranker of the settings; undefined when that is the built-in one. Throws SETTING_INVALID when the small model has to
 * do it and there is none.
 */
export function rerankerFor(
  settings: Settings,
  tokens: TokenCounter,
  smallModel: ChatModel | undefined = smallModelFor(settings),
): Reranker | undefined {
  const { rerankerDeadlineMs: deadlineMs, userName, companionName } = settings;
  switch (settings.reranker) {
    case "builtin":
      return undefined;
    case "endpoint":
      return createEndpointReranker({
        // readSettings has made sure that it is there.
        baseUrl: settings.rerankerBaseUrl ?? "",
        deadlineMs,
        retries: settings.modelRetries,
        ...(settings.rerankerModel === undefined ? {} : { model: settings.rerankerModel }),
        ...(settings.rerankerApiKey === undefined ? {} : { apiKey: settings.rerankerApiKey }),
      });
    case "small-model":
      if (smallModel === undefined) throw noModelToRerank();
      return createSmallModelReranker({
        model: smallModel,
        tokens,
        names: { userName, companionName },
        deadlineMs,
      });
  }
}

function noModelToRerank(): MiraMateError {
  return new MiraMateError(
    "SETTING_INVALID",
    {
      zh: "MIRAMATE_RERANKER=small-model 需要一个模型。请设置 OPENAI_API_KEY 或 OPENAI_BASE_URL，或用 MIRAMATE_RERANKER=builtin。",
      en: "MIRAMATE_RERANKER=small-model needs a model. Set OPENAI_API_KEY or OPENAI_BASE_URL, or MIRAMATE_RERANKER=builtin.",
    },
    { details: { setting: "MIRAMATE_RERANKER" } },
  );
}
