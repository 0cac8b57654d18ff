/**
 * Reflection: how a turn changed the companion's feelings and the relationship, by the small model. Without a model, or
 * when it fails, what the rules changed within the turn stands.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { reasonOf } from "../base/errors.ts";
import { languageOf } from "../language/detect.ts";
import { timeInWords } from "../language/time/words.ts";
import type { ChatModel } from "../models/chat/port.ts";
import { completeStructured } from "../models/chat/structured.ts";
import type { TokenCounter } from "../models/tokens/port.ts";
import { renderBlocks } from "../prompts/render.ts";
import { statusPrompt } from "../prompts/status.ts";
import type { Locks } from "../storage/locks/port.ts";
import { updateOne } from "./documents.ts";
import { namespaces } from "./namespaces.ts";
import { readStatus } from "./person.ts";
import type { Degraded } from "./recall/types.ts";
import { applyStatusChange, initialStatus, StatusChangeSchema, StatusSchema } from "./status.ts";
import type { Turn } from "./turn.ts";

export interface Reflector {
  /** Throws only when `signal` aborts. */
  reflect(turn: Turn, signal: AbortSignal | undefined): Promise<Degraded[]>;
}

export interface ReflectorNeeds {
  readonly store: BaseStore;
  readonly locks: Locks;
  /** Undefined: nothing to do. */
  readonly model: ChatModel | undefined;
  readonly tokens: TokenCounter;
  readonly names: { readonly userName: string; readonly companionName: string };
}

export function createReflector({ store, locks, model, tokens, names }: ReflectorNeeds): Reflector {
  return {
    async reflect(turn, signal) {
      if (model === undefined || turn.userText === "" || turn.companionText === "") return [];
      const language = languageOf(turn.userText);
      const { messages } = renderBlocks(
        statusPrompt[language],
        {
          ...names,
          now: timeInWords(new Date(turn.said), turn.timezone, language),
          status: await readStatus(store, turn.user),
          userText: turn.userText,
          companionText: turn.companionText,
        },
        tokens,
      );
      try {
        const { value: change } = await completeStructured({
          model,
          messages,
          schema: StatusChangeSchema,
          name: "status_change",
          locale: language,
          runName: "reflect",
          ...(signal === undefined ? {} : { signal }),
        });
        const place = { namespace: namespaces.person(turn.user), key: "status", otherwise: initialStatus };
        await updateOne({ store, locks }, StatusSchema, place, (status) =>
          applyStatusChange(status, change, turn.said),
        );
        return [];
      } catch (error) {
        if (signal?.aborted === true) throw error;
        return [{ part: "reflect", reason: reasonOf(error), instead: "rules" }];
      }
    },
  };
}
