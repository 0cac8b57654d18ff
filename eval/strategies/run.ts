/**
 * Workflow and agent on the same conversations: MemoryBank-CN's users and the fault cases, offline, with a scripted model that
 * takes its time, and with the same model whose choices vary.
 */
import type { Embedder } from "../../models/embedder/port.ts";
import { createTokenCounter } from "../../models/tokens/tiktoken.ts";
import type { FaultCase } from "../failures/cases.ts";
import { runCases } from "../failures/run.ts";
import type { BankUser } from "../memorybank/dataset.ts";
import { runMemoryBank } from "../memorybank/run.ts";
import { mean, percentile } from "../metrics.ts";
import { inScratchFolder } from "../scratch.ts";
import type { ScriptedStep } from "./decisions.ts";
import { turnsOfCase, turnsOfUser } from "./known-turns.ts";
import { startScriptedModel } from "./scripted-model.ts";
import type { ScriptedCall } from "./scripted-model.ts";

export const STRATEGIES = ["workflow", "agent"] as const;
export type Strategy = (typeof STRATEGIES)[number];

export interface Setup {
  /** "offline", "300 ms a call", "varied 1", ... */
  readonly name: string;
  /** Undefined: no model. */
  readonly model?: { readonly delayMs: number; readonly seed?: number };
}

export interface Outcome {
  readonly strategy: Strategy;
  readonly setup: string;
  readonly questions: number;
  /** Share 0..1 of the questions of which a gold turn reached the prompt, and was among the first five. */
  readonly gold: number;
  readonly goldInFive: number;
  readonly casesRight: number;
  readonly cases: number;
  /** Ids of the cases that are not right. */
  readonly wrong: readonly string[];
  /** A question's turn: calls and tokens before its first token; and all calls a turn of the replay, after the reply included. */
  readonly callsBefore: number;
  readonly tokensBefore: number;
  readonly callsInAll: number;
  readonly tokensInAll: number;
  /** Milliseconds. */
  readonly firstTokenP50: number;
  readonly firstTokenP95: number;
  /** Questions whose turn said that a part did not work as wished. */
  readonly degraded: number;
}

export interface RunOptions {
  readonly users: readonly BankUser[];
  readonly cases: readonly FaultCase[];
  readonly embedder: Embedder;
  readonly tell: (line: string) => void;
}

/** What a person waits for. */
const BEFORE: ReadonlySet<ScriptedStep> = new Set(["understand", "search", "answer"]);
const NAMES = { userName: "小伙伴", companionName: "小梦" };

export async function runStrategy(strategy: Strategy, setup: Setup, options: RunOptions): Promise<Outcome> {
  const { users, cases, tell } = options;
  const tokens = createTokenCounter();
  const { seed, delayMs = 0 } = setup.model ?? {};
  const model =
    setup.model === undefined
      ? undefined
      : await startScriptedModel({
          delayMs,
          tokens,
          names: NAMES,
          seed,
        });
  const env = {
    MEMORY_STRATEGY: strategy,
    MIRAMATE_USER_NAME: NAMES.userName,
    MIRAMATE_COMPANION_NAME: NAMES.companionName,
    MIRAMATE_LOCALE: "zh",
    ...(model === undefined
      ? {}
      : { OPENAI_API_KEY: "scripted", OPENAI_BASE_URL: model.url, CHAT_MODEL: "scripted" }),
  };
  const companion = { env, embedder: options.embedder };
  try {
    const asked = [];
    const calls: ScriptedCall[] = [];
    for (const user of users) {
      model?.learn(turnsOfUser(user));
      const report = await inScratchFolder((folder) =>
        runMemoryBank([user], folder, () => tell(`${strategy}, ${setup.name}: ${user.name}`), companion),
      );
      asked.push(...report.asked);
      calls.push(...(model?.take() ?? []));
    }
    const results = await inScratchFolder((folder) =>
      runCases(cases, folder, companion, (one) => model?.learn(turnsOfCase(one))),
    );
    const wrong = results.filter(({ outcome }) => outcome !== "passed").map(({ id }) => id);
    const questions = Math.max(1, asked.length);
    const turns = Math.max(1, users.reduce((sum, user) => sum + user.turns.length, 0) + asked.length);
    const before = calls.filter(({ step }) => BEFORE.has(step));
    const tokensOf = (some: readonly ScriptedCall[]): number =>
      some.reduce((sum, { input, output }) => sum + input + output, 0);
    const waits = asked.map(({ firstTokenMs }) => firstTokenMs);
    return {
      strategy,
      setup: setup.name,
      questions: asked.length,
      gold: mean(asked.map(({ rank }) => (rank === undefined ? 0 : 1))),
      goldInFive: mean(asked.map(({ rank }) => (rank !== undefined && rank <= 5 ? 1 : 0))),
      casesRight: results.length - wrong.length,
      cases: results.length,
      wrong,
      // Answers are asked for by questions alone.
      callsBefore: before.length / questions,
      tokensBefore: tokensOf(before) / questions,
      callsInAll: calls.length / turns,
      tokensInAll: tokensOf(calls) / turns,
      firstTokenP50: percentile(waits, 0.5),
      firstTokenP95: percentile(waits, 0.95),
      degraded: asked.filter(({ degraded }) => degraded.length > 0).length,
    };
  } finally {
    await model?.close();
  }
}
