/**
 * A scripted OpenAI-compatible server over real HTTP, for tests of everything that talks to a model. It answers
 * `/v1/chat/completions` (streamed or whole, as asked), `/v1/embeddings`, `/v1/rerank` and `/v1/models`, and records every
 * request.
 *
 *     const server = await startFakeOpenAI([replies.status(500), replies.text("好呀")]);
 *     const server = await startFakeOpenAI(always(replies.json({ intent: "greeting" })));
 *     const server = await startFakeOpenAI([when(asks("UNDERSTAND"), replies.json({...})), always(replies.text("嗯"))]);
 *
 * A request that no step of the script takes is answered with a 400 and noted in `unscripted`, never made up.
 */
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { readonly arguments: string } }[];
}

/** What tests look at in a request's body; the rest is there too. */
export interface FakeBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly messages?: readonly FakeMessage[];
  readonly response_format?: { readonly type: string; readonly json_schema?: { readonly schema: unknown } };
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: unknown } }[];
  readonly input?: string | readonly string[];
  readonly query?: string;
  readonly documents?: readonly string[];
  readonly texts?: readonly string[];
  readonly [key: string]: unknown;
}

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: FakeBody;
  /** Resolves when the exchange is over; true when the client hung up before the answer was complete. */
  readonly hungUp: Promise<boolean>;
}

export interface FakeCall {
  readonly name: string;
  readonly args?: unknown;
  readonly id?: string;
}

/** Answers one request. */
export type Reply = (request: FakeRequest, response: ServerResponse) => void | Promise<void>;

/** One step: a bare reply is used once, in order; a rule is used as often as it matches. */
export type Step = Reply | Rule;
export interface Rule {
  readonly matches: (request: FakeRequest) => boolean;
  readonly reply: Reply;
  /** How often it may be used; Infinity when left out. */
  readonly times?: number;
}
export type Script = Step | readonly Step[];

export const when = (matches: (request: FakeRequest) => boolean, reply: Reply, times = Infinity): Rule => ({
  matches,
  reply,
  times,
});
export const always = (reply: Reply): Rule => when(() => true, reply);

/** A predicate: the words stand somewhere in the messages. */
export const asks =
  (words: string) =>
  (request: FakeRequest): boolean =>
    promptOf(request).includes(words);

/** All messages of a chat request as one text. */
export function promptOf(request: FakeRequest): string {
  return (request.body.messages ?? []).map((message) => message.content).join("\n\n");
}

export interface FakeOpenAI {
  /** Base URL for clients, ends with /v1. */
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly FakeRequest[];
  /** Those of them that ask for a chat completion. */
  readonly chats: readonly FakeRequest[];
  readonly unscripted: readonly FakeRequest[];
  /** Replaces the chat script from the next request on. */
  script(next: Script): void;
  /** Ends open connections too, so a hanging reply never keeps a test alive. */
  close(): Promise<void>;
}

export interface FakeOptions {
  /** Script for `/v1/embeddings`; by default `replies.embeddings()`. */
  readonly embeddings?: Script;
  /** Script for `/v1/rerank`; by default `replies.rerank()`. */
  readonly rerank?: Script;
  readonly models?: readonly string[];
}

