/** The comparison of strategies on an invented user: its figures are of what happened, and a model's choices change them. */
import { describe, expect, it, onTestFinished } from "vitest";
import { parseInstant } from "../../app/command-line/instants.ts";
import type { FaultCase } from "../../eval/failures/cases.ts";
import type { BankUser } from "../../eval/memorybank/dataset.ts";
import { asMarkdown } from "../../eval/strategies/report.ts";
import { runStrategy, STRATEGIES } from "../../eval/strategies/run.ts";
import type { Outcome, Setup } from "../../eval/strategies/run.ts";
import { startScriptedModel } from "../../eval/strategies/scripted-model.ts";
import { createTokenCounter } from "../../models/tokens/tiktoken.ts";
import { wordEmbedder } from "../support/companion.ts";

const at = (time: string): Date => parseInstant(time, "Asia/Shanghai") ?? new Date(0);
const said = [
  ["2025-05-01#0", "2025-05-01T09:00", "我养了一只橘猫，叫豆豆。"],
  ["2025-05-01#1", "2025-05-01T09:05", "我对花生过敏，吃了会起疹子。"],
  ["2025-05-02#0", "2025-05-02T09:00", "周末要去青岛看海。"],
] as const;
const question = (text: string, gold: string) => ({
  user: "小周",
  question: text,
  gold_sessions: [gold.split("#")[0] ?? ""],
  gold_turns: [gold],
  session_level_only: false,
  false_premise: false,
  date_in_question: null,
});
const USER: BankUser = {
  name: "小周",
  turns: said.map(([id, time, query]) => ({
    id,
    day: id.slice(0, 10),
    at: at(time),
    query,
    response: "嗯嗯。",
  })),
  questions: [question("我的橘猫叫什么名字？", "2025-05-01#0"), question("我对什么过敏？", "2025-05-01#1")],
};
const CASE: FaultCase = {
  id: "case",
  kind: "loss",
  timezone: "Asia/Shanghai",
  needsModel: false,
  turns: [{ who: "user", time: "2025-05-01T09:00", text: "我住在青岛。" }],
  after: { holds: [["青岛"]], lacks: [] },
};

const run = (strategy: (typeof STRATEGIES)[number], setup: Setup): Promise<Outcome> =>
  runStrategy(strategy, setup, {
    users: [USER],
    cases: [CASE],
    embedder: wordEmbedder(),
    tell: () => undefined,
  });

describe.each(STRATEGIES)("the %s", (strategy) => {
  it("offline asks no model and finds what was said", async () => {
    const outcome = await run(strategy, { name: "offline" });
    expect(outcome).toMatchObject({
      questions: 2,
      gold: 1,
      cases: 1,
      casesRight: 1,
      callsBefore: 0,
      callsInAll: 0,
      degraded: 0,
    });
    expect(outcome.firstTokenP50).toBeGreaterThan(0);
  });

  it("with the scripted model finds it too, and its calls and tokens are counted", async () => {
    const outcome = await run(strategy, { name: "0 ms a call", model: { delayMs: 0 } });
    expect(outcome).toMatchObject({ gold: 1, casesRight: 1, degraded: 0 });
    // The workflow: understand, answer. The agent: understand, two rounds of the manager, answer.
    expect(outcome.callsBefore).toBe(strategy === "workflow" ? 2 : 4);
    expect(outcome.tokensBefore).toBeGreaterThan(100);
    expect(outcome.callsInAll).toBeGreaterThan(outcome.callsBefore / 2);
  });
});

it("a model whose choices vary changes what the agent finds or keeps, and the report says how far", async () => {
  const outcomes: Outcome[] = [];
  for (const seed of [1, 2, 3])
    outcomes.push(await run("agent", { name: `varied ${seed}`, model: { delayMs: 0, seed } }));
  const results = outcomes.map(
    ({ gold, casesRight, tokensBefore }) => `${gold} ${casesRight} ${tokensBefore}`,
  );
  expect(new Set(results).size).toBeGreaterThan(1);
  const text = asMarkdown([await run("workflow", { name: "offline" }), ...outcomes]);
  expect(text).toContain("| offline | workflow | 1.000 of 2 |");
  expect(text).toContain("3 seeds");
});

it("the scripted model takes its time", async () => {
  const waited = async (delayMs: number): Promise<boolean> => {
    const model = await startScriptedModel({
      delayMs,
      tokens: createTokenCounter(),
      names: { userName: "小伙伴", companionName: "小梦" },
    });
    onTestFinished(() => model.close());
    const body = JSON.stringify({ messages: [{ role: "user", content: "在吗" }] });
    const begun = performance.now();
    await (await fetch(`${model.url}/chat/completions`, { method: "POST", body })).text();
    return performance.now() - begun >= delayMs - 2;
  };
  expect(await waited(30)).toBe(true);
});
