/** Talks with tools as OpenAI-compatible servers take them, and the calls in what they stream back. */
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import type { AIMessageChunk, BaseMessage, UsageMetadata } from "@langchain/core/messages";
import { isMiraMateError, MiraMateError } from "../../base/errors.ts";
import type { ToolAnswer, ToolCall, ToolOffer, ToolTalk } from "./port.ts";
import { withoutThinking } from "./thinking.ts";

/** The part of the request body that offers the tools. */
export function offered(tools: readonly ToolOffer[]): Record<string, unknown> {
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      type: "function",
      function: { name, description, parameters },
    })),
    tool_choice: "auto",
  };
}

export function asMessage(message: ToolTalk): BaseMessage {
  const { content } = message;
  switch (message.role) {
    case "system":
      return new SystemMessage(content);
    case "user":
      return new HumanMessage(content);
    case "tool":
      return new ToolMessage({ content, tool_call_id: message.call, name: message.name });
    case "assistant":
      return new AIMessage({
        content,
        tool_calls: ("calls" in message ? message.calls : []).map(({ id, name, args }) => ({
          type: "tool_call",
          id,
          name,
          args: readable(args),
        })),
      });
  }
}

/** Arguments as a server takes them back: what was no JSON object is told as one, since many refuse anything else. */
function readable(args: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(args);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Told as text below.
  }
  return args === "" ? {} : { text: args };
}

/** Words and calls of the chunks that were streamed. */
export function answerOf(chunks: readonly AIMessageChunk[]): ToolAnswer {
  const text = chunks.map(({ content }) => (typeof content === "string" ? content : "")).join("");
  const usage = chunks.map(usageIn).findLast((counted) => counted !== undefined);
  const calls = numbered(merged(chunks.flatMap(piecesOf)));
  return {
    text: withoutThinking(text),
    calls,
    ...(usage === undefined ? {} : { tokens: { input: usage.input_tokens, output: usage.output_tokens } }),
  };
}

/** The chunk's class tells nothing of its usage without type parameters. */
function usageIn(chunk: AIMessageChunk): UsageMetadata | undefined {
  const usage: unknown = chunk.usage_metadata;
  return typeof usage === "object" && usage !== null ? (usage as UsageMetadata) : undefined;
}

interface Piece {
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly args: string;
}

function piecesOf(chunk: AIMessageChunk): Piece[] {
  const pieces = (chunk.tool_call_chunks ?? []).map(({ index, id, name, args }: LoosePiece) => ({
    index: typeof index === "number" ? index : undefined,
    id: id === "" ? undefined : id,
    name: name === "" ? undefined : name,
    args: textOf(args),
  }));
  // The way of before 2024, which some servers still speak.
  const old = chunk.additional_kwargs["function_call"] as { name?: string; arguments?: unknown } | undefined;
  return old === undefined || pieces.length > 0
    ? pieces
    : [
        {
          index: 0,
          id: undefined,
          name: old.name === "" ? undefined : old.name,
          args: textOf(old.arguments),
        },
      ];
}

interface LoosePiece {
  readonly index?: number;
  readonly id?: string;
  readonly name?: string;
  readonly args?: unknown;
}

/** Some servers send arguments as an object where the text of one is asked for. */
function textOf(args: unknown): string {
  if (typeof args === "string") return args;
  return args === undefined || args === null ? "" : JSON.stringify(args);
}

/**
 * Pieces of one call joined: by index, else by id; a piece that has neither goes on with the call before it, unless it
 * brings a name, which begins a new one. A name that is repeated with every piece is said once.
 */
function merged(pieces: readonly Piece[]): Piece[] {
  const calls: Piece[] = [];
  for (const piece of pieces) {
    const at = calls.findLastIndex((call) => belongs(piece, call, call === calls.at(-1)));
    const call = calls[at];
    if (call === undefined) calls.push(piece);
    else
      calls[at] = {
        ...call,
        id: call.id ?? piece.id,
        name: call.name ?? piece.name,
        args: call.args + piece.args,
      };
  }
  return calls;
}

function belongs(piece: Piece, call: Piece, isLast: boolean): boolean {
  // Servers that give every call the index 0 tell them apart by their ids.
  if (piece.id !== undefined && call.id !== undefined && piece.id !== call.id) return false;
  if (piece.index !== undefined && call.index !== undefined) return piece.index === call.index;
  if (piece.id !== undefined) return piece.id === call.id;
  return isLast && piece.name === undefined;
}

/** Calls with a name, each with an id of its own: servers refuse results that they cannot assign. */
function numbered(pieces: readonly Piece[]): ToolCall[] {
  const used = new Set<string>();
  return pieces.flatMap(({ id, name, args }, at) => {
    if (name === undefined) return [];
    const own = id !== undefined && !used.has(id) ? id : `call_${at + 1}`;
    used.add(own);
    return [{ id: own, name, args }];
  });
}

/** How servers say that a model or a server takes no tools: Ollama, vLLM, llama.cpp, OpenRouter and others. */
const NO_TOOLS =
  /(?:tools?|functions?|tool[_ ]choice|function[_ ]call\w*)\W.{0,60}(?:not supported|unsupported|not support|unavailable|requires?|not allowed|unrecognized|unknown|not permitted|disabled)|(?:not support|unsupported|no endpoints?|unrecognized|unknown|extra|disabled|requires?|without).{0,60}(?:tool|function)|--enable-auto-tool-choice|--jinja/i;
const REFUSING = new Set([400, 404, 405, 422, 500, 501]);

/** Whether the server refused the request for its tools. */
export function refusesTools(error: unknown): error is MiraMateError {
  if (!isMiraMateError(error)) return false;
  const { status, reason } = error.details;
  return typeof status === "number" && REFUSING.has(status) && NO_TOOLS.test(String(reason));
}

export function toolsUnsupported(model: string, cause?: unknown): MiraMateError {
  return new MiraMateError(
    "TOOLS_UNSUPPORTED",
    {
      zh: `模型 ${model} 不能调用工具。请换一个支持工具调用的模型，或设 MIRAMATE_TOOL_CALLING=json。`,
      en: `The model ${model} cannot call tools. Use one that can, or set MIRAMATE_TOOL_CALLING=json.`,
    },
    { cause, details: { model } },
  );
}
