/** The talk between planner and tools as LangChain messages, which traces and Studio show, and back. */
import { AIMessage, ToolMessage } from "@langchain/core/messages";
import type { BaseMessage } from "@langchain/core/messages";
import type { ToolCall, ToolTalk } from "../../models/chat/port.ts";

/** What a planner said, with the calls it asks for. */
export function planMessage(text: string, calls: readonly ToolCall[]): AIMessage {
  return new AIMessage({
    content: text,
    tool_calls: calls.map(({ id, name, args }) => ({ type: "tool_call", id, name, args: shown(args) })),
    // Verbatim, since a model may have written what is no JSON.
    additional_kwargs: { calls },
  });
}

export function resultMessage({ id, name }: ToolCall, content: string): ToolMessage {
  return new ToolMessage({ content, tool_call_id: id, name });
}

export function talkOf(messages: readonly BaseMessage[]): ToolTalk[] {
  return messages.flatMap((message): ToolTalk[] => {
    if (ToolMessage.isInstance(message))
      return [{ role: "tool", call: message.tool_call_id, name: message.name ?? "", content: message.text }];
    if (!AIMessage.isInstance(message)) return [];
    return [{ role: "assistant", content: message.text, calls: callsOf(message) }];
  });
}

/** The calls of the newest plan. */
export function callsOf(message: BaseMessage | undefined): readonly ToolCall[] {
  if (message === undefined || !AIMessage.isInstance(message)) return [];
  return (message.additional_kwargs["calls"] as readonly ToolCall[] | undefined) ?? [];
}

function shown(args: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(args);
    return typeof value === "object" && value !== null ? { ...value } : { value };
  } catch {
    return { text: args };
  }
}
