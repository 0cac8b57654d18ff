/**
 * Chat models behind any OpenAI-compatible endpoint, on LangChain's client, so that LangSmith traces and LangGraph's
 * "messages" stream see every call made inside a node without being told of it.
 *
 * Both `stream` and `complete` go through one streamed call: deadlines between tokens, cut streams and aborts are then
 * the same for both. Retries are made here and nowhere below, so that deadlines hold.
 */
import { setTimeout as setTimeoutPromise } from "node:timers/promises";
import { ChatOpenAICompletions } from "@langchain/openai";
import type { AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import { MiraMateError } from "../../base/errors.ts";
import { timeoutError, untilAborted } from "./deadline.ts";
import { NotAnApi, failureOf, isBadRequest } from "./failures.ts";
import type { Endpoint } from "./failures.ts";
import { firstMethod, messagesFor, nextMethod, requestFields } from "./output-method.ts";
import type { OutputMethod } from "./output-method.ts";
import type { CallOptions, ChatMessage, ChatModel, OutputSchema } from "./port.ts";
import { streamWithoutThinking } from "./thinking.ts";
import { answerOf, asMessage, offered, refusesTools, toolsUnsupported } from "./tool-calls.ts";

export interface ChatModelOptions {
  /** Local servers take any, also "". */
  readonly apiKey: string;
  /** Default OpenAI's. */
  readonly baseUrl?: string;
  readonly model: string;
  /** How JSON is asked for. `auto`: by address, stepping down when refused (output-method.ts). */
  readonly structuredOutput: "auto" | OutputMethod;
  /** From sending one request to its first token. */
  readonly firstTokenMs: number;
  /** Between one token and the next. */
  readonly idleMs: number;
  /** For the whole call, with retries and waits. */
  readonly totalMs: number;
  /** Further requests after a 429, a 5xx or a lost connection before the first token. */
  readonly maxRetries: number;
  /** Server's default when left out; some reasoning models refuse any. */
  readonly temperature?: number;
  /** Waits between retries; given by tests. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const OPENAI_URL = "https://api.openai.com/v1";
/** First wait between retries; doubled each time, up to the longest. */
const BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;
/** LangGraph leaves calls with this tag out of its "messages" stream: inner JSON is nothing a person should read. */
const NO_STREAM_TAG = "langsmith:nostream";

export function createChatModel(options: ChatModelOptions): ChatModel {
  const endpoint = checkedEndpoint(options);
  /** What `auto` has arrived at; kept as long as this model lives, which is as long as the process. */
  let method = options.structuredOutput === "auto" ? firstMethod(endpoint.baseUrl) : options.structuredOutput;
  /** A server that refused tools is not asked to take them again. */
  let takesTools = true;

  async function completeAs(
    way: OutputMethod,
    messages: readonly ChatMessage[],
    callOptions: CallOptions,
    output: OutputSchema,
  ): Promise<string> {
    const fields = requestFields(way, output);
    return joined(
      call(options, endpoint, {
        messages: messagesFor(way, output, messages),
        callOptions,
        fields,
        inner: true,
        read: wordsIn,
      }),
    );
  }

  return {
    name: options.model,

    stream: (messages, callOptions = {}) =>
      streamWithoutThinking(
        call(options, endpoint, { messages, callOptions, fields: {}, inner: false, read: wordsIn }),
      ),

    complete: async (messages, { output, ...callOptions } = {}) => {
      if (output === undefined) {
        return joined(
          streamWithoutThinking(
            call(options, endpoint, { messages, callOptions, fields: {}, inner: true, read: wordsIn }),
          ),
        );
      }
      for (let way = method; ;) {
        try {
          const text = await completeAs(way, messages, callOptions, output);
          if (options.structuredOutput === "auto") method = way;
          return text;
        } catch (error) {
          // A refusal may be about the form of output or about anything else; what the looser form says decides.
          const looser = options.structuredOutput === "auto" ? nextMethod(way) : undefined;
          if (looser === undefined || !isBadRequest(error)) throw error;
          way = looser;
        }
      }
    },

    callTools: async (messages, tools, callOptions = {}) => {
      if (!takesTools) throw toolsUnsupported(options.model);
      const request = {
        messages: messages.map(asMessage),
        callOptions,
        fields: offered(tools),
        inner: true,
        read: (chunk: AIMessageChunk) => chunk,
      };
      try {
        return answerOf(await collected(call(options, endpoint, request)));
      } catch (error) {
        if (!refusesTools(error)) throw error;
        takesTools = false;
        throw toolsUnsupported(options.model, error);
      }
    },
  };
}

interface Call<Piece> {
  readonly messages: readonly (ChatMessage | BaseMessage)[];
  readonly callOptions: CallOptions;
  /** Further fields of the request body. */
  readonly fields: Record<string, unknown>;
  /** A step's own call, not words for the person. */
  readonly inner: boolean;
  /** What is handed on of a chunk; undefined where it holds nothing of it. */
  readonly read: (chunk: AIMessageChunk) => Piece | undefined;
}

/** What one call streams, as it comes, tried again as long as nothing came. */
async function* call<Piece>(
  options: ChatModelOptions,
  endpoint: Endpoint,
  request: Call<Piece>,
): AsyncGenerator<Piece> {
  const { signal } = request.callOptions;
  signal?.throwIfAborted();
  const begun = performance.now();
  const hangUp = new AbortController();
  const timer = setTimeout(() => hangUp.abort(timeoutError("deadline", options.totalMs)), options.totalMs);
  const stop = signal === undefined ? hangUp.signal : AbortSignal.any([signal, hangUp.signal]);
  try {
    for (let attempt = 0; ; attempt++) {
      const marks: StreamMarks = { answered: false, spoken: false, done: false };
      try {
        yield* attemptOf(options, endpoint, request, stop, marks);
        return;
      } catch (error) {
        stop.throwIfAborted();
        const failure = failureOf(error, marks.answered, endpoint);
        if (failure === undefined) throw error;
        const wait = failure.waitMs ?? backoff(attempt);
        const left = options.totalMs - (performance.now() - begun);
        if (marks.spoken || !failure.retryable || attempt >= options.maxRetries || wait >= left)
          throw failure.error;
        await untilAborted(stop, (options.sleep ?? sleep)(wait, stop));
        stop.throwIfAborted();
      }
    }
  } finally {
    clearTimeout(timer);
    hangUp.abort();
  }
}

interface StreamMarks {
  /** The server accepted the request. */
  answered: boolean;
  /** A piece was handed on, so a second try would say it twice. */
  spoken: boolean;
  /** The stream's own end mark has come. */
  done: boolean;
}

async function* attemptOf<Piece>(
  options: ChatModelOptions,
  endpoint: Endpoint,
  request: Call<Piece>,
  stop: AbortSignal,
  marks: StreamMarks,
): AsyncGenerator<Piece> {
  const hangUp = new AbortController();
  const signal = AbortSignal.any([stop, hangUp.signal]);
  const { runName } = request.callOptions;
  let timer = setTimeout(
    () => hangUp.abort(timeoutError("first_token", options.firstTokenMs)),
    options.firstTokenMs,
  );
  let finished = false;
  let chunks: AsyncIterator<AIMessageChunk> | undefined;
  try {
    const opened = client(options, endpoint, request.callOptions, marks).stream(
      request.messages.map((message) =>
        "role" in message ? { role: message.role, content: message.content } : message,
      ),
      {
        ...request.fields,
        signal,
        ...(runName !== undefined && { runName }),
        ...(request.inner && { tags: [NO_STREAM_TAG] }),
      },
    );
    chunks = (await untilAborted(signal, opened))[Symbol.asyncIterator]();
    for (;;) {
      const step = await untilAborted(signal, chunks.next());
      clearTimeout(timer);
      if (step.done === true) {
        chunks = undefined;
        break;
      }
      finished ||= isFinished(step.value);
      const piece = request.read(step.value);
      if (piece !== undefined) {
        marks.spoken ||= wordsIn(step.value) !== undefined || (step.value.tool_call_chunks ?? []).length > 0;
        // The timer rests meanwhile: a slow reader is not a silent model.
        yield piece;
      }
      timer = setTimeout(() => hangUp.abort(timeoutError("idle", options.idleMs)), options.idleMs);
    }
    if (!finished && !marks.done) throw new Error("the stream ended without its finish mark");
  } finally {
    clearTimeout(timer);
    hangUp.abort();
    // Left early: one more step lets LangChain see the abort and close the run in traces.
    chunks?.next().catch(() => undefined);
  }
}

/** A client for one call: LangChain takes temperature and length per client only. It opens nothing by itself. */
function client(
  options: ChatModelOptions,
  endpoint: Endpoint,
  callOptions: CallOptions,
  marks: StreamMarks,
): ChatOpenAICompletions {
  const temperature = callOptions.temperature ?? options.temperature;
  return new ChatOpenAICompletions({
    model: options.model,
    // The client refuses to go without one, though local servers ask for none.
    apiKey: options.apiKey === "" ? "none" : options.apiKey,
    maxRetries: 0,
    // Our own deadline comes first and says what it was.
    timeout: 2 * options.totalMs,
    ...(temperature !== undefined && { temperature }),
    ...(callOptions.maxTokens !== undefined && { maxTokens: callOptions.maxTokens }),
    configuration: {
      baseURL: endpoint.baseUrl,
      // Null keeps the client from reading these from the environment: settings come from one place.
      organization: null,
      project: null,
      logLevel: "off",
      fetch: watchedFetch(marks),
    },
  });
}

/** `fetch` that notes what the client hides: that the server accepted, that a web page answers, that [DONE] came. */
function watchedFetch(marks: StreamMarks): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    if ((response.headers.get("content-type") ?? "").includes("text/html")) throw new NotAnApi("text/html");
    marks.answered = true;
    const decoder = new TextDecoder();
    let tail = "";
    const watch = new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        tail = (tail + decoder.decode(bytes, { stream: true })).slice(-40);
        controller.enqueue(bytes);
      },
      flush() {
        marks.done = /data:\s*\[DONE\]\s*$/.test(tail);
      },
    });
    return new Response(response.body.pipeThrough(watch), response);
  };
}

