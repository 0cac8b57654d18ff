/**
 * The chat model port: one adapter an API. No adapter here means the rule engine answers; see config/services.ts.
 */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** A JSON schema the answer must follow, with the name that servers ask for (letters, digits, `_`, `-`). */
export interface OutputSchema {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly maxTokens?: number;
  readonly temperature?: number;
  /** Shown in traces. */
  readonly runName?: string;
}

/** A tool offered to the model. */
export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  /** JSON schema of its arguments, an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A call that the model asks for; `args` is the JSON text as the model wrote it, which may be none. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

/** One message of a talk with tools. */
export type ToolTalk =
  | ChatMessage
  | { readonly role: "assistant"; readonly content: string; readonly calls: readonly ToolCall[] }
  | { readonly role: "tool"; readonly call: string; readonly name: string; readonly content: string };

export interface ToolAnswer {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** As the server counts them; absent where it does not say. */
  readonly tokens?: { readonly input: number; readonly output: number };
}

export interface ChatModel {
  /** Model name as a person would say it, for the first lines of the terminal and for traces. */
  readonly name: string;
  /**
   * Text as it comes. A 429 or 5xx before the first token is retried inside (Retry-After is honoured up to the
   * deadline). Throws MiraMateError MODEL_UNAVAILABLE, MODEL_TIMEOUT (no first token, or no next one, in time),
   * MODEL_REFUSED (4xx: the key, the model name, the request) or MODEL_STREAM_CUT (the stream ended without its
   * finish mark; what came before has been yielded). An abort by `signal` throws the signal's reason.
   */
  stream(messages: readonly ChatMessage[], options?: CallOptions): AsyncIterable<string>;
  /**
   * The whole text, asked to follow `output` in the way this server takes (JSON schema, function call, JSON mode or
   * only in words). What comes back is still raw text: it is parsed, repaired and validated in structured.ts.
   * Same errors as `stream`.
   */
  complete(
    messages: readonly ChatMessage[],
    options?: CallOptions & { readonly output?: OutputSchema },
  ): Promise<string>;
  /**
   * What the model says to a talk in which it may call tools, and the calls it asks for; several at once, or none. Same errors
   * as `stream`, and TOOLS_UNSUPPORTED where the server takes no tools, from then on without asking it again.
   */
  callTools(
    messages: readonly ToolTalk[],
    tools: readonly ToolOffer[],
    options?: CallOptions,
  ): Promise<ToolAnswer>;
}
