/**
 * The one error class of the project. It covers everything a person or a caller can act on; programming
 * mistakes stay plain errors. Codes are stable: adding one is safe, changing one is not.
 */

/** Languages that messages to people come in. */
export type Locale = "zh" | "en";

export type ErrorCode =
  // settings and surroundings
  | "SETTING_INVALID"
  | "DATA_FOLDER_UNWRITABLE"
  | "DATABASE_NEWER"
  | "DATABASE_DAMAGED"
  | "PORT_IN_USE"
  | "SERVER_NOT_READY"
  | "DEPENDENCY_MISSING"
  // input
  | "USER_REQUIRED"
  | "SESSION_REQUIRED"
  | "THREAD_OF_ANOTHER_USER"
  | "MESSAGE_EMPTY"
  | "MESSAGE_TOO_LONG"
  | "TIME_INVALID"
  | "TIMEZONE_INVALID"
  | "FILE_UNREADABLE"
  | "IMPORT_LINE_INVALID"
  | "REPLAY_STEP_INVALID"
  // models
  | "MODEL_UNAVAILABLE"
  | "MODEL_TIMEOUT"
  | "MODEL_REFUSED"
  | "MODEL_OUTPUT_INVALID"
  | "MODEL_STREAM_CUT"
  | "TOOLS_UNSUPPORTED"
  | "EMBEDDER_FAILED"
  | "RERANKER_FAILED"
  // stores
  | "EMBEDDER_MISMATCH"
  | "INDEX_UNAVAILABLE"
  | "STORE_UNAVAILABLE"
  | "LOCK_TIMEOUT";

export interface ErrorOptions {
  /** Facts for machines: the setting's name, the line's number, the raw model text. Never another user's data. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

export class MiraMateError extends Error {
  override readonly name = "MiraMateError";
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  private readonly sentences: Readonly<Record<Locale, string>>;

  /** `sentences` tells the person what happened and what to do, in both languages; `message` is the English one. */
  constructor(code: ErrorCode, sentences: Readonly<Record<Locale, string>>, options: ErrorOptions = {}) {
    super(sentences.en, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.sentences = sentences;
    this.details = options.details ?? {};
  }

  inLocale(locale: Locale): string {
    return this.sentences[locale];
  }
}

/** Narrows an unknown thrown value, optionally to one code. */
export function isMiraMateError(error: unknown, code?: ErrorCode): error is MiraMateError {
  return error instanceof MiraMateError && (code === undefined || error.code === code);
}

/** A short reason for logs and `degraded` lists: the code where there is one, else the first line of the message. */
export function reasonOf(error: unknown): string {
  if (error instanceof MiraMateError) return error.code;
  return error instanceof Error ? (error.message.split("\n")[0] ?? error.name) : String(error);
}
