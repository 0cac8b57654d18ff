/**
 * Reading an input: by the small model where one is set, with the rule engine behind it. Where the model leaves out the
 * time that is asked about, the rules' stands, since dates are what rules are good at.
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
import type { Degraded } from "./recall/types.ts";
import { understandByRules } from "./rules/understand.ts";
import type { Spoken } from "./turn.ts";
import { ModelUnderstandingSchema } from "./understanding.ts";
import type { Understanding } from "./understanding.ts";

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
}

export function createUnderstander({
  model,
  tokens,
  deadlineMs,
  names,
  nightOwlHour,
}: UnderstanderNeeds): Understander {
  return {
    async understand(request, signal) {
      const byRules = understandByRules({ ...request, ...names, nightOwlHour });
      if (model === undefined) return { understanding: byRules, degraded: [] };
      const language = languageOf(request.text);
      const { messages } = renderBlocks(
        understandPrompt[language],
        {
          ...names,
          history: request.history,
          input: request.text,
          now: timeInWords(request.now, request.timezone, language),
          nowIso: isoInZone(request.now, request.timezone),
        },
        tokens,
      );
      try {
        const { value } = await completeStructured({
          model,
          messages,
          schema: ModelUnderstandingSchema,
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

/** What the model said, without what makes no sense: a time that is none, a need for memory without a question. */
function checked(said: Understanding, byRules: Understanding): Understanding {
  const { timeRange, ...rest } = said;
  const range = (timeRange && inUtc(timeRange)) ?? byRules.timeRange;
  const memoryQuery =
    rest.needsMemory && rest.memoryQuery.trim() === "" ? byRules.memoryQuery : rest.memoryQuery;
  const attributes = rest.needsMemory ? byRules.attributes : undefined;
  return {
    ...rest,
    memoryQuery,
    ...(attributes === undefined ? {} : { attributes }),
    ...(range === undefined || !rest.needsMemory ? {} : { timeRange: range }),
  };
}

/** The range with UTC instants; undefined when it is none. */
function inUtc({ start, end, words }: NonNullable<Understanding["timeRange"]>): Understanding["timeRange"] {
  const [from, to] = [new Date(start), new Date(end)];
  return from < to ? { start: from.toISOString(), end: to.toISOString(), words } : undefined;
}
