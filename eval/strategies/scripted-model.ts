/**
 * A scripted model behind an OpenAI-compatible server over real HTTP, for comparing strategies. It tells from a request which step
 * of the product asks and about which turn, by the words of the turn that stand in it; what it says is decided in decisions.ts.
 */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { TokenCounter } from "../../models/tokens/port.ts";
import { inert } from "../../prompts/quote.ts";
import { decide } from "./decisions.ts";
import type { Names, Said, ScriptedStep } from "./decisions.ts";
import type { KnownTurn } from "./known-turns.ts";

export interface ScriptedCall {
  readonly step: ScriptedStep;
  readonly input: number;
  readonly output: number;
}

export interface ScriptedModel {
  /** Ends with /v1. */
  readonly url: string;
  /** Every call since the last `take`. */
  take(): ScriptedCall[];
  /** The turns that it is asked about from now on, in place of those before. */
  learn(turns: readonly KnownTurn[]): void;
  close(): Promise<void>;
}

export interface ScriptedOptions {
  /** Before the first byte of an answer. */
  readonly delayMs: number;
  readonly tokens: TokenCounter;
  readonly names: Names;
  /** What its choices vary by; undefined: always the sound choice. */
  readonly seed?: number | undefined;
}

interface Body {
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly response_format?: { readonly json_schema?: { readonly name: string } };
}

export async function startScriptedModel(options: ScriptedOptions): Promise<ScriptedModel> {
  const { tokens, names, seed, delayMs } = options;
  const calls: ScriptedCall[] = [];
  let known: readonly KnownTurn[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await textOf(request)) as Body;
    const step = stepOf(body);
    const turn = turnIn(body, known);
    const said = await decide({ step, turn, results: resultsIn(body), names, seed });
    const sent = isPlanInJson(body) ? planInJson(said) : said;
    const whole = sent.text + (sent.calls ?? []).map(({ name, args }) => name + args).join("");
    calls.push({
      step,
      input: tokens.count(JSON.stringify([body.messages, body.tools ?? []])),
      output: tokens.count(whole),
    });
    await delay(delayMs);
    send(response, sent);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    take: () => calls.splice(0),
    learn: (turns) => {
      known = turns;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

// What a request is about ----------------------------------------------------------------------------------------------

/** Marks of the inner thoughts' prompt (prompts/inner-thoughts.ts), in either language. */
const THINKS = /没有人会听见|nobody hears it/;
/** On offer after a turn only. */
const KEEPS = "save_user_preference";

function stepOf(body: Body): ScriptedStep {
  const { tools, response_format, messages } = body;
  const says = (words: RegExp | string): boolean =>
    messages.some(({ content }) => (content ?? "").search(words) >= 0);
  if (tools !== undefined)
    return tools.some(({ function: { name } }) => name === KEEPS) ? "record" : "search";
  if (isPlanInJson(body)) return says(KEEPS) ? "record" : "search";
  switch (response_format?.json_schema?.name) {
    case "understanding":
      return "understand";
    case "extraction":
      return "extract";
    case "status_change":
      return "reflect";
    case undefined:
      return says(THINKS) ? "think" : "answer";
    default:
      return "events";
  }
}

const isPlanInJson = ({ response_format }: Body): boolean =>
  response_format?.json_schema?.name === "memory_plan";

/** Of a long text the prompts quote the beginning. */
const QUOTED = 200;

/** The turn whose words stand last in the request: what came before is context. */
function turnIn({ messages }: Body, known: readonly KnownTurn[]): KnownTurn | undefined {
  const asked = messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => content ?? "")
    .join("\n");
  let found: KnownTurn | undefined;
  let place = -1;
  for (const turn of known) {
    const quoted = inert([...turn.text].slice(0, QUOTED).join(""));
    const at = Math.max(asked.lastIndexOf(quoted), asked.lastIndexOf(turn.text.slice(0, QUOTED)));
    if (at > place || (at === place && at >= 0 && turn.text.length > (found?.text.length ?? 0)))
      [found, place] = [turn, at];
  }
  return found;
}

/** What tools answered so far; a model that writes its calls as JSON reads it as what is said after its own words. */
function resultsIn(body: Body): string[] {
  const { messages } = body;
  const first = messages.findIndex(({ role }) => role === "assistant");
  const results = isPlanInJson(body)
    ? messages.filter(({ role }, position) => first >= 0 && position > first && role === "user")
    : messages.filter(({ role }) => role === "tool");
  return results.map(({ content }) => content ?? "");
}

// What it sends --------------------------------------------------------------------------------------------------------

function planInJson({ text, calls = [] }: Said): Said {
  const planned = calls.map(({ name, args }) => ({ tool: name, arguments: JSON.parse(args) as unknown }));
  return { text: JSON.stringify({ calls: planned, context: text }) };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** As a stream, in which the product asks for everything. */
function send(response: ServerResponse, { text, calls = [] }: Said): void {
  const event = (delta: object, finish: string | null): string =>
    `data: ${JSON.stringify({ id: "scripted", object: "chat.completion.chunk", created: 0, model: "scripted", choices: [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: finish }] })}\n\n`;
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (text !== "") response.write(event({ content: text }, null));
  for (const [index, { name, args }] of calls.entries()) {
    const call = { index, id: `call_${index + 1}`, type: "function", function: { name, arguments: args } };
    response.write(event({ tool_calls: [call] }, null));
  }
  response.write(event({}, calls.length > 0 ? "tool_calls" : "stop"));
  response.end("data: [DONE]\n\n");
}
