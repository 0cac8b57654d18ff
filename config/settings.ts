/**
 * Every setting: its name in the environment, its check, its default and one line of why. The only reader of the
 * environment; everything inside receives values. `.env.example` is this table written out (a test keeps it so).
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import { MiraMateError } from "../base/errors.ts";
import { isTimezone } from "../language/time/zone.ts";
import { DEFAULT_QUERY_WORK, QUERY_WORK } from "../memory/recall/queries.ts";
import type { QueryWork } from "../memory/recall/queries.ts";

/** Names and values as they stand in the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

interface Setting<T> {
  readonly env: string;
  /** From the text of the environment to the value. */
  readonly schema: z.ZodType<T, string>;
  readonly fallback: T;
  /** How the default is written in .env.example; "" when unset. */
  readonly shown: string;
  readonly why: string;
}

function setting<T>(
  env: string,
  schema: z.ZodType<T, string>,
  fallback: T,
  why: string,
  shown?: string,
): Setting<T> {
  return { env, schema, fallback, why, shown: shown ?? (fallback === undefined ? "" : String(fallback)) };
}

const text = z.string();
const optionalText: z.ZodType<string | undefined, string> = z
  .string()
  .transform((value) => (value === "" ? undefined : value));
const shortText = z.string().trim().max(60);
const name = z.string().trim().min(1).max(60);
const whole = (low: number, high: number): z.ZodType<number, string> =>
  z
    .string()
    .regex(/^-?\d+$/, "a whole number")
    .transform(Number)
    .pipe(z.number().min(low).max(high));
const share = (low: number, high: number): z.ZodType<number, string> =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/, "a number")
    .transform(Number)
    .pipe(z.number().min(low).max(high));
const oneOf = <const T extends string>(...values: readonly T[]): z.ZodType<T, string> =>
  z
    .string()
    .refine(
      (value): value is T => (values as readonly string[]).includes(value),
      `one of ${values.join(", ")}`,
    );
const url: z.ZodType<string | undefined, string> = z
  .string()
  .refine((value) => value === "" || URL.canParse(value), "a URL such as http://127.0.0.1:11434/v1")
  .transform((value) => (value === "" ? undefined : value));
const zone = z.string().refine(isTimezone, "an IANA timezone such as Asia/Shanghai");

const queryWork: z.ZodType<readonly QueryWork[], string> = z
  .string()
  .transform((value) =>
    value === "none"
      ? []
      : value
          .split(",")
          .map((word) => word.trim())
          .filter((word) => word !== ""),
  )
  .refine(
    (words): words is QueryWork[] => words.every((word) => (QUERY_WORK as readonly string[]).includes(word)),
    `none, or a list out of ${QUERY_WORK.join(", ")}`,
  );

const COMPANION = {
  companionName: setting(
    "MIRAMATE_COMPANION_NAME",
    shortText,
    "",
    "What the companion calls itself; empty: 小梦, or Mira where messages are English.",
  ),
  userName: setting(
    "MIRAMATE_USER_NAME",
    shortText,
    "",
    "What you are called in memories and prompts; empty: 小伙伴, or Friend where messages are English.",
  ),
  persona: setting(
    "MIRAMATE_PERSONA",
    text,
    "",
    "A few sentences on who the companion is; empty: a warm, curious friend.",
  ),
  userId: setting("MIRAMATE_USER", name, "local", "Whose memories the terminal uses."),
  locale: setting(
    "MIRAMATE_LOCALE",
    oneOf("auto", "zh", "en"),
    "auto",
    "Language of messages; auto: by LC_ALL, LC_MESSAGES and LANG.",
  ),
  timezone: setting(
    "MIRAMATE_TIMEZONE",
    zone,
    systemTimezone(),
    "Timezone you live in; empty: the system's, or Asia/Shanghai where that is UTC.",
    "",
  ),
  nightOwlHour: setting(
    "MIRAMATE_NIGHT_OWL_HOUR",
    whole(0, 11),
    4,
    "Hour at which your day begins; before it, tonight is still last night.",
  ),
};

