/**
 * Structured output on top of a chat model: ask, read the JSON, forgive what is harmless, validate, ask once more with
 * the problem shown, then fail loudly. Callers fall back to the rule engine on any MiraMateError.
 */
import type { z } from "zod";
import { MiraMateError, isMiraMateError } from "../../base/errors.ts";
import type { Locale } from "../../base/errors.ts";
import { coerceAndValidate, problemsOf } from "./coerce.ts";
import { withDeadline } from "./deadline.ts";
import { readJson } from "./json.ts";
import type { ChatMessage, ChatModel } from "./port.ts";
import { outputSchema } from "./schema.ts";

export { parseJson } from "./json.ts";

export interface StructuredRequest<T> {
  readonly model: ChatModel;
  readonly messages: readonly ChatMessage[];
  /** What the answer must be. Optional properties may come as null. */
  readonly schema: z.ZodType<T>;
  /** Name of the schema, as servers ask for one: letters, digits, `_`, `-`. */
  readonly name: string;
  /** Language in which the model is told what was wrong. Default "zh". */
  readonly locale?: Locale;
  readonly signal?: AbortSignal;
  /** For both attempts together, in milliseconds; MODEL_TIMEOUT when it is over. */
  readonly deadlineMs?: number;
  /** Of one answer. */
  readonly maxTokens?: number;
  readonly temperature?: number;
  /** Shown in traces. */
  readonly runName?: string;
}

export interface StructuredResult<T> {
  readonly value: T;
  /** Model calls it took: 1 or 2. */
  readonly attempts: number;
  /** Whether the accepted text had to be repaired, or a value in it coerced. */
  readonly repaired: boolean;
}

const ATTEMPTS = 2;
/** How much of a bad answer is shown to the model again. */
const SHOWN_CHARACTERS = 4000;

/**
 * The model's answer as a valid value. Throws MODEL_OUTPUT_INVALID (`details.raw` holds the last raw text,
 * `details.problem` what was wrong) when two answers were unusable, MODEL_TIMEOUT after `deadlineMs`, and what the
 * model itself throws. An abort by `signal` throws the signal's reason.
 */
export async function completeStructured<T>(request: StructuredRequest<T>): Promise<StructuredResult<T>> {
  return withDeadline(request.deadlineMs, request.signal, (signal) => attemptsOf(request, signal));
}

async function attemptsOf<T>(
  request: StructuredRequest<T>,
  signal: AbortSignal | undefined,
): Promise<StructuredResult<T>> {
  const output = outputSchema(request.name, request.schema);
  let messages = request.messages;
  let raw = "";
  let problem = "";
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    raw = await request.model.complete(messages, {
      output,
      ...(signal !== undefined && { signal }),
      ...(request.maxTokens !== undefined && { maxTokens: request.maxTokens }),
      ...(request.temperature !== undefined && { temperature: request.temperature }),
      ...(request.runName !== undefined && { runName: request.runName }),
    });
    const read = readStructured(raw, request.schema);
    if ("value" in read) return { ...read, attempts: attempt };
    problem = read.problem;
    messages = [...request.messages, ...correction(raw, problem, request.locale ?? "zh")];
  }
  throw new MiraMateError(
    "MODEL_OUTPUT_INVALID",
    {
      zh: `模型两次都没有给出可用的 ${request.name}：${problem}。请换一个更能遵守格式的模型，或调整结构化输出的设置。`,
      en: `The model twice gave no usable ${request.name}: ${problem}. Use a model that keeps to formats better, or another structured output setting.`,
    },
    { details: { raw, problem, name: request.name, attempts: ATTEMPTS } },
  );
}

/**
 * What a model wrote as a valid value, repaired and forgiven where that is harmless, or what is wrong with it in words that the
 * model can mend it by.
 */
export function readStructured<T>(
  raw: string,
  schema: z.ZodType<T>,
): { value: T; repaired: boolean } | { problem: string } {
  try {
    const json = readJson(raw);
    const result = coerceAndValidate(json.value, schema);
    if (!result.success) return { problem: problemsOf(result.error) };
    return { value: result.value, repaired: json.repaired || result.coerced };
  } catch (error) {
    if (!isMiraMateError(error, "MODEL_OUTPUT_INVALID")) throw error;
    return { problem: String(error.details["problem"]) };
  }
}

/** The bad answer and what was wrong with it, as the next two messages. */
function correction(raw: string, problem: string, locale: Locale): ChatMessage[] {
  const shown = raw.slice(0, SHOWN_CHARACTERS);
  const told = {
    zh: `上面的回答无法使用：${problem}\n请只输出一个符合要求的完整 JSON 对象，不要任何其他文字。`,
    en: `The answer above cannot be used: ${problem}\nGive one complete JSON object as asked for, and no other words.`,
  };
  const asked: ChatMessage = { role: "user", content: told[locale] };
  // Some servers refuse an empty message.
  return shown.trim() === "" ? [asked] : [{ role: "assistant", content: shown }, asked];
}
