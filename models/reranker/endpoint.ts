/**
 * Adapter: any server with a `/rerank` endpoint. Two forms of it are common:
 *
 *     {model, query, documents, top_n} -> {results: [{index, relevance_score}]}   Jina, Cohere, vLLM, llama.cpp, Xinference
 *     {query, texts}                   -> [{index, score}]                         Text Embeddings Inference (TEI)
 *
 * A request is never both at once, since Cohere refuses fields it does not know. The first form is asked first; where it
 * is refused as a request (TEI answers 422) the second is, and the form that was taken is kept. Answers of both are read.
 */
import { setTimeout as setTimeoutPromise } from "node:timers/promises";
import { toUSVString } from "node:util";
import { z } from "zod";
import { MiraMateError } from "../../base/errors.ts";
import { retryAfterMs } from "../retry-after.ts";
import type { Reranker } from "./port.ts";

export interface EndpointRerankerOptions {
  /** E.g. "https://api.jina.ai/v1" or "http://127.0.0.1:8080"; `/rerank` is added where it does not end so. */
  readonly baseUrl: string;
  /** Servers of a single model need none. */
  readonly model?: string;
  /** Sent as a bearer token; default none. */
  readonly apiKey?: string;
  /** For one call, retries and waits included. */
  readonly deadlineMs: number;
  /** Further requests after a 408, 429, 5xx or a broken connection; Retry-After is honoured. */
  readonly retries: number;
  /** Waits between retries; given by tests. Rejects when the signal fires. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

type Form = "documents" | "texts";

/** First wait between retries; doubled each time. A turn waits for this, so it is short. */
const BACKOFF_MS = 150;
/** What a text is about stands in its beginning; some servers refuse a request with a text longer than their model reads. */
const LONGEST_TEXT = 2_000;

/** Throws SETTING_INVALID for an address that is none and for a key that cannot be sent. */
export function createEndpointReranker(options: EndpointRerankerOptions): Reranker {
  const { model, deadlineMs } = options;
  const url = endpointOf(options.baseUrl);
  const headers = headersWith(options.apiKey);
  let taken: Form = "documents";

  async function answerTo(form: Form, query: string, texts: string[], stop: Patience): Promise<unknown> {
    const body =
      form === "documents"
        ? { ...(model === undefined ? {} : { model }), query, documents: texts, top_n: texts.length }
        : { query, texts, truncate: true };
    return persistently(() => post(url, headers, body, stop.signal), stop, options);
  }

  async function answered(query: string, texts: string[], stop: Patience): Promise<unknown> {
    const asked = taken;
    try {
      return await answerTo(asked, query, texts, stop);
    } catch (error) {
      if (asked === "texts" || !isRefusedForm(error)) throw error;
      const answer = await answerTo("texts", query, texts, stop).catch((second: unknown) => {
        // Refused in both forms: then it was not for the form, and the first answer tells what for.
        throw isRefusedForm(second) ? error : second;
      });
      taken = "texts";
      return answer;
    }
  }

  return {
    name: model ?? new URL(url).host,
    async rerank(query, documents, signal) {
      signal?.throwIfAborted();
      if (documents.length === 0) return [];
      const endsAt = performance.now() + deadlineMs;
      const deadline = AbortSignal.timeout(deadlineMs);
      const stop = { signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]), endsAt };
      try {
        return scoresOf(await answered(sendable(query), documents.map(sendable), stop), documents.length);
      } catch (error) {
        signal?.throwIfAborted();
        throw failed(error, url, deadline.aborted ? deadlineMs : undefined);
      }
    },
  };
}

function endpointOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new MiraMateError(
      "SETTING_INVALID",
      {
        zh: `重排接口地址「${baseUrl}」不是网址。请把 MIRAMATE_RERANKER_BASE_URL 写成 http://127.0.0.1:8080 这样。`,
        en: `The reranker's address "${baseUrl}" is no URL. Write MIRAMATE_RERANKER_BASE_URL like http://127.0.0.1:8080.`,
      },
      { details: { setting: "MIRAMATE_RERANKER_BASE_URL" } },
    );
  }
  const address = baseUrl.replace(/\/+$/, "");
  return /\/reranks?$/.test(address) ? address : `${address}/rerank`;
}

/** A header takes printable ASCII only; `fetch` would fail with a message that shows the key. */
function headersWith(apiKey: string | undefined): Record<string, string> {
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new MiraMateError(
      "SETTING_INVALID",
      {
        zh: "重排接口的密钥里有空格或不能使用的字符。请重新复制 MIRAMATE_RERANKER_API_KEY。",
        en: "The reranker's key holds spaces or characters that cannot be sent. Copy MIRAMATE_RERANKER_API_KEY again.",
      },
      { details: { setting: "MIRAMATE_RERANKER_API_KEY" } },
    );
  }
  return {
    "content-type": "application/json",
    accept: "application/json",
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  };
}

/** Not too long, not empty (which servers refuse), and without half a surrogate pair (which some choke on). */
function sendable(text: string): string {
  const cut = toUSVString(text.slice(0, LONGEST_TEXT));
  return cut.trim() === "" ? "." : cut;
}

// Requests -----------------------------------------------------------------------------------------------------------

interface Patience {
  /** The caller's abort, and the deadline. */
  readonly signal: AbortSignal;
  /** On the monotonic clock, in milliseconds. */
  readonly endsAt: number;
}

/** The server said no. */
class RefusedRequest extends Error {
  readonly status: number;
  /** How long it asks to wait. */
  readonly waitMs: number | undefined;

