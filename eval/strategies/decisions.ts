/**
 * What the scripted model says at each step: what a sound model would, by the product's own rule engine. With a seed its choices
 * vary as real models' do: it leaves things out, words them otherwise, files them elsewhere, calls what does not exist. A choice
 * depends on the seed, the step and the turn alone, not on when it is asked.
 */
import { createHash } from "node:crypto";
import { InMemoryStore } from "@langchain/langgraph";
import { keywordsOf } from "../../language/segment.ts";
import { synonymsOf } from "../../language/synonyms.ts";
import { createRulePlanner } from "../../memory/manager/plan-by-rules.ts";
import type { Assignment } from "../../memory/manager/request.ts";
import { NO_PROGRESS } from "../../memory/manager/run-tool.ts";
import { extractByRules } from "../../memory/rules/extract.ts";
import { understandByRules } from "../../memory/rules/understand.ts";
import { seeded } from "../metrics.ts";
import type { KnownTurn } from "./known-turns.ts";

/** Steps by what they are for; those before the answer's last token are what a person waits for. */
export type ScriptedStep =
  "understand" | "search" | "answer" | "extract" | "reflect" | "events" | "think" | "record";

export interface Names {
  readonly userName: string;
  readonly companionName: string;
}

/** What a model says: words, and calls where tools are on offer. */
export interface Said {
  readonly text: string;
  readonly calls?: readonly { readonly name: string; readonly args: string }[];
}

export interface Asked {
  readonly step: ScriptedStep;
  /** Undefined when the request is about no turn that is known. */
  readonly turn: KnownTurn | undefined;
  /** What tools answered so far. */
  readonly results: readonly string[];
  readonly names: Names;
  readonly seed: number | undefined;
}

// How choices vary: shares of the times that a model does so. Mild; real ones of a few billion parameters do worse.
const SKIPS_SEARCH = 0.1;
const FORGETS_TO_SAVE = 0.2;
const FILES_ELSEWHERE = 0.2;
const CALLS_NOTHING_KNOWN = 0.1;
const CITES_ONE = 0.3;

const NIGHT_OWL_HOUR = 4;

export async function decide(asked: Asked): Promise<Said> {
  const { step, turn, names } = asked;
  switch (step) {
    case "answer":
      return { text: "嗯，我记得。" };
    case "think":
      return { text: `${names.userName}刚才说的我都听进去了。` };
    case "reflect":
      return json({});
    case "events":
      return json({ events: [], finishedFocus: [] });
    case "understand":
      return turn === undefined ? json({}) : understanding(turn, names, choicesFor(asked));
    case "extract":
      return turn === undefined ? json({}) : extraction(turn, names, choicesFor(asked));
    case "search":
    case "record":
      return turn === undefined
        ? { text: "没有。" }
        : managed(step, turn, asked.results, names, choicesFor(asked));
  }
}

function understanding({ text, before, at, timezone }: KnownTurn, names: Names, choices: Choices): Said {
  const understood = understandByRules({
    text,
    history: before,
    now: at,
    timezone,
    nightOwlHour: NIGHT_OWL_HOUR,
    ...names,
  });
  const { intent, emotion, needsMemory, aboutPast, memoryQuery, keywords, collections, timeRange } =
    understood;
  const forgets = choices.happens(SKIPS_SEARCH);
  return json({
    intent,
    emotion,
    needsMemory: needsMemory && !forgets,
    aboutPast: aboutPast ?? false,
    memoryQuery: reworded(memoryQuery, choices),
    keywords,
    timeRange: timeRange ?? null,
    collections: collections ?? null,
  });
}

function extraction({ text, reply, before, at, timezone }: KnownTurn, names: Names, choices: Choices): Said {
  const extracted = extractByRules({
    userText: text,
    companionText: reply,
    before,
    said: at,
    timezone,
    nightOwlHour: NIGHT_OWL_HOUR,
    ...names,
  });
  const kept = <T>(items: readonly T[]): T[] => items.filter(() => !choices.happens(FORGETS_TO_SAVE));
  return json({
    ...extracted,
    facts: kept(extracted.facts),
    preferences: kept(extracted.preferences),
    profile: kept(extracted.profile),
  });
}

/** The manager's rounds: first the calls that the rules would make, then the last words, which cite what was found. */
async function managed(
  step: "search" | "record",
  turn: KnownTurn,
  results: readonly string[],
  names: Names,
  choices: Choices,
): Promise<Said> {
  if (results.length > 0)
    return { text: step === "record" ? "记好了。" : citations(results, choices) || "没有。" };
  if (step === "search" && choices.happens(SKIPS_SEARCH)) return { text: "没有。" };
  const planner = createRulePlanner({ store: new InMemoryStore() });
  const { calls } = await planner.next(assignmentOf(step, turn, names), [], NO_PROGRESS, undefined);
  const varied = calls
    .filter(({ name }) => !(name.startsWith("save") && choices.happens(FORGETS_TO_SAVE)))
    .map(({ name, args }) => {
      const given = JSON.parse(args) as Record<string, unknown>;
      if (typeof given["query"] === "string") given["query"] = reworded(given["query"], choices);
      if (typeof given["category"] === "string" && choices.happens(FILES_ELSEWHERE))
        given["category"] = "其他";
      return { name, args: JSON.stringify(given) };
    });
  const wrong = choices.happens(CALLS_NOTHING_KNOWN) ? [{ name: "recall_everything", args: "{}" }] : [];
  return varied.length + wrong.length === 0 ? { text: "没有。" } : { text: "", calls: [...wrong, ...varied] };
}

function assignmentOf(
  step: "search" | "record",
  { text, reply, before, at, timezone }: KnownTurn,
  names: Names,
): Assignment {
  const turn = {
    id: "scripted",
    user: "scripted",
    session: "scripted",
    userText: text,
    companionText: reply,
    said: at.toISOString(),
    timezone,
    before: [...before],
  };
  return {
    user: "scripted",
    request: step === "search" ? { task: "search", text, before: [...before] } : { task: "record", turn },
    now: at,
    timezone,
    nightOwlHour: NIGHT_OWL_HOUR,
    names,
    status: { emotion: "calm", intensity: 0.5, relationship: 1 },
  };
}

/** The numbers of what was found, all or the first. */
function citations(results: readonly string[], choices: Choices): string {
  const found = results.flatMap((result) => [...result.matchAll(/^.*?- \[(\d+)\]/gm)].map(([, n]) => n));
  const numbers = [...new Set(found)];
  const cited = choices.happens(CITES_ONE) ? numbers.slice(0, 1) : numbers;
  return cited.map((number) => `[${number}]`).join(" ");
}

/** The same in the words that a model might choose: keywords alone, the beginning, everyday variants. */
function reworded(query: string, choices: Choices): string {
  if (!choices.vary || query === "") return query;
  const draw = choices.draw();
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

interface Choices {
  readonly vary: boolean;
  /** 0..1 */
  draw(): number;
  /** True in this share of the times; never without a seed. */
  happens(share: number): boolean;
}

function choicesFor({ seed, step, turn, results }: Asked): Choices {
  if (seed === undefined) return { vary: false, draw: () => 1, happens: () => false };
  const about = JSON.stringify([seed, step, turn?.at, turn?.text, results.length > 0]);
  const draw = seeded(createHash("sha256").update(about).digest().readInt32LE());
  return { vary: true, draw, happens: (share) => draw() < share };
}

const json = (value: unknown): Said => ({ text: JSON.stringify(value) });