export async function startFakeOpenAI(script: Script = [], options: FakeOptions = {}): Promise<FakeOpenAI> {
  const requests: FakeRequest[] = [];
  const unscripted: FakeRequest[] = [];
  let chatSteps = playable(script);
  const scripts: Readonly<Record<string, ReturnType<typeof playable>>> = {
    "/v1/chat/completions": (request) => chatSteps(request),
    "/v1/embeddings": playable(options.embeddings ?? always(replies.embeddings())),
    "/v1/rerank": playable(options.rerank ?? always(replies.rerank())),
  };

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await recorded(incoming, response);
    requests.push(request);
    if (request.path === "/v1/models") {
      sendJson(response, 200, {
        object: "list",
        data: (options.models ?? ["fake-chat"]).map((id) => ({ id, object: "model" })),
      });
      return;
    }
    const steps = scripts[request.path];
    if (steps === undefined) {
      sendJson(response, 404, errorBody(`no such path: ${request.path}`));
      return;
    }
    const reply = steps(request);
    if (reply === undefined) {
      unscripted.push(request);
      sendJson(response, 400, errorBody("the test's script has no reply for this request"));
      return;
    }
    await reply(request, response);
  };

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    unscripted,
    get chats() {
      return requests.filter((request) => request.path === "/v1/chat/completions");
    },
    script: (next) => {
      chatSteps = playable(next);
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

/** A hand-held gate: each `release` lets one waiter pass, also one that comes later. */
export interface Gate {
  release(times?: number): void;
  pass(): Promise<void>;
}

export function createGate(): Gate {
  let free = 0;
  const waiting: (() => void)[] = [];
  return {
    release: (times = 1) => {
      for (let i = 0; i < times; i++) {
        const next = waiting.shift();
        if (next === undefined) free++;
        else next();
      }
    },
    pass: () =>
      new Promise((resolve) => {
        if (free > 0) {
          free--;
          resolve();
        } else waiting.push(resolve);
      }),
  };
}

export const replies = {
  /** A normal answer; an empty string is one too. In function mode the text becomes the call's arguments. */
  text:
    (text: string, finish = "stop"): Reply =>
    (request, response) =>
      request.body.stream === true
        ? sendStream(response, request, [...piecesOf(text)], { finish })
        : sendJson(response, 200, completionOf(request, text, finish)),

  /** Streams calls of tools, and words before them; arguments that are no text are sent as the text of their JSON. */
  calls:
    (calls: readonly FakeCall[], text = ""): Reply =>
    (request, response) => {
      const asked = calls.map(({ name, args = {}, id }, index) => ({
        index,
        id: id ?? `call_${index + 1}`,
        type: "function",
        function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
      }));
      openStream(response);
      for (const piece of piecesOf(text)) sendChunk(response, request, { content: piece }, null);
      for (const { function: called, ...call } of asked) {
        // As servers do: the name first, then the arguments bit by bit.
        sendChunk(
          response,
          request,
          { tool_calls: [{ ...call, function: { ...called, arguments: "" } }] },
          null,
        );
        for (const piece of piecesOf(called.arguments))
          sendChunk(
            response,
            request,
            { tool_calls: [{ index: call.index, function: { arguments: piece } }] },
            null,
          );
      }
      sendChunk(response, request, {}, "tool_calls");
      response.end("data: [DONE]\n\n");
    },

  /** Streams these deltas as they are: for servers with ways of their own. */
  deltas:
    (deltas: readonly object[], finish = "tool_calls"): Reply =>
    (request, response) => {
      openStream(response);
      for (const delta of deltas) sendChunk(response, request, delta, null);
      sendChunk(response, request, {}, finish);
      response.end("data: [DONE]\n\n");
    },

  /** JSON as a well-behaved model gives it. */
  json: (value: unknown): Reply => replies.text(JSON.stringify(value)),

  /** JSON with chatter and a code fence around it. */
  proseAround: (value: unknown): Reply =>
    replies.text(`好的，结果如下：\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n希望有帮助！`),

  /** JSON that stops after `length` characters, as at a token limit. */
  truncatedJson: (value: unknown, length: number): Reply =>
    replies.text(JSON.stringify(value).slice(0, length), "length"),

  /** Any error status, with the body OpenAI would send. */
  status:
    (
      code: number,
      message = `fake ${code}`,
      headers: Record<string, string> = {},
      type = "fake_error",
    ): Reply =>
    (_, response) =>
      sendJson(response, code, errorBody(message, type), headers),

  /** A 429 with Retry-After: seconds, or an HTTP date. */
  rateLimited: (retryAfter?: string): Reply =>
    replies.status(429, "slow down", retryAfter === undefined ? {} : { "retry-after": retryAfter }),

  /** Accepts the request and never says a word; ends when the client hangs up or the server closes. */
  hang: (): Reply => async (request) => {
    await request.hungUp;
  },

  /** Streams `text`, then never goes on. */
  hangAfter:
    (text: string): Reply =>
    async (request, response) => {
      openStream(response);
      for (const piece of piecesOf(text)) sendChunk(response, request, { content: piece }, null);
      await request.hungUp;
    },

  /** Streams `text`, then ends without a finish mark; `abruptly` tears the connection instead of closing it. */
  cutAfter:
    (text: string, abruptly = false): Reply =>
    async (request, response) => {
      openStream(response);
      for (const piece of piecesOf(text)) sendChunk(response, request, { content: piece }, null);
      if (abruptly) {
        await flushed(response);
        response.destroy();
      } else response.end();
    },

  /** Streams `text`, then a line that is no JSON. */
  malformedAfter:
    (text: string): Reply =>
    (request, response) => {
      openStream(response);
      for (const piece of piecesOf(text)) sendChunk(response, request, { content: piece }, null);
      response.end('data: {"choices": [{"delta": \n\n');
    },

  /** Streams `text` and ends with [DONE] alone: some servers send no finish_reason. */
  doneOnly:
    (text: string): Reply =>
    (request, response) => {
      openStream(response);
      for (const piece of piecesOf(text)) sendChunk(response, request, { content: piece }, null);
      response.end("data: [DONE]\n\n");
    },

  /** Streams `text`, then an error inside the stream, as gateways do once the status line is out. */
  errorAfter:
    (text: string): Reply =>
    (request, response) => {
      openStream(response);
      for (const piece of piecesOf(text)) sendChunk(response, request, { content: piece }, null);
      response.end(`data: ${JSON.stringify(errorBody("upstream went away"))}\n\n`);
    },

  /** Streams the pieces one by one, each when the gate lets it pass. */
  gated:
    (pieces: readonly string[], gate: Gate): Reply =>
    (request, response) =>
      sendStream(response, request, pieces, { before: () => gate.pass() }),

  /** Thinks first (`reasoning_content`), then says `text`. */
  thinking:
    (thought: string, text: string): Reply =>
    (request, response) => {
      openStream(response);
      for (const piece of piecesOf(thought))
        sendChunk(response, request, { reasoning_content: piece, content: null }, null);
      return sendStream(response, request, [...piecesOf(text)], {});
    },

  /** A web page with status 200: what a wrong base URL gives. */
  html: (): Reply => (_, response) => {
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end("<!doctype html><title>Welcome</title>");
  },

  /** A 400 for the ways of structured output named here ("function" stands for tools), else `reply`. */
  refusingFormat:
    (refused: readonly ("json_schema" | "json_object" | "function")[], reply: Reply): Reply =>
    (request, response) => {
      const format = request.body.tools === undefined ? request.body.response_format?.type : "function";
      if (format === undefined || !refused.some((name) => name === format)) return reply(request, response);
      sendJson(
        response,
        400,
        errorBody(`response_format type ${format} is unavailable`, "invalid_request_error"),
      );
    },

  /** Any JSON, with status 200. */
  body:
    (value: unknown): Reply =>
    (_, response) =>
      sendJson(response, 200, value),

  /** Scores for `/v1/rerank`, best first as servers give them; by default the share of the query's characters. */
  rerank:
    (score: (document: string, query: string) => number = characterShare): Reply =>
    (request, response) => {
      const { query = "", documents = [] } = request.body;
      const results = documents.map((text, index) => ({ index, relevance_score: score(text, query) }));
      sendJson(response, 200, {
        model: request.body.model,
        results: results.sort((a, b) => b.relevance_score - a.relevance_score),
      });
    },

  /** Vectors for `/v1/embeddings`; by default 8 numbers from the characters, equal for equal texts. */
  embeddings:
    (embed: (text: string) => readonly number[] = characterVector): Reply =>
    (request, response) => {
      const input = request.body.input ?? [];
      const texts = typeof input === "string" ? [input] : input;
      const data = texts.map((text, index) => ({ object: "embedding", index, embedding: embed(text) }));
      sendJson(response, 200, {
        object: "list",
        model: request.body.model,
        data,
        usage: { prompt_tokens: 1, total_tokens: 1 },
      });
    },
};

function playable(script: Script): (request: FakeRequest) => Reply | undefined {
  const list: readonly Step[] = Array.isArray(script) ? (script as readonly Step[]) : [script as Step];
  const left = list.map((step) => ({
    ...(typeof step === "function" ? { matches: () => true, reply: step } : step),
    times: typeof step === "function" ? 1 : (step.times ?? Infinity),
  }));
  return (request) => {
    const step = left.find((candidate) => candidate.times > 0 && candidate.matches(request));
    if (step === undefined) return undefined;
    step.times--;
    return step.reply;
  };
}

async function recorded(incoming: IncomingMessage, response: ServerResponse): Promise<FakeRequest> {
  const hungUp = new Promise<boolean>((resolve) =>
    response.once("close", () => resolve(!response.writableFinished)),
  );
  let text = "";
  for await (const part of incoming.setEncoding("utf8")) text += String(part);
  return {
    method: incoming.method ?? "",
    path: (incoming.url ?? "").split("?")[0] ?? "",
    headers: incoming.headers,
    body: (text === "" ? {} : JSON.parse(text)) as FakeBody,
    hungUp,
  };
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

function openStream(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
}

async function sendStream(
  response: ServerResponse,
  request: FakeRequest,
  pieces: readonly string[],
  options: { readonly finish?: string; readonly before?: () => Promise<void> },
): Promise<void> {
  openStream(response);
  response.flushHeaders();
  const name = forcedTool(request);
  for (const [index, piece] of pieces.entries()) {
    await options.before?.();
    const delta =
      name === undefined
        ? { content: piece }
        : {
            tool_calls: [
              {
                index: 0,
                ...(index === 0 && { id: "call_1", type: "function" }),
                function: { name, arguments: piece },
              },
            ],
          };
    sendChunk(response, request, delta, null);
  }
  sendChunk(response, request, {}, options.finish ?? "stop");
  sendEvent(response, { ...chunkOf(request), choices: [], usage: usageOf(request, pieces.length) });
  response.end("data: [DONE]\n\n");
}

function sendChunk(
  response: ServerResponse,
  request: FakeRequest,
  delta: object,
  finish: string | null,
): void {
  sendEvent(response, {
    ...chunkOf(request),
    choices: [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: finish }],
  });
}

function sendEvent(response: ServerResponse, event: object): void {
  response.write(`data: ${JSON.stringify(event)}\n\n`);
}

/** Waits until what was written has left for the socket. */
function flushed(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.write(": flush\n\n", () => resolve()));
}