  constructor(status: number, words: string, waitMs: number | undefined) {
    super(words === "" ? `status ${status}` : `status ${status}, ${words}`);
    this.status = status;
    this.waitMs = waitMs;
  }
}

/** The server said something that is no answer. */
class UnusableAnswer extends Error {}

async function post(
  url: string,
  headers: Record<string, string>,
  body: object,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal });
  const text = await response.text();
  if (!response.ok)
    throw new RefusedRequest(response.status, wordsIn(parsed(text)), retryAfterMs(response.headers));
  const answer = parsed(text);
  if (answer === undefined) throw new UnusableAnswer("no JSON");
  return answer;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const ErrorBody = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
  z.object({ error: z.string() }).transform(({ error }) => error),
]);

/** What the server says in one of the common ways. */
function wordsIn(body: unknown): string {
  const said = ErrorBody.safeParse(body);
  return said.success ? (said.data.split("\n")[0] ?? "").slice(0, 200) : "";
}

/** Tries again after failures that pass by themselves, as long as the deadline leaves room. */
async function persistently<T>(
  work: () => Promise<T>,
  { signal, endsAt }: Patience,
  { retries, sleep = wait }: EndpointRerankerOptions,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const asked = error instanceof RefusedRequest ? error.waitMs : undefined;
      const waitMs = asked ?? BACKOFF_MS * 2 ** attempt;
      if (!mayPass(error) || attempt >= retries || performance.now() + waitMs >= endsAt) throw error;
      // Rejects at once when the failure was the caller's abort.
      await sleep(waitMs, signal);
    }
  }
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeoutPromise(ms, undefined, { signal });
}

function mayPass(error: unknown): boolean {
  if (error instanceof UnusableAnswer) return false;
  return !(error instanceof RefusedRequest) || error.status >= 500 || [408, 429].includes(error.status);
}

/** Whether the request as such was refused, perhaps for its form. */
function isRefusedForm(error: unknown): boolean {
  return error instanceof RefusedRequest && (error.status === 400 || error.status === 422);
}

// Answers ------------------------------------------------------------------------------------------------------------

const Answer = z.union([
  z
    .object({ results: z.array(z.object({ index: z.int(), relevance_score: z.number() })) })
    .transform(({ results }) =>
      results.map(({ index, relevance_score }) => ({ index, score: relevance_score })),
    ),
  z.array(z.object({ index: z.int(), score: z.number() })),
]);

/** The scores of `count` documents, in their order. Throws when one is missing, given twice or of no document. */
function scoresOf(answer: unknown, count: number): number[] {
  const read = Answer.safeParse(answer);
  if (!read.success)
    throw new UnusableAnswer("neither {results: [{index, relevance_score}]} nor [{index, score}]");
  const scores = new Map<number, number>();
  for (const { index, score } of read.data) {
    if (index < 0 || index >= count)
      throw new UnusableAnswer(`a score of document ${index}, of ${count} from 0`);
    if (scores.has(index)) throw new UnusableAnswer(`two scores of document ${index}`);
    scores.set(index, score);
  }
  if (scores.size < count) throw new UnusableAnswer(`scores of ${scores.size} documents instead of ${count}`);
  return asShares(Array.from({ length: count }, (_, index) => scores.get(index) ?? 0));
}

/** Some servers give logits: one score outside 0..1 tells, and then all are taken for such. The order stays the same. */
function asShares(scores: number[]): number[] {
  if (scores.every((score) => score >= 0 && score <= 1)) return scores;
  return scores.map((logit) => 1 / (1 + Math.exp(-logit)));
}

// Failures -----------------------------------------------------------------------------------------------------------

/** `lateMs`: the deadline, when it is what ended the call. */
function failed(cause: unknown, url: string, lateMs: number | undefined): MiraMateError {
  const status = cause instanceof RefusedRequest ? cause.status : undefined;
  const told = cause instanceof RefusedRequest || cause instanceof UnusableAnswer ? cause.message : "";
  const advice =
    lateMs === undefined
      ? adviceFor(cause)
      : {
          zh: `${lateMs} 毫秒内没有完成；请放宽 MIRAMATE_RERANKER_DEADLINE_MS，或减小 MIRAMATE_RERANKER_TOP_N`,
          en: `It took more than ${lateMs} ms; allow more with MIRAMATE_RERANKER_DEADLINE_MS, or send less with MIRAMATE_RERANKER_TOP_N`,
        };
  return new MiraMateError(
    "RERANKER_FAILED",
    {
      zh: `重排接口 ${url} 没有给出可用的结果${told === "" ? "" : `（${told}）`}。${advice.zh}。`,
      en: `The reranker at ${url} gave no usable result${told === "" ? "" : ` (${told})`}. ${advice.en}.`,
    },
    { details: { url, ...(status === undefined ? {} : { status }) }, cause },
  );
}

function adviceFor(cause: unknown): { readonly zh: string; readonly en: string } {
  if (cause instanceof RefusedRequest && [401, 403].includes(cause.status))
    return { zh: "请检查 MIRAMATE_RERANKER_API_KEY", en: "Check MIRAMATE_RERANKER_API_KEY" };
  if (mayPass(cause))
    return { zh: "请确认服务在运行，稍后再试", en: "Make sure that the server runs, and try again later" };
  return {
    zh: "请检查 MIRAMATE_RERANKER_BASE_URL 和 MIRAMATE_RERANKER_MODEL",
    en: "Check MIRAMATE_RERANKER_BASE_URL and MIRAMATE_RERANKER_MODEL",
  };
}