const PLACES = {
  dataFolder: setting("MIRAMATE_DATA", z.string().min(1), "./data", "Folder of the embedded databases."),
  documents: setting(
    "MIRAMATE_DOCUMENTS",
    oneOf("sqlite", "postgres"),
    "sqlite",
    "Where memories, profile and outbox live.",
  ),
  checkpoints: setting(
    "MIRAMATE_CHECKPOINTS",
    oneOf("sqlite", "postgres"),
    "sqlite",
    "Where conversations are checkpointed.",
  ),
  databaseUrl: setting("DATABASE_URL", url, undefined, "PostgreSQL, when one of the two above is postgres."),
  memoryIndex: setting(
    "MIRAMATE_MEMORY_INDEX",
    oneOf("sqlite", "chroma"),
    "sqlite",
    "What memories are found with.",
  ),
  chromaUrl: setting("CHROMA_URL", url, undefined, "Chroma server, when the index is chroma."),
};

const MODELS = {
  apiKey: setting(
    "OPENAI_API_KEY",
    optionalText,
    undefined,
    "Key of any OpenAI-compatible server; without key and URL the rule engine answers.",
  ),
  baseUrl: setting(
    "OPENAI_BASE_URL",
    url,
    undefined,
    "Its address, for servers other than OpenAI (DeepSeek, Qwen, Ollama, vLLM, llama.cpp).",
  ),
  chatModel: setting(
    "CHAT_MODEL",
    optionalText,
    undefined,
    "Model that answers; with OpenAI's own server the default is gpt-4o-mini.",
  ),
  smallModel: setting(
    "SMALL_MODEL",
    optionalText,
    undefined,
    "Quick model that understands, extracts and consolidates; default: CHAT_MODEL.",
  ),
  structuredOutput: setting(
    "MIRAMATE_STRUCTURED_OUTPUT",
    oneOf("auto", "json_schema", "function", "json_mode", "prompt"),
    "auto",
    "How the server is asked for JSON; auto knows the common servers and steps down when refused.",
  ),
  understanding: setting(
    "UNDERSTANDING",
    oneOf("auto", "model", "rules"),
    "auto",
    "Who reads the input; rules: no model call before the answer's.",
  ),
  firstTokenMs: setting(
    "MIRAMATE_MODEL_FIRST_TOKEN_MS",
    whole(100, 600_000),
    30_000,
    "Longest wait for an answer's first token.",
  ),
  idleMs: setting("MIRAMATE_MODEL_IDLE_MS", whole(100, 600_000), 20_000, "Longest wait between two tokens."),
  totalMs: setting("MIRAMATE_MODEL_TOTAL_MS", whole(100, 3_600_000), 180_000, "Longest answer."),
  smallModelMs: setting(
    "MIRAMATE_SMALL_MODEL_MS",
    whole(100, 600_000),
    12_000,
    "Longest wait for the understanding of an input; then rules do it.",
  ),
  modelRetries: setting(
    "MIRAMATE_MODEL_RETRIES",
    whole(0, 10),
    2,
    "Retries after a 429 or 5xx, within the deadlines.",
  ),
};

const EMBEDDER = {
  embedder: setting(
    "MIRAMATE_EMBEDDER",
    oneOf("builtin", "openai", "transformers"),
    "builtin",
    "What turns text into vectors; changing it needs `npm run migrate`.",
  ),
  embeddingModel: setting(
    "MIRAMATE_EMBEDDING_MODEL",
    optionalText,
    undefined,
    "Model name for openai (text-embedding-3-small) or transformers (bge-base-zh-v1.5).",
  ),
  embeddingBaseUrl: setting(
    "MIRAMATE_EMBEDDING_BASE_URL",
    url,
    undefined,
    "Address for openai; default: OPENAI_BASE_URL.",
  ),
  embeddingApiKey: setting(
    "MIRAMATE_EMBEDDING_API_KEY",
    optionalText,
    undefined,
    "Key for openai; default: OPENAI_API_KEY.",
  ),
};

