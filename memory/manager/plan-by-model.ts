/**
 * A model as planner. One that calls tools is given them; one that cannot reads them in words and writes its calls as JSON. What
 * fails is taken over by the rule engine, and the run says so.
 */
import { MiraMateError, reasonOf } from "../../base/errors.ts";
import { languageOf } from "../../language/detect.ts";
import { feelingName, readFeeling } from "../../language/sentiment.ts";
import { timeInWords } from "../../language/time/words.ts";
import type { Language } from "../../language/types.ts";
import type { ChatMessage, ChatModel, ToolCall, ToolOffer, ToolTalk } from "../../models/chat/port.ts";
import { completeStructured } from "../../models/chat/structured.ts";
import type { TokenCounter } from "../../models/tokens/port.ts";
import { managerPrompt, TOOL_DESCRIPTIONS } from "../../prompts/memory-manager.ts";
import type { ManagerSlots } from "../../prompts/memory-manager.ts";
import { renderBlocks } from "../../prompts/render.ts";
import { z } from "zod";
import type { Planner, Step } from "./planner.ts";
import { hasCalled } from "./plan-by-rules.ts";
import { userWords } from "./request.ts";
import type { Assignment } from "./request.ts";
import { TOOL_ARGUMENTS, toolsFor } from "./tools.ts";
import type { ToolName } from "./tools.ts";

/** `auto`: tools, and JSON where the server or the model cannot. */
export type ToolCalling = "auto" | "tools" | "json";

export interface ModelPlannerNeeds {
  readonly model: ChatModel;
  readonly tokens: TokenCounter;
  readonly toolCalling: ToolCalling;
  /** Goes on when the model fails. */
  readonly rules: Planner;
}

export function createModelPlanner({ model, tokens, toolCalling, rules }: ModelPlannerNeeds): Planner {
  /** Once a server has refused tools, it is asked for JSON as long as this process lives. */
  let refusesTools = false;
  /** It has called a tool before: when it calls none, it means it. */
  let knowsTools = false;

  async function byTools(assignment: Assignment, talk: readonly ToolTalk[], signal: AbortSignal | undefined) {
    const language = languageOf(userWords(assignment.request));
    const { messages } = renderBlocks(managerPrompt[language], slotsOf(assignment, language), tokens);
    const offers = offersFor(assignment, language);
    const answer = await model.callTools([...messages, ...talk], offers, options(signal));
    const counted = [...messages, ...talk].reduce((sum, { content }) => sum + tokens.count(content), 0);
    return {
      calls: answer.calls,
      text: answer.text,
      tokens: answer.tokens === undefined ? counted : answer.tokens.input + answer.tokens.output,
    };
  }

  async function byJson(assignment: Assignment, talk: readonly ToolTalk[], signal: AbortSignal | undefined) {
    const language = languageOf(userWords(assignment.request));
    const slots = { ...slotsOf(assignment, language), toolsInWords: toolsFor(assignment.request.task) };
    const { messages } = renderBlocks(managerPrompt[language], slots, tokens);
    const asked = [...messages, ...talk.map(inPlainWords)];
    const { value, attempts } = await completeStructured({
      model,
      messages: alternating(asked),
      schema: PlanSchema,
      name: "memory_plan",
      locale: language,
      ...options(signal),
    });
    const round = talk.filter((message) => "calls" in message).length + 1;
    return {
      calls: value.calls.map(({ tool, arguments: args }, at): ToolCall => ({
        id: `json_${round}_${at + 1}`,
        name: tool,
        args: JSON.stringify(args),
      })),
      text: value.context,
      tokens: attempts * asked.reduce((sum, { content }) => sum + tokens.count(content), 0),
    };
  }

  async function ask(assignment: Assignment, talk: readonly ToolTalk[], signal: AbortSignal | undefined) {
    // A run stays with the way it began.
    const inJson = toolCalling === "json" || refusesTools || talk.some(isCallInJson);
    if (inJson) return byJson(assignment, talk, signal);
    try {
      const answer = await byTools(assignment, talk, signal);
      knowsTools ||= answer.calls.length > 0;
      // Who is asked to look something up and calls nothing may not know how to; so may who has never called anything.
      const isLost =
        toolCalling === "auto" &&
        (assignment.request.task === "search" || !knowsTools) &&
        answer.calls.length === 0 &&
        !hasCalled(talk);
      if (!isLost) return answer;
      const second = await byJson(assignment, talk, signal);
      return { ...second, tokens: second.tokens + answer.tokens };
    } catch (error) {
      const isRefused = error instanceof MiraMateError && error.code === "TOOLS_UNSUPPORTED";
      if (!isRefused || toolCalling === "tools") throw error;
      refusesTools = true;
      return byJson(assignment, talk, signal);
    }
  }

  return {
    async next(assignment, talk, progress, signal): Promise<Step> {
      try {
        return { ...(await ask(assignment, talk, signal)), degraded: [] };
      } catch (error) {
        if (signal?.aborted === true) throw error;
        const byRules = await rules.next(assignment, talk, progress, signal);
        return {
          ...byRules,
          degraded: [{ part: "memory_manager", reason: reasonOf(error), instead: "rules" }],
        };
      }
    },
  };
}

