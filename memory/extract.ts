/**
 * What a turn says that is worth keeping: by the small model where one is set, with the rule engine behind it. Rules
 * make their items of the user's own clauses; of what a model extracts, only what the user's words carry is kept
 * (write-back/ground.ts).
 */
import { reasonOf } from "../base/errors.ts";
import { languageOf } from "../language/detect.ts";
import { timeInWords } from "../language/time/words.ts";
import { isoInZone } from "../language/time/zone.ts";
import type { ChatModel } from "../models/chat/port.ts";
import { completeStructured } from "../models/chat/structured.ts";
import type { TokenCounter } from "../models/tokens/port.ts";
import { extractPrompt } from "../prompts/extract.ts";
import { renderBlocks } from "../prompts/render.ts";
import { ExtractionSchema } from "./extraction.ts";
import type { Extraction, ExtractionInput, When } from "./extraction.ts";
import type { Degraded } from "./recall/types.ts";
import { extractByRules } from "./rules/extract.ts";
import { ground } from "./write-back/ground.ts";

export interface Extractor {
  /** Throws only when `signal` aborts. */
  extract(
    input: ExtractionInput,
    signal: AbortSignal | undefined,
  ): Promise<{ extraction: Extraction; degraded: Degraded[] }>;
}

export interface ExtractorNeeds {
  /** Undefined: rules alone. */
  readonly model: ChatModel | undefined;
  readonly tokens: TokenCounter;
}

export function createExtractor({ model, tokens }: ExtractorNeeds): Extractor {
  return {
    async extract(input, signal) {
      const byRules = extractByRules(input);
      // Where nothing was said, or nothing may be kept, no model needs to be asked.
      if (model === undefined || input.userText.trim() === "" || byRules.offRecord) {
        return { extraction: byRules, degraded: [] };
      }
      try {
        const byModel = await extractByModel(input, model, tokens, signal);
        const extraction: Extraction = {
          ...byModel,
          // What must not be kept is never left to a model alone.
          secrets: [...new Set([...byModel.secrets, ...byRules.secrets])],
        };
        return {
          extraction: extraction.offRecord ? nothingKept(extraction) : ground(extraction, input).extraction,
          degraded: [],
        };
      } catch (error) {
        if (signal?.aborted === true) throw error;
        return {
          extraction: byRules,
          degraded: [{ part: "extract", reason: reasonOf(error), instead: "rules" }],
        };
      }
    },
  };
}

async function extractByModel(
  input: ExtractionInput,
  model: ChatModel,
  tokens: TokenCounter,
  signal: AbortSignal | undefined,
): Promise<Extraction> {
  const language = languageOf(input.userText);
  const { messages } = renderBlocks(
    extractPrompt[language],
    {
      ...input,
      said: timeInWords(input.said, input.timezone, language),
      saidIso: isoInZone(input.said, input.timezone),
    },
    tokens,
  );
  const { value } = await completeStructured({
    model,
    messages,
    schema: ExtractionSchema,
    name: "extraction",
    locale: language,
    runName: "extract",
    ...(signal === undefined ? {} : { signal }),
  });
  return withUtcTimes(value);
}

/** A model gives times with an offset, and sometimes none that can be read: stored ones are UTC, unreadable ones go. */
function withUtcTimes(extraction: Extraction): Extraction {
  const dated = <T extends { when?: When | undefined }>({
    when,
    ...item
  }: T): Omit<T, "when"> & { when?: When } => {
    const utc = when && inUtc(when);
    return utc === undefined ? item : { ...item, when: utc };
  };
  return {
    ...extraction,
    facts: extraction.facts.map(dated),
    preferences: extraction.preferences.map(dated),
    focus: extraction.focus.flatMap((item) => {
      const [when, expires] = [inUtc(item.when), new Date(item.expires)];
      return when === undefined || Number.isNaN(expires.getTime())
        ? []
        : [{ ...item, when, expires: expires.toISOString() }];
    }),
  };
}

function inUtc({ start, end, grain }: When): When | undefined {
  const [from, to] = [new Date(start), new Date(end)];
  return from < to ? { start: from.toISOString(), end: to.toISOString(), grain } : undefined;
}

function nothingKept(extraction: Extraction): Extraction {
  return { ...extraction, facts: [], preferences: [], profile: [], focus: [], retracts: [] };
}