const RERANKER = {
  reranker: setting(
    "MIRAMATE_RERANKER",
    oneOf("builtin", "endpoint", "small-model"),
    "builtin",
    "Who puts what recall found in its last order; small-model needs UNDERSTANDING=rules.",
  ),
  rerankerBaseUrl: setting(
    "MIRAMATE_RERANKER_BASE_URL",
    url,
    undefined,
    "Address for endpoint: any server with /rerank (Jina, Cohere, vLLM, llama.cpp, TEI).",
  ),
  rerankerApiKey: setting(
    "MIRAMATE_RERANKER_API_KEY",
    optionalText,
    undefined,
    "Key for endpoint, if it asks for one.",
  ),
  rerankerModel: setting(
    "MIRAMATE_RERANKER_MODEL",
    optionalText,
    undefined,
    "Model name for endpoint (bge-reranker-v2-m3); a server of one model needs none.",
  ),
  rerankerDeadlineMs: setting(
    "MIRAMATE_RERANKER_DEADLINE_MS",
    whole(50, 60_000),
    3000,
    "Longest wait for it; then the built-in order stands.",
  ),
  rerankerTopN: setting(
    "MIRAMATE_RERANKER_TOP_N",
    whole(2, 100),
    30,
    "Memories it is given at most; a TEI server takes 32 unless told otherwise.",
  ),
};

const MEMORY = {
  idleSeconds: setting(
    "MIRAMATE_IDLE_SECONDS",
    whole(1, 604_800),
    1200,
    "Silence after which the buffer is consolidated.",
  ),
  maxMessageCharacters: setting(
    "MIRAMATE_MAX_MESSAGE_CHARACTERS",
    whole(100, 1_000_000),
    50_000,
    "Longest message taken.",
  ),
  shortTermTokens: setting(
    "MIRAMATE_SHORT_TERM_TOKENS",
    whole(500, 1_000_000),
    100_000,
    "Most tokens of the conversation kept in mind.",
  ),
  shortTermSeconds: setting(
    "MIRAMATE_SHORT_TERM_SECONDS",
    whole(1, 604_800),
    1800,
    "How long a message stays in mind.",
  ),
  continuitySeconds: setting(
    "MIRAMATE_CONTINUITY_SECONDS",
    whole(1, 86_400),
    180,
    "Gap up to which messages hang together.",
  ),
  shortTermTurns: setting(
    "MIRAMATE_SHORT_TERM_TURNS",
    whole(1, 1000),
    10,
    "Turns that stay in mind whatever their age, within a day.",
  ),
  queryStrategies: setting<readonly QueryWork[]>(
    "MIRAMATE_QUERY_STRATEGIES",
    queryWork,
    DEFAULT_QUERY_WORK,
    "What is done to a question before it is looked up: none, or a list out of " +
      QUERY_WORK.join(", ") +
      ".",
  ),
  recallHits: setting("MIRAMATE_RECALL_HITS", whole(1, 100), 12, "Most memories one input brings."),
  recallTokens: setting(
    "MIRAMATE_RECALL_TOKENS",
    whole(100, 2_000),
    1600,
    "Most tokens of recalled memories in the prompt.",
  ),
  recallDeadlineMs: setting(
    "MIRAMATE_RECALL_DEADLINE_MS",
    whole(50, 60_000),
    3000,
    "Longest wait for one leg of recall.",
  ),
  recallFloor: setting(
    "MIRAMATE_RECALL_FLOOR",
    share(-1, 1),
    0.42,
    "Similarity from which a memory counts as related by meaning alone.",
  ),
  checkpointsKept: setting(
    "MIRAMATE_CHECKPOINTS_KEPT",
    whole(1, 1000),
    5,
    "Newest checkpoints kept of each conversation.",
  ),
};

const MANAGER = {
  memoryStrategy: setting(
    "MEMORY_STRATEGY",
    oneOf("workflow", "agent"),
    "workflow",
    "Who finds and keeps memories: the fixed steps of the workflow, or the memory manager, an agent with tools.",
  ),
  toolCalling: setting(
    "MIRAMATE_TOOL_CALLING",
    oneOf("auto", "tools", "json"),
    "auto",
    "How the memory manager's model calls its tools; auto: by itself, or as JSON where it cannot.",
  ),
  innerThoughts: setting(
    "MIRAMATE_INNER_THOUGHTS",
    oneOf("on", "off"),
    "on",
    "Whether the companion thinks about a turn before the memory manager looks at it; one model call a turn, after the reply.",
  ),
  managerSteps: setting(
    "MIRAMATE_MANAGER_STEPS",
    whole(1, 10),
    5,
    "Most rounds of tool calls in one run of the memory manager.",
  ),
  managerTokens: setting(
    "MIRAMATE_MANAGER_TOKENS",
    whole(1_000, 1_000_000),
    24_000,
    "Tokens after which a run of the memory manager ends.",
  ),
  managerMs: setting(
    "MIRAMATE_MANAGER_MS",
    whole(100, 600_000),
    20_000,
    "Longest run of the memory manager; then rules do what is left.",
  ),
};

