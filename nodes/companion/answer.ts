/** answer: says it. Pieces go out on the "custom" stream as they come, from a model or from the rule engine alike. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { languageOf } from "../../language/detect.ts";
import { alwaysRemembered } from "../../memory/profile.ts";
import { readProfile } from "../../memory/person.ts";
import type { Speaker } from "../../memory/speak.ts";
import type { CompanionStateType, CompanionUpdate } from "../../state/companion.ts";
import { runContext } from "../context.ts";
import type { ContextNeeds, NodeConfig } from "../context.ts";

export interface AnswerNeeds extends ContextNeeds {
  readonly store: BaseStore;
  readonly speaker: Speaker;
  readonly names: { readonly userName: string; readonly companionName: string };
}

export function makeAnswer(needs: AnswerNeeds) {
  return async (state: CompanionStateType, config: NodeConfig): Promise<CompanionUpdate> => {
    if (state.understanding === null || state.prompt === null) return {};
    const { user, now, timezone } = runContext(config, needs);
    const text = state.messages.at(-1)?.text ?? "";
    const { text: reply, degraded } = await needs.speaker.speak({
      messages: state.prompt.messages,
      plain: {
        text,
        language: languageOf(text),
        understanding: state.understanding,
        recalled: state.recalled,
        profile: Object.fromEntries(alwaysRemembered(await readProfile(needs.store, user))),
        focus: state.focusEvents.map((event) => event.content),
        ...needs.names,
        now,
        timezone,
      },
      signal: config.signal,
      onPiece: (piece) => config.writer?.({ piece }),
    });
    return { reply, degraded: [...state.degraded, ...degraded] };
  };
}