const options = (signal: AbortSignal | undefined) => ({
  runName: "memory_manager",
  ...(signal === undefined ? {} : { signal }),
});

const PlanSchema = z.object({
  calls: z.array(z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) })),
  context: z.string(),
});

function slotsOf({ request, now, timezone, status, names }: Assignment, language: Language): ManagerSlots {
  const shared = { ...names, now: timeInWords(now, timezone, language), status };
  if (request.task === "search")
    return { ...shared, request: { task: "search", text: request.text, before: request.before ?? [] } };
  const { turn, thoughts = "" } = request;
  const { emotion, valence } = readFeeling(turn.userText);
  return {
    ...shared,
    request: {
      task: "record",
      userText: turn.userText,
      companionText: turn.companionText,
      before: turn.before,
      thoughts,
      feeling: `${feelingName(emotion, language)} (${Math.round(valence * 100) / 100})`,
    },
  };
}

function offersFor({ request, names }: Assignment, language: Language): ToolOffer[] {
  return toolsFor(request.task).map((name) => ({
    name,
    description: TOOL_DESCRIPTIONS[language][name]?.(names) ?? "",
    parameters: parametersOf(name),
  }));
}

/** JSON schema of a tool's arguments. */
function parametersOf(name: ToolName): Record<string, unknown> {
  if (name === "update_user_profile_from_chat") return PROFILE_PARAMETERS;
  const schema = z.toJSONSchema(TOOL_ARGUMENTS[name], {
    target: "draft-7",
    io: "input",
  });
  // The dialect's name is no part of what servers take.
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "$schema"));
}

/** Of the several forms that are taken, the one that is asked for. */
const PROFILE_PARAMETERS = {
  type: "object",
  properties: {
    profile: {
      type: "array",
      items: {
        type: "object",
        properties: { category: { type: "string" }, value: { type: "string" } },
        required: ["category", "value"],
      },
    },
  },
  required: ["profile"],
};

const isCallInJson = (message: ToolTalk): boolean =>
  "calls" in message && message.calls.some(({ id }) => id.startsWith("json_"));

/** Calls and results as messages that any model can read. */
function inPlainWords(message: ToolTalk): ChatMessage {
  if (message.role === "tool") return { role: "user", content: `${message.name}: ${message.content}` };
  if (!("calls" in message)) return message;
  const calls = message.calls.map(({ name, args }) => ({
    tool: name,
    arguments: JSON.parse(args) as unknown,
  }));
  return { role: "assistant", content: JSON.stringify({ calls, context: message.content }) };
}

/** Neighbouring messages of one side as one: many chat templates refuse two in a row. */
function alternating(messages: readonly ChatMessage[]): ChatMessage[] {
  const joined: ChatMessage[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role === message.role)
      joined[joined.length - 1] = { ...last, content: `${last.content}\n\n${message.content}` };
    else joined.push(message);
  }
  return joined;
}
