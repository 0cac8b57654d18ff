/**
 * One call of a tool: checked, carried out, and told in words that a model can go on with. It never throws for what a model does
 * wrong or for a part that fails; a run goes on with the tools that work.
 */
import type { z } from "zod";
import { reasonOf } from "../../base/errors.ts";
import { languageOf } from "../../language/detect.ts";
import type { ToolCall } from "../../models/chat/port.ts";
import { readStructured } from "../../models/chat/structured.ts";
import { TOOL_RESULTS } from "../../prompts/tool-results.ts";
import type { ToolResults } from "../../prompts/tool-results.ts";
import { memoryLabel } from "../labels.ts";
import type { Degraded, Recalled } from "../recall/types.ts";
import { recordsOf } from "./catalogue.ts";
import { categoryKey } from "./categories.ts";
import type { Effect } from "./effects.ts";
import { profileSummary, searchMemories, searchProfile, spontaneousRecall } from "./reading.ts";
import type { Looked, ReadingNeeds } from "./reading.ts";
import { textOf } from "./records.ts";
import { userWords } from "./request.ts";
import type { Assignment } from "./request.ts";
import { isToolName, TOOL_ARGUMENTS, toolsFor } from "./tools.ts";
import type { ToolArguments, ToolName } from "./tools.ts";
import { decide } from "./writing.ts";
import type { Held, WritingTool } from "./writing.ts";

/** What a run has come to so far. */
export interface Progress {
  /** Memories found, in the order of finding; a memory's place is its number, counted from 1. */
  readonly hits: readonly Recalled[];
  readonly effects: readonly Effect[];
  readonly degraded: readonly Degraded[];
  /** Calls that were carried out, as text, so that the very same is not done again. */
  readonly done: readonly string[];
}

export const NO_PROGRESS: Progress = { hits: [], effects: [], degraded: [], done: [] };

export interface ToolOutcome {
  /** What the model is told. */
  readonly content: string;
  readonly progress: Progress;
}

export async function runTool(
  call: ToolCall,
  progress: Progress,
  assignment: Assignment,
  needs: ReadingNeeds,
): Promise<ToolOutcome> {
  const { request } = assignment;
  const words = TOOL_RESULTS[languageOf(userWords(request))];
  const offered = toolsFor(request.task);
  const said = (content: string, next: Progress = progress): ToolOutcome => ({ content, progress: next });

  const { name } = call;
  if (!isToolName(name)) return said(words.unknownTool(name, offered));
  if (!offered.includes(name)) return said(words.notOffered);
  const args = readArguments(name, call.args);
  if ("problem" in args) return said(words.badArguments(args.problem));
  const signature = `${name} ${JSON.stringify(args.value)}`;
  if (progress.done.includes(signature)) return said(words.repeated);
  try {
    const outcome = await carryOut(name, args.value, progress, assignment, needs, words);
    return { ...outcome, progress: { ...outcome.progress, done: [...progress.done, signature] } };
  } catch (error) {
    const degraded = { part: `memory_manager.${name}`, reason: reasonOf(error), instead: "without" };
    return said(words.failed(reasonOf(error)), { ...progress, degraded: [...progress.degraded, degraded] });
  }
}

/** Arguments as the tool takes them; what is harmlessly wrong in them is forgiven. */
function readArguments<Name extends ToolName>(
  name: Name,
  raw: string,
): { value: ToolArguments<Name> } | { problem: string } {
  const schema: z.ZodType = TOOL_ARGUMENTS[name];
  const read = readStructured(raw.trim() === "" ? "{}" : raw, schema);
  return "problem" in read ? read : { value: read.value as ToolArguments<Name> };
}

/** The arguments have been checked to be the tool's; TypeScript does not follow a name to its arguments through a switch. */
async function carryOut(
  name: ToolName,
  args: ToolArguments<ToolName>,
  progress: Progress,
  assignment: Assignment,
  needs: ReadingNeeds,
  words: ToolResults,
): Promise<ToolOutcome> {
  switch (name) {
    case "search_memories": {
      const { query } = args as ToolArguments<"search_memories">;
      return shown(await searchMemories(query, assignment, needs), progress, assignment, words);
    }
    case "search_user_profile": {
      const { query } = args as ToolArguments<"search_user_profile">;
      return shown(await searchProfile(query, assignment, needs), progress, assignment, words);
    }
    case "spontaneous_recall":
      return shown(await spontaneousRecall(assignment, needs), progress, assignment, words);
    case "get_user_profile_summary": {
      const { lines } = await profileSummary(assignment, needs.store);
      return { content: words.details(lines), progress };
    }
    default:
      return written(name, args as ToolArguments<WritingTool>, progress, assignment, needs, words);
  }
}

/** Memories keep the number that they were first shown with. */
function shown(
  { hits, degraded }: Looked,
  progress: Progress,
  { now, timezone, request }: Assignment,
  words: ToolResults,
): ToolOutcome {
  const language = languageOf(userWords(request));
  const known = new Set(progress.hits.map(({ id }) => id));
  const all = [...progress.hits, ...hits.filter(({ id }) => !known.has(id))];
  const episodes = hits.filter(({ collection }) => collection === "episodic").map(({ id }) => id);
  return {
    content: words.memories(
      hits.map((hit) => ({
        number: all.findIndex(({ id }) => id === hit.id) + 1,
        label: memoryLabel(hit, now, timezone, language),
        text: hit.text,
      })),
    ),
    progress: {
      ...progress,
      hits: all,
      degraded: [...progress.degraded, ...degraded],
      effects:
        episodes.length === 0 ? progress.effects : [...progress.effects, { kind: "access", ids: episodes }],
    },
  };
}

async function written(
  name: WritingTool,
  args: ToolArguments<WritingTool>,
  progress: Progress,
  assignment: Assignment,
  { store }: ReadingNeeds,
  words: ToolResults,
): Promise<ToolOutcome> {
  const { request, user } = assignment;
  if (request.task !== "record") return { content: words.notOffered, progress };
  const decision = decide(name, args, request, assignment, await heldIn(store, user));
  if ("refused" in decision) return { content: words.refused[decision.refused], progress };
  return {
    content: words.noted(decision.effects.length),
    progress: { ...progress, effects: [...progress.effects, ...decision.effects] },
  };
}

async function heldIn(store: ReadingNeeds["store"], user: string): Promise<Held> {
  const [user_profile, preferences] = await Promise.all([
    recordsOf(store, user, "user_profile"),
    recordsOf(store, user, "preferences"),
  ]);
  const records = { user_profile, preferences };
  return {
    valuesOf: (kind, category) =>
      records[kind].flatMap((record) => {
        const value = textOf(record, kind === "user_profile" ? "value" : "item");
        const isIt = [textOf(record, "category"), value].some(
          (word) => categoryKey(word) === categoryKey(category),
        );
        return isIt ? [value] : [];
      }),
  };
}
