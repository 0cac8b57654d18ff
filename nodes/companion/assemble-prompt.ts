/**
 * assemble_prompt: everything the companion has in mind becomes the prompt, in named blocks. Persona, rules and profile
 * stand first and do not change from turn to turn; then the history; what changes comes last.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { languageOf } from "../../language/detect.ts";
import { agoInWords, dateInWords, gapInWords, timeInWords } from "../../language/time/words.ts";
import type { Language } from "../../language/types.ts";
import { memoryLabel } from "../../memory/labels.ts";
import { readProfile, readStatus } from "../../memory/person.ts";
import { alwaysRemembered } from "../../memory/profile.ts";
import { storyOrder } from "../../memory/recall/select.ts";
import type { ShortTermLimits } from "../../memory/short-term.ts";
import type { TokenCounter } from "../../models/tokens/port.ts";
import { companionMessages, companionPrompt } from "../../prompts/companion.ts";
import { defaultPersona } from "../../prompts/persona.ts";
import { renderBlocks } from "../../prompts/render.ts";
import type { Said } from "../../prompts/types.ts";
import type { CompanionStateType, CompanionUpdate } from "../../state/companion.ts";
import { runContext } from "../context.ts";
import type { ContextNeeds, NodeConfig, RunContext } from "../context.ts";
import { saidMessages } from "../messages.ts";
import type { SaidMessage } from "../messages.ts";

export interface AssemblePromptNeeds extends ContextNeeds {
  readonly store: BaseStore;
  readonly tokens: TokenCounter;
  readonly names: { readonly userName: string; readonly companionName: string };
  /** "" for the persona that comes with the prompts. */
  readonly persona: string;
  readonly shortTerm: ShortTermLimits;
}

/** A pause shorter than this is not worth a word. */
const NOTEWORTHY_GAP_MS = 30 * 60_000;

export function makeAssemblePrompt(needs: AssemblePromptNeeds) {
  return async (state: CompanionStateType, config: NodeConfig): Promise<CompanionUpdate> => {
    const { understanding } = state;
    if (understanding === null) return {};
    const context = runContext(config, needs);
    const { user, now, timezone } = context;
    const said = saidMessages(state.messages, now);
    const [input, earlier] = [said.at(-1), said.slice(0, -1)];
    const language = context.locale ?? conversationLanguage(said);
    const [profile, status] = await Promise.all([
      readProfile(needs.store, user),
      readStatus(needs.store, user),
    ]);
    const gap = now.getTime() - (earlier.at(-1)?.at ?? now.getTime());

    const rendered = renderBlocks(
      companionPrompt[language],
      {
        ...needs.names,
        persona: needs.persona === "" ? defaultPersona[language] : needs.persona,
        profile: alwaysRemembered(profile),
        now: timeInWords(now, timezone, language),
        ...(gap < NOTEWORTHY_GAP_MS ? {} : { sinceLast: gapInWords(gap, language) }),
        status,
        focus: state.focusEvents.map(({ content, eventStart }) => ({
          content,
          time: dayInWords(new Date(eventStart), context, language),
        })),
        memories: storyOrder(state.recalled).map((memory) => ({
          text: memory.text,
          label: memoryLabel(memory, now, timezone, language),
        })),
        understanding,
        asksMemory: understanding.intent === "ask_memory",
      },
      needs.tokens,
    );
    const history = fitting(earlier, needs).map((message) => shown(message, timezone, language));
    return {
      prompt: {
        blocks: [...rendered.blocks],
        messages: companionMessages(rendered, history, input?.text ?? ""),
      },
    };
  };
}

/** By what the user writes in this conversation, so that a stray "ok" does not turn the prompt over. */
function conversationLanguage(said: readonly SaidMessage[]): Language {
  return languageOf(
    said
      .filter(({ role }) => role === "user")
      .map(({ text }) => text)
      .join("\n"),
  );
}

function dayInWords(date: Date, { now, timezone }: RunContext, language: Language): string {
  return `${agoInWords(date, now, timezone, language)}（${dateInWords(date, timezone, language)}）`;
}

/** The newest messages within the token limit: ten turns that are kept whatever their length may be too much for a model. */
function fitting(
  messages: readonly SaidMessage[],
  { tokens, shortTerm }: AssemblePromptNeeds,
): SaidMessage[] {
  let left = shortTerm.maxTokens;
  const first = messages.findLastIndex((message) => (left -= tokens.count(message.text)) < 0);
  return messages.slice(first + 1);
}

/** The user's messages carry their time; a time before the companion's own would teach the model to write one too. */
function shown({ role, text, at }: SaidMessage, timezone: string, language: Language): Said {
  return role === "user"
    ? { role, text, time: timeInWords(new Date(at), timezone, language) }
    : { role, text };
}
