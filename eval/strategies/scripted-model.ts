/**
 * A scripted model behind an OpenAI-compatible server over real HTTP, for comparing strategies: it answers every step as a sound
 * model would, by the product's own rule engine, after a fixed delay. With a seed its choices vary as real models' do: it leaves
 * things out, words them otherwise, files them elsewhere, calls what does not exist. It knows what a request is about by the words
 * of the turn that stand in it.
 */
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { InMemoryStore } from "@langchain/langgraph";
import { keywordsOf } from "../../language/segment.ts";
import { synonymsOf } from "../../language/synonyms.ts";
import { createRulePlanner } from "../../memory/manager/plan-by-rules.ts";
import { NO_PROGRESS } from "../../memory/manager/run-tool.ts";
import type { Assignment } from "../../memory/manager/request.ts";
import { extractByRules } from "../../memory/rules/extract.ts";
import { understandByRules } from "../../memory/rules/understand.ts";
import type { TokenCounter } from "../../models/tokens/port.ts";
import { inert } from "../../prompts/quote.ts";

/** A turn that the model will be asked about. */
export interface KnownTurn {
  readonly text: string;
  readonly reply: string;
  readonly at: Date;
  readonly timezone: string;
}

/** Steps by what they are for; those before the answer's last token are what a person waits for. */
export type ScriptedStep =
  "understand" | "search" | "answer" | "extract" | "reflect" | "events" | "think" | "record";

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
  learn(turns: readonly KnownTurn[]): void;
  close(): Promise<void>;
}

export interface ScriptedOptions {
  /** Before the first byte of an answer. */
  readonly delayMs: number;
  readonly tokens: TokenCounter;
  readonly names: { readonly userName: string; readonly companionName: string };
  /** Numbers 0..1 that choices vary by; undefined: always the sound choice. */
  readonly random?: (() => number) | undefined;
}

interface Body {
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly response_format?: { readonly json_schema?: { readonly name: string } };
}

/** What a model says: words, and calls where tools are on offer. */
interface Said {
  readonly text: string;
  readonly calls?: readonly { readonly name: string; readonly args: string }[];
}

const NIGHT_OWL_HOUR = 4;
/** Marks of the inner thoughts' prompt (prompts/inner-thoughts.ts), in either language. */
const THINKS = /没有人会听见|nobody hears it/;

