/** The companion's inner thought about a turn, by a model; without one there is none, and the manager has the turn alone. */
import { reasonOf } from "../../base/errors.ts";
import { languageOf } from "../../language/detect.ts";
import { timeInWords } from "../../language/time/words.ts";
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import type { ChatModel } from "../../models/chat/port.ts";
import type { TokenCounter } from "../../models/tokens/port.ts";
import { innerThoughtsPrompt } from "../../prompts/inner-thoughts.ts";
import { renderBlocks } from "../../prompts/render.ts";
import { readStatus } from "../person.ts";
import type { Degraded } from "../recall/types.ts";
import type { Turn } from "../turn.ts";
import { isErrorReply } from "./error-reply.ts";
import { managerStatusOf } from "./request.ts";

export interface Thinker {
  /** "" where nothing was thought. Throws only when `signal` aborts. */
  think(turn: Turn, signal: AbortSignal | undefined): Promise<{ thoughts: string; degraded: Degraded[] }>;
}

export interface ThinkerNeeds {
  readonly store: BaseStore;
  /** Undefined: nothing is thought. */
  readonly model: ChatModel | undefined;
  readonly tokens: TokenCounter;
  readonly persona: string;
  readonly names: { readonly userName: string; readonly companionName: string };
}

const LONGEST_THOUGHT_TOKENS = 300;

export function createThinker({ store, model, tokens, persona, names }: ThinkerNeeds): Thinker {
  return {
    async think(turn, signal) {
      const isTalk = turn.userText !== "" && turn.companionText !== "" && !isErrorReply(turn.companionText);
      if (model === undefined || !isTalk) return { thoughts: "", degraded: [] };
      const language = languageOf(turn.userText);
      const { messages } = renderBlocks(
        innerThoughtsPrompt[language],
        {
          ...names,
          persona,
          now: timeInWords(new Date(turn.said), turn.timezone, language),
          status: managerStatusOf(await readStatus(store, turn.user)),
          before: turn.before,
          userText: turn.userText,
          companionText: turn.companionText,
        },
        tokens,
      );
      try {
        const thoughts = await model.complete(messages, {
          runName: "think",
          maxTokens: LONGEST_THOUGHT_TOKENS,
          ...(signal === undefined ? {} : { signal }),
        });
        return { thoughts: thoughts.trim(), degraded: [] };
      } catch (error) {
        if (signal?.aborted === true) throw error;
        return { thoughts: "", degraded: [{ part: "think", reason: reasonOf(error), instead: "without" }] };
      }
    },
  };
}