const FAULTS = {
  debug: setting(
    "MIRAMATE_DEBUG",
    oneOf("0", "1").transform((value) => value === "1") as z.ZodType<boolean, string>,
    false,
    "1 shows stack traces.",
    "0",
  ),
};

const TABLE = {
  ...COMPANION,
  ...PLACES,
  ...MODELS,
  ...EMBEDDER,
  ...RERANKER,
  ...MEMORY,
  ...MANAGER,
  ...FAULTS,
};

/** Headings of .env.example, in its order. */
const SECTIONS: readonly (readonly [title: string, entries: Readonly<Record<string, Setting<unknown>>>])[] = [
  ["The companion", COMPANION],
  ["Where things are kept", PLACES],
  ["Chat models", MODELS],
  ["Embedder", EMBEDDER],
  ["Reranker", RERANKER],
  ["Memory", MEMORY],
  ["The memory manager", MANAGER],
  ["Faults", FAULTS],
];

type Values = { readonly [K in keyof typeof TABLE]: (typeof TABLE)[K]["fallback"] };

export type Settings = Omit<Values, "locale"> & { readonly locale: "zh" | "en" };

const DEFAULT_NAMES = {
  zh: { companion: "小梦", user: "小伙伴" },
  en: { companion: "Mira", user: "Friend" },
} as const;

/** Names beside ours that may stand in a .env file: LangSmith's, LangGraph's and Node's own. */
const FOREIGN = /^(LANGSMITH|LANGCHAIN|LANGGRAPH|NODE|NPM|HTTP|HTTPS|NO)_|^(PORT|TZ|LANG|LC_ALL)$/;

/**
 * Settings from an environment. An empty value means the default. Throws SETTING_INVALID that names the setting, what
 * it may be and what it was (never the value of a key); also for a name of ours that does not exist.
 */
export function readSettings(env: Environment): Settings {
  const known = new Set(Object.values(TABLE).map((entry) => entry.env));
  for (const variable of Object.keys(env)) {
    if (variable.startsWith("MIRAMATE_") && !known.has(variable)) throw unknownSetting(variable, known);
  }
  const values: Record<string, unknown> = {};
  for (const [field, entry] of Object.entries(TABLE)) {
    const given = env[entry.env]?.trim();
    values[field] = given === undefined || given === "" ? entry.fallback : parsed(entry, given);
  }
  const locale = values["locale"] === "auto" ? localeOf(env) : (values["locale"] as "zh" | "en");
  const settings = {
    ...values,
    locale,
    companionName: values["companionName"] || DEFAULT_NAMES[locale].companion,
    userName: values["userName"] || DEFAULT_NAMES[locale].user,
  } as unknown as Settings;
  checkTogether(settings);
  return Object.freeze(settings);
}

/**
 * The environment with what a `.env` file in `folder` adds; the environment wins. Throws SETTING_INVALID for a name in
 * the file that nobody reads.
 */
export function environmentWithFile(env: Environment, folder: string): Environment {
  const file = path.join(folder, ".env");
  if (!existsSync(file)) return env;
  const fromFile = parseEnv(readFileSync(file, "utf8")) as Record<string, string>;
  const known = new Set(Object.values(TABLE).map((entry) => entry.env));
  for (const variable of Object.keys(fromFile)) {
    if (!known.has(variable) && !FOREIGN.test(variable)) throw unknownSetting(variable, known);
  }
  return { ...fromFile, ...env };
}

/** The text of .env.example. */
export function settingsAsExample(): string {
  const head =
    "# Every setting with its default. Copy to .env and change what you like; an empty value means the default.\n";
  return (
    head +
    SECTIONS.map(
      ([title, entries]) =>
        `\n# --- ${title}\n` +
        Object.values(entries)
          .map((entry) => `# ${entry.why}\n${entry.env}=${entry.shown}\n`)
          .join(""),
    ).join("")
  );
}