function chunkOf(request: FakeRequest): object {
  return { id: "chatcmpl-fake", object: "chat.completion.chunk", created: 0, model: request.body.model };
}

function completionOf(request: FakeRequest, text: string, finish: string): object {
  const name = forcedTool(request);
  const message =
    name === undefined
      ? { role: "assistant", content: text }
      : {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "call_1", type: "function", function: { name, arguments: text } }],
        };
  return {
    ...chunkOf(request),
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: usageOf(request, [...piecesOf(text)].length),
  };
}

function usageOf(request: FakeRequest, completion: number): object {
  const prompt = [...promptOf(request)].length;
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

/** The one function that the request insists on: the text of an answer then is its arguments. */
function forcedTool({ body }: FakeRequest): string | undefined {
  return typeof body["tool_choice"] === "object" ? body.tools?.[0]?.function.name : undefined;
}

/** Two code points a piece, so that every text of some length comes in several. */
function* piecesOf(text: string): Generator<string> {
  const points = [...text];
  for (let i = 0; i < points.length; i += 2) yield points.slice(i, i + 2).join("");
}

function errorBody(message: string, type = "fake_error"): object {
  return { error: { message, type, param: null, code: null } };
}

/** Share 0..1 of the query's different characters that stand in the document. */
export function characterShare(document: string, query: string): number {
  const asked = [...new Set(query)];
  return asked.filter((character) => document.includes(character)).length / (asked.length || 1);
}

function characterVector(text: string): number[] {
  const vector = new Array<number>(8).fill(0);
  for (const character of text) {
    const slot = (character.codePointAt(0) ?? 0) % vector.length;
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
