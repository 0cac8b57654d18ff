/** Messages of the state with their times: when each was said is kept in the message itself. */
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";

export interface SaidMessage {
  readonly message: BaseMessage;
  readonly role: "user" | "companion";
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Turn it belongs to; "" where unknown. */
  readonly turn: string;
  /** Input of a turn that was begun and not written back: interrupted, so it counts as never said. */
  readonly pending: boolean;
}

/** Human and AI messages in order; a message without a time of its own counts as said at `now`. */
export function saidMessages(messages: readonly BaseMessage[], now: Date): SaidMessage[] {
  return messages.flatMap((message): SaidMessage[] => {
    const role = HumanMessage.isInstance(message)
      ? "user"
      : AIMessage.isInstance(message)
        ? "companion"
        : undefined;
    if (role === undefined) return [];
    const { sentAt, turn, pending } = message.additional_kwargs;
    const at = typeof sentAt === "string" ? Date.parse(sentAt) : Number.NaN;
    return [
      {
        message,
        role,
        text: message.text,
        at: Number.isNaN(at) ? now.getTime() : at,
        turn: typeof turn === "string" ? turn : "",
        pending: pending === true,
      },
    ];
  });
}

/** The user's message of a turn; `pending` until the turn is written back. */
export function userMessage(
  text: string,
  at: Date,
  turn: string,
  { id, pending = false }: { readonly id?: string | undefined; readonly pending?: boolean } = {},
): HumanMessage {
  return new HumanMessage({
    content: text,
    additional_kwargs: { sentAt: at.toISOString(), turn, ...(pending ? { pending } : {}) },
    ...(id === undefined ? {} : { id }),
  });
}

export function companionMessage(text: string, at: Date, turn: string): AIMessage {
  return new AIMessage({ content: text, additional_kwargs: { sentAt: at.toISOString(), turn } });
}