function parsed(entry: Setting<unknown>, given: string): unknown {
  const result = entry.schema.safeParse(given);
  if (result.success) return result.data;
  const wanted = result.error.issues.map((issue) => issue.message).join("; ");
  const shown = /KEY|URL/.test(entry.env) ? "***" : JSON.stringify(given.slice(0, 80));
  throw invalid(entry.env, {
    zh: `设置 ${entry.env} 的值 ${shown} 不行：${wanted}。`,
    en: `The setting ${entry.env} cannot be ${shown}: ${wanted}.`,
  });
}

/** What only makes sense together. */
function checkTogether(settings: Settings): void {
  const needs = (missing: boolean, variable: string, zh: string, en: string): void => {
    if (missing) throw invalid(variable, { zh, en });
  };
  needs(
    (settings.documents === "postgres" || settings.checkpoints === "postgres") &&
      settings.databaseUrl === undefined,
    "DATABASE_URL",
    "用 PostgreSQL 需要设置 DATABASE_URL，例如 postgresql://user@127.0.0.1:5432/miramate。",
    "PostgreSQL needs DATABASE_URL, for example postgresql://user@127.0.0.1:5432/miramate.",
  );
  needs(
    settings.memoryIndex === "chroma" && settings.chromaUrl === undefined,
    "CHROMA_URL",
    "用 Chroma 需要设置 CHROMA_URL，例如 http://127.0.0.1:8000。",
    "Chroma needs CHROMA_URL, for example http://127.0.0.1:8000.",
  );
  needs(
    settings.baseUrl !== undefined && settings.chatModel === undefined,
    "CHAT_MODEL",
    "设置了 OPENAI_BASE_URL，还需要用 CHAT_MODEL 指明模型名。",
    "OPENAI_BASE_URL is set, so CHAT_MODEL has to name the model.",
  );
  needs(
    settings.reranker === "endpoint" && settings.rerankerBaseUrl === undefined,
    "MIRAMATE_RERANKER_BASE_URL",
    "用重排接口需要设置 MIRAMATE_RERANKER_BASE_URL，例如 http://127.0.0.1:8080。",
    "The endpoint reranker needs MIRAMATE_RERANKER_BASE_URL, for example http://127.0.0.1:8080.",
  );
  // Rule 8: at most two model calls before the last token of an answer.
  needs(
    settings.reranker === "small-model" && settings.understanding !== "rules",
    "UNDERSTANDING",
    "一轮对话在回答完之前最多请求模型两次，所以 MIRAMATE_RERANKER=small-model 需要 UNDERSTANDING=rules；要让模型来理解输入，请用 MIRAMATE_RERANKER=endpoint 或 builtin。",
    "A turn asks models at most twice before its answer is complete, so MIRAMATE_RERANKER=small-model needs UNDERSTANDING=rules; to have a model understand the input, set MIRAMATE_RERANKER to endpoint or builtin.",
  );
}

function unknownSetting(variable: string, known: ReadonlySet<string>): MiraMateError {
  const near = [...known].sort((a, b) => distance(variable, a) - distance(variable, b))[0] ?? "";
  return invalid(variable, {
    zh: `没有 ${variable} 这个设置。是不是想写 ${near}？全部设置见 .env.example。`,
    en: `There is no setting ${variable}. Did you mean ${near}? All settings are in .env.example.`,
  });
}

function invalid(variable: string, sentences: { zh: string; en: string }): MiraMateError {
  return new MiraMateError("SETTING_INVALID", sentences, { details: { setting: variable } });
}

function localeOf(env: Environment): "zh" | "en" {
  const system = env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "";
  return /^zh/i.test(system) ? "zh" : /^en/i.test(system) ? "en" : "zh";
}

/** The system's timezone. Servers and containers stand at UTC, where few people live: that counts as not set. */
function systemTimezone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return /^(UTC|GMT|Etc\/.*)$/i.test(timeZone) ? "Asia/Shanghai" : timeZone;
}

/** Edit distance, for "did you mean". */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
