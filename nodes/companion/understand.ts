/**
 * understand: opens the turn. Checks the input, lets go of what is no longer in mind, and reads what the input means:
 * by the small model, or by the rule engine.
 */
import { RemoveMessage } from "@langchain/core/messages";
import { MiraMateError } from "../../base/errors.ts";
import { calendarDay } from "../../language/time/zone.ts";
import { keepInMind } from "../../memory/short-term.ts";
import type { ShortTermLimits } from "../../memory/short-term.ts";
import type { Understander } from "../../memory/understand.ts";
import { MESSAGES_BEFORE, turnId } from "../../memory/turn.ts";
import type { TokenCounter } from "../../models/tokens/port.ts";
import type { CompanionStateType, CompanionUpdate } from "../../state/companion.ts";
import { runContext } from "../context.ts";
import type { ContextNeeds, NodeConfig } from "../context.ts";
import { saidMessages, userMessage } from "../messages.ts";
import type { SaidMessage } from "../messages.ts";

export interface UnderstandNeeds extends ContextNeeds {
  readonly understander: Understander;
  readonly tokens: TokenCounter;
  readonly shortTerm: ShortTermLimits;
  readonly maxMessageCharacters: number;
}

export function makeUnderstand(needs: UnderstandNeeds) {
  return async (state: CompanionStateType, config: NodeConfig): Promise<CompanionUpdate> => {
    const { user, session, now, timezone } = runContext(config, needs);
    requireOwner(state.owner, user);
    const said = saidMessages(state.messages, now);
    const input = checkedInput(said.at(-1), needs.maxMessageCharacters);

    const earlier = said
      .slice(0, -1)
      .filter(({ text, pending }) => !pending && refusal(text, needs.maxMessageCharacters) === undefined)
      .map((message) => ({ ...message, tokens: needs.tokens.count(message.text) }));
    const dayOf = (at: number): string => calendarDay(new Date(at), timezone);
    const inMind = keepInMind(earlier, now.getTime(), dayOf, needs.shortTerm);

    const { understanding, degraded } = await needs.understander.understand(
      {
        text: input.text,
        history: inMind.slice(-MESSAGES_BEFORE).map(({ role, text }) => ({ role, text })),
        now,
        timezone,
      },
      config.signal,
    );
    const turn = turnId(user, session, input.message.id ?? `${now.toISOString()} ${input.text}`);
    const kept = new Set(inMind.map(({ message }) => message));
    const faded = said.slice(0, -1).filter(({ message }) => !kept.has(message));
    return {
      messages: [
        ...faded.flatMap(({ message }) =>
          message.id === undefined ? [] : [new RemoveMessage({ id: message.id })],
        ),
        userMessage(input.text, now, turn, { id: input.message.id, pending: true }),
      ],
      owner: user,
      turn,
      understanding,
      recalled: [],
      focusEvents: [],
      prompt: null,
      reply: "",
      degraded,
    };
  };
}

/** Why a message cannot be taken; undefined when it can. */
export function refusal(text: string, maxCharacters: number): MiraMateError | undefined {
  if (text.trim() === "") {
    return new MiraMateError("MESSAGE_EMPTY", {
      zh: "消息是空的，请写点什么。",
      en: "The message is empty; write something.",
    });
  }
  if (text.length > maxCharacters) {
    return new MiraMateError(
      "MESSAGE_TOO_LONG",
      {
        zh: `消息太长了：${text.length} 个字符，最多 ${maxCharacters} 个。请分几次发。什么都没有丢失。`,
        en: `The message is too long: ${text.length} characters, at most ${maxCharacters}. Send it in parts. Nothing was lost.`,
      },
      { details: { characters: text.length, maxCharacters } },
    );
  }
  return undefined;
}

function checkedInput(last: SaidMessage | undefined, maxCharacters: number): SaidMessage {
  if (last?.role !== "user") throw refusal("", maxCharacters) ?? new Error("unreachable");
  const error = refusal(last.text, maxCharacters);
  if (error !== undefined) throw error;
  return last;
}

function requireOwner(owner: string, user: string): void {
  if (owner === "" || owner === user) return;
  throw new MiraMateError("THREAD_OF_ANOTHER_USER", {
    zh: "这个对话属于另一位用户，请换一个对话（thread）。",
    en: "This conversation belongs to another user; use a thread of your own.",
  });
}
