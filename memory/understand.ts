/**
 * Reading an input: by the small model where one is set, with the rule engine behind it. All query work is one call:
 * the model is asked for the fields of the strategies that are switched on, and what it leaves out is filled in by the
 * rules, above all the time that is asked about, since dates are what rules are good at.
 */
import { reasonOf } from "../base/errors.ts";
import { languageOf } from "../language/detect.ts";
import { timeInWords } from "../language/time/words.ts";
import { isoInZone } from "../language/time/zone.ts";
import type { ChatModel } from "../models/chat/port.ts";
import { completeStructured } from "../models/chat/structured.ts";
import type { TokenCounter } from "../models/tokens/port.ts";
import { renderBlocks } from "../prompts/render.ts";
import { understandPrompt } from "../prompts/understand.ts";
import { DEFAULT_QUERY_WORK, queriesOf } from "./recall/queries.ts";
import type { QueryWork } from "./recall/queries.ts";
import type { Query } from "./recall/question.ts";
import type { Degraded } from "./recall/types.ts";
import { COLLECTIONS } from "./record.ts";
import type { Collection } from "./record.ts";
import { understandByRules } from "./rules/understand.ts";
import type { Spoken } from "./turn.ts";
import { modelSchemaFor } from "./understanding.ts";
import type { ModelUnderstanding, Routes, Understanding } from "./understanding.ts";

export interface UnderstandRequest {
  readonly text: string;
  /** The last messages in mind, oldest first. */
  readonly history: readonly Spoken[];
  readonly now: Date;
  readonly timezone: string;
}

export interface Understander {
  /** Throws only when `signal` aborts. */
  understand(
    request: UnderstandRequest,
    signal: AbortSignal | undefined,
  ): Promise<{ understanding: Understanding; degraded: Degraded[] }>;
}

export interface UnderstanderNeeds {
  /** Undefined: rules alone. */
  readonly model: ChatModel | undefined;
  readonly tokens: TokenCounter;
  readonly deadlineMs: number;
  readonly names: { readonly userName: string; readonly companionName: string };
  readonly nightOwlHour: number;
  /** Strategies of query work that are switched on, for model and rules alike. Default DEFAULT_QUERY_WORK. */
  readonly queryWork?: readonly QueryWork[];
}

export function createUnderstander({
  model,
  tokens,
  deadlineMs,
  names,
  nightOwlHour,
  queryWork = DEFAULT_QUERY_WORK,
}: UnderstanderNeeds): Understander {
  const work = new Set(queryWork);
  const schema = modelSchemaFor(work);
  return {
    async understand(request, signal) {
      const byRules = understandByRules({ ...request, ...names, nightOwlHour, work });
      if (model === undefined) return { understanding: byRules, degraded: [] };
      const language = languageOf(request.text);
      const { messages } = renderBlocks(
        understandPrompt[language],
        {
          ...names,
          history: request.history,
          input: request.text,
          work,
          now: timeInWords(request.now, request.timezone, language),
          nowIso: isoInZone(request.now, request.timezone),
        },
        tokens,
      );
      try {
        const { value } = await completeStructured({
          model,
          messages,
          schema,
          name: "understanding",
          locale: language,
          deadlineMs,
          runName: "understand",
          ...(signal === undefined ? {} : { signal }),
        });
        return { understanding: checked(value, byRules), degraded: [] };
      } catch (error) {
        if (signal?.aborted === true) throw error;
        return {
          understanding: byRules,
          degraded: [{ part: "understand", reason: reasonOf(error), instead: "rules" }],
        };
      }
    },
  };
}

/**
 * What the model said, completed by the rules and without what makes no sense: a time that is none, a need for memory
 * without a question, a question in a language that the user does not speak.
 */
function checked(said: ModelUnderstanding, byRules: Understanding): Understanding {
  const { intent, emotion, needsMemory, aboutPast } = said;
  const shared = { intent, emotion, ...(aboutPast === undefined ? {} : { aboutPast }) };
  const main = needsMemory ? mainQuery(said, byRules) : undefined;
  if (main === undefined || main.text === "")
    return { ...shared, needsMemory: false, memoryQuery: "", queries: [], keywords: [] };
  const range = (said.timeRange && inUtc(said.timeRange)) ?? byRules.timeRange;
  const routes = routesOf(said.collections ?? []) ?? byRules.routes;
  const { attributes } = byRules;
  return {
    ...shared,
    needsMemory: true,
    memoryQuery: main.text,
    queries: queriesOf(main, { ...said, parts: said.parts ?? partsOf(byRules) }),
    keywords: said.keywords ?? byRules.keywords,
    ...(attributes === undefined ? {} : { attributes }),
    ...(range === undefined ? {} : { timeRange: range }),
    ...(routes === undefined ? {} : { routes }),
  };
}

/** The model's, unless it wrote none, or one in another language than memories of this user are in. */
function mainQuery(said: ModelUnderstanding, byRules: Understanding): Query | undefined {
  const text = said.memoryQuery?.trim() ?? "";
  const own = byRules.queries[0];
  const usable = text !== "" && (own === undefined || languageOf(text) === languageOf(own.text));
  return usable ? { text, strategy: "rewrite" } : own;
}

function partsOf({ queries }: Understanding): string[] {
  return queries.flatMap(({ text, strategy }) => (strategy === "part" ? [text] : []));
}

/** What the likeliest collection, the next and so on are worth, and the ones that were not named. */
const ROUTE_WEIGHTS = [1, 0.7, 0.5, 0.4];
const NOT_NAMED = 0.2;

/** Undefined when none or all are named, which says nothing. */
function routesOf(likely: readonly Collection[]): Routes | undefined {
  const named = [...new Set(likely)];
  if (named.length === 0 || named.length === COLLECTIONS.length) return undefined;
  return Object.fromEntries(
    COLLECTIONS.map((collection) => [
      collection,
      named.includes(collection) ? ROUTE_WEIGHTS[named.indexOf(collection)] : NOT_NAMED,
    ]),
  );
}

/** The range with UTC instants; undefined when it is none. */
function inUtc({ start, end, words }: NonNullable<Understanding["timeRange"]>): Understanding["timeRange"] {
  const [from, to] = [new Date(start), new Date(end)];
  return from < to ? { start: from.toISOString(), end: to.toISOString(), words } : undefined;
}
