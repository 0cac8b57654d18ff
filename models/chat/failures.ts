/** What can go wrong on the way to a model, told so that a person can act on it and a caller can decide to try again. */
import { MiraMateError, isMiraMateError } from "../../base/errors.ts";
import { retryAfterMs } from "../retry-after.ts";

export interface Failure {
  readonly error: MiraMateError;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** How long the server asks to wait. */
  readonly waitMs?: number;
}

/** Where the failed call went, for the sentences. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly model: string;
}

/** Thrown from within `fetch` when a web page answers. */
export class NotAnApi extends Error {}

/**
 * Sorts what the OpenAI client throws. `answered`: the server had accepted the request, so the failure is in the stream.
 * Undefined for what is no failure of the call, such as a mistake of ours: that is rethrown as it is.
 */
export function failureOf(thrown: unknown, answered: boolean, endpoint: Endpoint): Failure | undefined {
  if (isMiraMateError(thrown)) return { error: thrown, retryable: false };
  if (!(thrown instanceof Error) || thrown.name === "AbortError") return undefined;
  if (causes(thrown).some((cause) => cause instanceof NotAnApi)) return notAnApi(thrown, endpoint);
  const status = statusOf(thrown);
  if (status !== undefined) return failedStatus(status, thrown, endpoint);
  if (answered) return { error: streamCut(endpoint, thrown), retryable: true };
  return isConnectionError(thrown) ? unreachable(thrown, endpoint) : undefined;
}

/** MODEL_STREAM_CUT; callers have had what came before. */
function streamCut(endpoint: Endpoint, cause: Error): MiraMateError {
  return new MiraMateError(
    "MODEL_STREAM_CUT",
    {
      zh: `模型 ${endpoint.model} 的回答中途断开了。请重试；如果常常这样，请检查网络或代理。`,
      en: `The answer of ${endpoint.model} broke off. Try again; if it happens often, check the network or the proxy.`,
    },
    { details: { ...endpoint, reason: firstLine(cause) }, cause },
  );
}

/** Whether the server refused the request as such, perhaps for the form of output it asks for. */
export function isBadRequest(error: unknown): boolean {
  return (
    isMiraMateError(error, "MODEL_REFUSED") &&
    (error.details["status"] === 400 || error.details["status"] === 422)
  );
}

function failedStatus(status: number, thrown: Error, endpoint: Endpoint): Failure {
  const details = { ...endpoint, status, reason: firstLine(thrown) };
  const options = { details, cause: thrown };
  const { baseUrl, model } = endpoint;
  const refused = (zh: string, en: string): Failure => ({
    error: new MiraMateError("MODEL_REFUSED", { zh, en }, options),
    retryable: false,
  });

  if (status === 401 || status === 403) {
    return refused(
      `${baseUrl} 不接受这个密钥（${status}）。请检查 OPENAI_API_KEY。`,
      `${baseUrl} does not accept the key (${status}). Check OPENAI_API_KEY.`,
    );
  }
  if (status === 404) {
    return refused(
      `${baseUrl} 没有模型 ${model}，或者地址不对（404）。请检查 OPENAI_BASE_URL 和模型名。`,
      `${baseUrl} has no model ${model}, or the address is wrong (404). Check OPENAI_BASE_URL and the model's name.`,
    );
  }
  if (status === 402 || isOutOfQuota(thrown)) {
    return refused(
      `${baseUrl} 的账户额度用完了（${status}）。请充值，或换一个密钥。`,
      `The account at ${baseUrl} has no quota left (${status}). Top it up, or use another key.`,
    );
  }
  if (status < 500 && ![408, 409, 425, 429].includes(status)) {
    return refused(
      `${baseUrl} 拒绝了请求（${status}）：${details.reason}。请检查模型 ${model} 的设置。`,
      `${baseUrl} refused the request (${status}): ${details.reason}. Check the settings of model ${model}.`,
    );
  }
  const waitMs =
    "headers" in thrown && thrown.headers instanceof Headers ? retryAfterMs(thrown.headers) : undefined;
  const error = new MiraMateError(
    "MODEL_UNAVAILABLE",
    status === 429
      ? {
          zh: `${baseUrl} 请求过多（429）。请稍后再试，或提高账户的速率限制。`,
          en: `${baseUrl} is limiting the rate (429). Try again later, or raise the account's limit.`,
        }
      : {
          zh: `${baseUrl} 暂时不可用（${status}）。请稍后再试。`,
          en: `${baseUrl} is not available at the moment (${status}). Try again later.`,
        },
    { ...options, details: { ...details, ...(waitMs !== undefined && { retryAfterMs: waitMs }) } },
  );
  return { error, retryable: true, ...(waitMs !== undefined && { waitMs }) };
}

function unreachable(thrown: Error, endpoint: Endpoint): Failure {
  const error = new MiraMateError(
    "MODEL_UNAVAILABLE",
    {
      zh: `连不上模型服务 ${endpoint.baseUrl}。请检查服务是否在运行、OPENAI_BASE_URL 和网络。`,
      en: `Cannot reach the model server ${endpoint.baseUrl}. Check that it runs, OPENAI_BASE_URL and the network.`,
    },
    { details: { ...endpoint, reason: firstLine(causes(thrown).at(-1) ?? thrown) }, cause: thrown },
  );
  return { error, retryable: true };
}

function notAnApi(thrown: Error, endpoint: Endpoint): Failure {
  const error = new MiraMateError(
    "MODEL_REFUSED",
    {
      zh: `${endpoint.baseUrl} 返回的是网页，不是模型接口。请检查 OPENAI_BASE_URL，通常以 /v1 结尾。`,
      en: `${endpoint.baseUrl} answers with a web page, not as a model API. Check OPENAI_BASE_URL; it usually ends with /v1.`,
    },
    { details: { ...endpoint }, cause: thrown },
  );
  return { error, retryable: false };
}

/** The OpenAI client puts the HTTP status of a failed request on its errors; LangChain wraps some of them. */
function statusOf(error: Error): number | undefined {
  for (const cause of causes(error))
    if ("status" in cause && typeof cause.status === "number") return cause.status;
  return undefined;
}

/** OpenAI answers 429 both for "too fast" and for "no money"; only the code tells them apart. */
function isOutOfQuota(error: Error): boolean {
  return "code" in error && error.code === "insufficient_quota";
}

/** Names of the client's errors for a connection that failed or was lost before any answer. */
function isConnectionError(error: Error): boolean {
  return ["APIConnectionError", "APIConnectionTimeoutError", "TimeoutError"].some(
    (name) => error.constructor.name === name || error.name === name,
  );
}

/** The error and what it was caused by, outermost first. */
function causes(error: Error): Error[] {
  const chain: Error[] = [];
  for (let current: unknown = error; current instanceof Error && chain.length < 8; current = current.cause)
    chain.push(current);
  return chain;
}

function firstLine(error: Error): string {
  return (error.message.split("\n")[0] ?? "").slice(0, 300);
}