export async function startScriptedModel(options: ScriptedOptions): Promise<ScriptedModel> {
  const known: KnownTurn[] = [];
  const calls: ScriptedCall[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await textOf(request)) as Body;
    const step = stepOf(body);
    const said = await sayFor(step, body, turnIn(body, known), options);
    const whole = said.text + (said.calls ?? []).map(({ name, args }) => name + args).join("");
    calls.push({
      step,
      input: options.tokens.count(JSON.stringify([body.messages, body.tools ?? []])),
      output: options.tokens.count(whole),
    });
    await delay(options.delayMs);
    send(response, said);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    take: () => calls.splice(0),
    learn: (turns) => known.push(...turns),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function stepOf({ tools, response_format, messages }: Body): ScriptedStep {
  if (tools !== undefined)
    return tools.some(({ function: { name } }) => name === "save_user_preference") ? "record" : "search";
  switch (response_format?.json_schema?.name) {
    case "understanding":
      return "understand";
    case "extraction":
      return "extract";
    case "status_change":
      return "reflect";
    case undefined:
      return messages.some(({ content }) => THINKS.test(content ?? "")) ? "think" : "answer";
    default:
      return "events";
  }
}

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

async function sayFor(
  step: ScriptedStep,
  body: Body,
  turn: KnownTurn | undefined,
  { names, random }: ScriptedOptions,
): Promise<Said> {
  if (turn === undefined) return { text: step === "answer" || step === "think" ? "嗯。" : "{}" };
  const chance = (share: number): boolean => random !== undefined && random() < share;
  const { text, at, timezone } = turn;
  switch (step) {
    case "understand": {
      const understood = understandByRules({
        text,
        history: [],
        now: at,
        timezone,
        nightOwlHour: NIGHT_OWL_HOUR,
        ...names,
      });
      const { intent, emotion, needsMemory, aboutPast, memoryQuery, keywords, collections, timeRange } =
        understood;
      const forgets = chance(SKIPS_SEARCH);
      return json({
        intent,
        emotion,
        needsMemory: needsMemory && !forgets,
        aboutPast: aboutPast ?? false,
        memoryQuery: reworded(memoryQuery, random),
        keywords,
        timeRange: timeRange ?? null,
        collections: collections ?? null,
      });
    }
    case "extract": {
      const extraction = extractByRules({
        userText: text,
        companionText: turn.reply,
        before: [],
        said: at,
        timezone,
        nightOwlHour: NIGHT_OWL_HOUR,
        ...names,
      });
      const kept = <T>(items: readonly T[]): T[] => items.filter(() => !chance(FORGETS_TO_SAVE));
      return json({
        ...extraction,
        facts: kept(extraction.facts),
        preferences: kept(extraction.preferences),
        profile: kept(extraction.profile),
      });
    }
    case "reflect":
      return json({});
    case "events":
      return json({ events: [], finishedFocus: [] });
    case "think":
      return { text: `${names.userName}刚才说的我都听进去了。` };
    case "answer":
      return { text: "嗯，我记得。" };
    case "search":
    case "record":
      return managed(step, body, turn, names, random);
  }
}

// How choices vary: shares of the times that a model does so. Mild; real ones of a few billion parameters do worse.
const SKIPS_SEARCH = 0.1;
const FORGETS_TO_SAVE = 0.2;
const FILES_ELSEWHERE = 0.2;
const CALLS_NOTHING_KNOWN = 0.1;
const CITES_ONE = 0.3;

/** The manager's rounds: first the calls that the rules would make, then the last words, which cite what was found. */
async function managed(
  step: "search" | "record",
  { messages }: Body,
  { text, reply, at, timezone }: KnownTurn,
  names: ScriptedOptions["names"],
  random: (() => number) | undefined,
): Promise<Said> {
  const chance = (share: number): boolean => random !== undefined && random() < share;
  const results = messages.filter(({ role }) => role === "tool").map(({ content }) => content ?? "");
  if (results.length > 0) {
    const numbers = [
      ...new Set(results.flatMap((result) => [...result.matchAll(/^- \[(\d+)\]/gm)].map(([, n]) => n))),
    ];
    const cited = chance(CITES_ONE) ? numbers.slice(0, 1) : numbers;
    return {
      text: step === "record" ? "记好了。" : cited.map((number) => `[${number}]`).join(" ") || "没有。",
    };
  }
  if (step === "search" && chance(SKIPS_SEARCH)) return { text: "没有。" };
  const said = {
    id: "scripted",
    user: "scripted",
    session: "scripted",
    userText: text,
    companionText: reply,
    said: at.toISOString(),
    timezone,
    before: [],
  };
  const assignment: Assignment = {
    user: "scripted",
    request: step === "search" ? { task: "search", text } : { task: "record", turn: said },
    now: at,
    timezone,
    nightOwlHour: NIGHT_OWL_HOUR,
    names,
    status: { emotion: "calm", intensity: 0.5, relationship: 1 },
  };
  const planner = createRulePlanner({ store: new InMemoryStore() });
  const { calls } = await planner.next(assignment, [], NO_PROGRESS, undefined);
  const varied = calls
    .filter(({ name }) => !(name.startsWith("save") && chance(FORGETS_TO_SAVE)))
    .map(({ name, args }) => {
      const given = JSON.parse(args) as Record<string, unknown>;
      if (typeof given["query"] === "string") given["query"] = reworded(given["query"], random);
      if (typeof given["category"] === "string" && chance(FILES_ELSEWHERE)) given["category"] = "其他";
      return { name, args: JSON.stringify(given) };
    });
  const wrong = chance(CALLS_NOTHING_KNOWN) ? [{ name: "recall_everything", args: "{}" }] : [];
  return varied.length + wrong.length === 0 ? { text: "没有。" } : { text: "", calls: [...wrong, ...varied] };
}

/** The same in the words that a model might choose: keywords alone, the beginning, everyday variants. */
function reworded(query: string, random: (() => number) | undefined): string {
  if (random === undefined || query === "") return query;
  const draw = random();
  const words = keywordsOf(query, 4);
  if (draw < 0.25 && words.length > 0) return words.join(" ");
  if (draw < 0.4) return query.slice(0, Math.ceil(query.length / 2));
  if (draw < 0.55) {
    return words.reduce(
      (text, word) => text.replace(word, synonymsOf(word).find((other) => other !== word) ?? word),
      query,
    );
  }
  return query;
}

function json(value: unknown): Said {
  return { text: JSON.stringify(value) };
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
    response.write(
      event(
        {
          tool_calls: [
            { index, id: `call_${index + 1}`, type: "function", function: { name, arguments: args } },
          ],
        },
        null,
      ),
    );
  }
  response.write(event({}, calls.length > 0 ? "tool_calls" : "stop"));
  response.end("data: [DONE]\n\n");
}