function isFinished(chunk: AIMessageChunk): boolean {
  const reason: unknown = chunk.response_metadata["finish_reason"];
  return typeof reason === "string" && reason !== "";
}

/** Words, or the arguments of the one function that was asked for. */
function wordsIn(chunk: AIMessageChunk): string | undefined {
  const words = typeof chunk.content === "string" ? chunk.content : "";
  const text = words + (chunk.tool_call_chunks ?? []).map((part) => part.args ?? "").join("");
  return text === "" ? undefined : text;
}

async function collected<Piece>(pieces: AsyncIterable<Piece>): Promise<Piece[]> {
  const all: Piece[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

function checkedEndpoint(options: ChatModelOptions): Endpoint {
  const baseUrl = options.baseUrl ?? OPENAI_URL;
  if (!/^https?:$/.test(protocolOf(baseUrl))) {
    throw new MiraMateError(
      "SETTING_INVALID",
      {
        zh: `模型地址「${baseUrl}」不是网址。请把 OPENAI_BASE_URL 写成 https://api.openai.com/v1 这样。`,
        en: `The model address "${baseUrl}" is no URL. Write OPENAI_BASE_URL like https://api.openai.com/v1.`,
      },
      { details: { setting: "OPENAI_BASE_URL" } },
    );
  }
  // A header takes printable ASCII only; anything else fails deep in the client with a message nobody understands.
  if (!/^[\x21-\x7e]*$/.test(options.apiKey)) {
    throw new MiraMateError(
      "SETTING_INVALID",
      {
        zh: "API 密钥里有空格或不能使用的字符。请重新复制 OPENAI_API_KEY。",
        en: "The API key holds spaces or characters that cannot be sent. Copy OPENAI_API_KEY again.",
      },
      { details: { setting: "OPENAI_API_KEY" } },
    );
  }
  return { baseUrl, model: options.model };
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : "";
}

/** Doubles with each attempt. */
function backoff(attempt: number): number {
  return Math.min(BACKOFF_MS * 2 ** attempt, LONGEST_BACKOFF_MS);
}

/** Ends early, without an error, when the signal fires. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeoutPromise(ms, undefined, { signal }).catch(() => undefined);
}
