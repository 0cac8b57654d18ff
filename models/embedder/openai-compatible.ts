/**
 * Adapter: any server with OpenAI's /embeddings, such as OpenAI, Qwen (DashScope), Ollama, vLLM, llama.cpp,
 * Xinference. Use it below the facade (facade.ts), which normalises, caches and cuts long texts.
 */
import { toUSVString } from "node:util";
import { OpenAIEmbeddings } from "@langchain/openai";
import { classifyRateLimitError } from "@langchain/core/utils/async_caller";
import { MiraMateError, reasonOf } from "../../base/errors.ts";
import type { EmbedderAdapter } from "./facade.ts";
import type { EmbeddingKind } from "./port.ts";

export interface OpenAIEmbedderOptions {
  readonly model: string;
  /** E.g. "http://localhost:11434/v1". Default: OpenAI itself. */
  readonly baseUrl?: string;
  /** Default: a placeholder, for servers that ask for none. */
  readonly apiKey?: string;
  /** Length of the vectors. Absent: one text is embedded to find it out, so the server must be up. */
  readonly dimension?: number;
  /**
   * Ask the server for vectors of `dimension` (the `dimensions` field, which many servers refuse). Default
   * false.
   */
  readonly shorten?: boolean;
  /** Of the weights, where it is known. Default: the model's name. */
  readonly revision?: string;
  /** Put before questions and stored texts, for models that want it, e.g. "query: ". Default none. */
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
  /** For one call of `embed`, retries included. Default 30,000. */
  readonly deadlineMs?: number;
  /** After a 408, 429, 5xx or a broken connection; Retry-After is honoured. Default 2. */
  readonly retries?: number;
  /**
   * Texts in one request; DashScope takes no more than the default of 10. Four requests go out side by side.
   */
  readonly requestTexts?: number;
}

const PARALLEL_REQUESTS = 4;
/** 8,192 tokens is what OpenAI's models take; 6,000 characters of Chinese stay below it. */
const TEXT_CHARACTERS = 6_000;
const PLACEHOLDER_KEY = "none";

/**
 * `embed` throws EMBEDDER_FAILED with the server's status and words in `details`, or the reason of the
 * signal. This function does the same when it has to ask for the dimension.
 */
export async function createOpenAIEmbedder(options: OpenAIEmbedderOptions): Promise<EmbedderAdapter> {
  const { model, deadlineMs = 30_000, requestTexts = 10, queryPrefix = "", passagePrefix = "" } = options;
  const prefixes: Record<EmbeddingKind, string> = { query: queryPrefix, passage: passagePrefix };

  async function request(
    texts: readonly string[],
    kind: EmbeddingKind,
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    const deadline = AbortSignal.timeout(deadlineMs);
    const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    try {
      const answer = clientUntil(stop, options).embedDocuments(
        texts.map((text) => input(prefixes[kind] + text)),
      );
      return (await Promise.race([answer, abortOf(stop)])).map((numbers) => Float32Array.from(numbers));
    } catch (error) {
      signal?.throwIfAborted();
      throw failed(model, deadline.aborted ? deadline.reason : error);
    }
  }

  const dimension = options.dimension ?? (await request(["dimension"], "query"))[0]?.length ?? 0;
  return {
    fingerprint: {
      name: model,
      revision: options.revision ?? model,
      dimension,
      prefix: queryPrefix + passagePrefix === "" ? "" : `${queryPrefix}|${passagePrefix}`,
      pooling: "server",
    },
    batch: { texts: requestTexts * PARALLEL_REQUESTS, characters: 100_000, textCharacters: TEXT_CHARACTERS },
    embed: async (texts, kind, signal) => (texts.length === 0 ? [] : request(texts, kind, signal)),
    close: async () => undefined,
  };
}

/**
 * LangChain's client takes no signal in a call, so one is made for each: it costs nothing and holds no
 * connection.
 */
function clientUntil(stop: AbortSignal, options: OpenAIEmbedderOptions): OpenAIEmbeddings {
  return new OpenAIEmbeddings({
    model: options.model,
    apiKey: options.apiKey ?? PLACEHOLDER_KEY,
    ...(options.shorten && options.dimension !== undefined ? { dimensions: options.dimension } : {}),
    batchSize: options.requestTexts ?? 10,
    encodingFormat: "float",
    stripNewLines: false,
    maxConcurrency: PARALLEL_REQUESTS,
    maxRetries: options.retries ?? 2,
    onFailedAttempt: (error) => giveUpOrWait(error, stop),
    configuration: {
      ...(options.baseUrl === undefined ? {} : { baseURL: options.baseUrl }),
      fetch: (url, init) =>
        fetch(url, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, stop]) : stop }),
    },
  });
}

/** Called after every failed attempt: throwing ends the attempts, returning allows another one. */
function giveUpOrWait(error: unknown, stop: AbortSignal): void {
  if (stop.aborted) throw error;
  const status = statusOf(error);
  if (status !== undefined && status < 500 && status !== 408 && status !== 429) throw error;
  const limit = classifyRateLimitError(error);
  if (limit?.action === "stop") throw error;
  // LangChain's retry waits at least as long as `retryAfterMs` on the error says.
  if (limit?.retryAfterMs !== undefined) Object.assign(error as object, { retryAfterMs: limit.retryAfterMs });
}

/** Servers refuse an empty input, and some choke on half a surrogate pair. */
function input(text: string): string {
  return text.trim() === "" ? "." : toUSVString(text);
}

/** Rejects when the signal is aborted; until then it is pending. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

function statusOf(error: unknown): number | undefined {
  return error instanceof Error && "status" in error && typeof error.status === "number"
    ? error.status
    : undefined;
}

function failed(model: string, cause: unknown): MiraMateError {
  const status = statusOf(cause);
  const reason = reasonOf(cause);
  const refused = status !== undefined && status < 500 && status !== 408 && status !== 429;
  const advice = refused
    ? { zh: "请检查接口地址、密钥和模型名称", en: "check its address, key and model name" }
    : { zh: "请确认服务可用后再试", en: "make sure that the server is up and try again" };
  return new MiraMateError(
    "EMBEDDER_FAILED",
    {
      zh: `向量接口（模型 ${model}）没有返回结果：${reason}。${advice.zh}。`,
      en: `The embedding server (model ${model}) gave no answer: ${reason}. Please ${advice.en}.`,
    },
    { details: { model, ...(status === undefined ? {} : { status }) }, cause },
  );
}
