/**
 * Reading an input: by the small model where one is set, with the rule engine behind it. Rules fill in what the model
 * left out of time, since dates are what rules are better at.
 */
import { reasonOf } from "../base/errors.ts";
import { languageOf } from "../language/detect.ts";
import { timeInWords } from "../language/time/words.ts";
import { completeStructured } from "../models/chat/structured.ts";
import type { ChatModel } from "../models/chat/port.ts";
import type { TokenCounter } from "../models/tokens/port.ts";
import { understandPrompt } from "../prompts/understand.ts";
import { renderBlocks } from "../prompts/render.ts";
import type { Degraded } from "./recall/types.ts";
import { understandByRules } from "./rules/understand.ts";
import type { Spoken } from "./turn.ts";
import { UnderstandingSchema } from "./understanding.ts";
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
