import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UsageError } from "../../app/command-line/edge.ts";
import { asImportLines, chooseUsers, readMemoryBank } from "../../eval/memorybank/dataset.ts";
import { asLine, asTable } from "../../eval/memorybank/report.ts";
import { kindOf, rankOfGold, reportOf } from "../../eval/memorybank/run.ts";
import type { AskedQuestion } from "../../eval/memorybank/run.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "miramate-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function writeBank(): Promise<void> {
  const history = (text: string) => [
    { query: text, response: "嗯" },
    { query: "还有呢", response: "好" },
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(
    path.join(folder, "memory_bank_cn.json"),
    JSON.stringify({
      甲: { name: "甲", history: { "2023-04-27": history("我去划船了"), "2023-04-28": history("我在家") } },
      乙: { name: "乙", history: { "2023-04-27": history("我买了鞋") } },
    }),
  );
  const question = {
    user: "甲",
    qi: 0,
    question: "我哪天划的船？",
    gold_sessions: ["2023-04-27"],
    gold_turns: ["2023-04-27#0"],
    session_level_only: false,
    false_premise: false,
    date_in_question: null,
  };
  await writeFile(path.join(folder, "evidence_cn_UNOFFICIAL.jsonl"), `${JSON.stringify(question)}\n\n`);
}

describe("reading the data set", () => {
  it("places the turns of a day at five-minute steps from nine in Shanghai, so that a time gives a turn back", async () => {
    await writeBank();
    const [first] = await readMemoryBank(folder);
    expect(first?.turns.map(({ id, at }) => [id, at.toISOString()])).toEqual([
      ["2023-04-27#0", "2023-04-27T01:00:00.000Z"],
      ["2023-04-27#1", "2023-04-27T01:05:00.000Z"],
      ["2023-04-28#0", "2023-04-28T01:00:00.000Z"],
      ["2023-04-28#1", "2023-04-28T01:05:00.000Z"],
    ]);
  });

  it("gives each user the questions that are theirs", async () => {
    await writeBank();
    const users = await readMemoryBank(folder);
    expect(users.map(({ name, questions }) => [name, questions.map(({ question }) => question)])).toEqual([
      ["甲", ["我哪天划的船？"]],
      ["乙", []],
    ]);
  });

  it("names the file that is missing", async () => {
    await expect(readMemoryBank(folder)).rejects.toMatchObject({ code: "FILE_UNREADABLE" });
    await expect(readMemoryBank(folder)).rejects.toThrow("memory_bank_cn.json");
  });

  it("writes import lines in which the answer follows the words it answers", async () => {
    await writeBank();
    const users = chooseUsers(await readMemoryBank(folder), "乙");
    expect(asImportLines(users).map((line) => JSON.parse(line) as unknown)).toEqual([
      { user: "乙", time: "2023-04-27T01:00:00.000Z", role: "user", content: "我买了鞋" },
      { user: "乙", time: "2023-04-27T01:00:10.000Z", role: "assistant", content: "嗯" },
      { user: "乙", time: "2023-04-27T01:05:00.000Z", role: "user", content: "还有呢" },
      { user: "乙", time: "2023-04-27T01:05:10.000Z", role: "assistant", content: "好" },
    ]);
  });

  it("chooses users by number, by name, or all, and refuses a name that is not there", async () => {
    await writeBank();
    const users = await readMemoryBank(folder);
    const names = (choice: string): string[] => chooseUsers(users, choice).map(({ name }) => name);
    expect(names("1")).toEqual(["甲"]);
    expect(names("all")).toEqual(["甲", "乙"]);
    expect(names("乙, 甲")).toEqual(["乙", "甲"]);
    expect(() => chooseUsers(users, "丙")).toThrow(UsageError);
    expect(() => chooseUsers(users, "0")).toThrow(UsageError);
  });
});

describe("judging what was recalled", () => {
  const turnIds = new Map([
    ["t1", "2023-04-27#0"],
    ["t2", "2023-04-27#1"],
    ["t3", "2023-04-28#0"],
  ]);
  const source = (turn: string) => ({ thread: "x", turn });
  const question = (gold_turns: string[], gold_sessions = ["2023-04-27"]) => ({ gold_turns, gold_sessions });

  it("ranks the first memory that rests on a gold turn", () => {
    const recalled = [
      { id: "a", source: source("t3") },
      { id: "b", source: source("t1") },
    ];
    expect(rankOfGold(recalled, question(["2023-04-27#0"]), new Map(), turnIds)).toBe(2);
    expect(rankOfGold(recalled, question(["2023-04-27#1"]), new Map(), turnIds)).toBeUndefined();
  });

  it("counts a memory for every turn that it rests on, not only for the first", () => {
    const held = new Map([["a", { sources: [source("t3"), source("t2")] }]]);
    const recalled = [{ id: "a", source: source("t3") }];
    expect(rankOfGold(recalled, question(["2023-04-27#1"]), held, turnIds)).toBe(1);
  });

  it("takes any turn of the day for a question about a day", () => {
    const recalled = [
      { id: "a", source: source("t3") },
      { id: "b", source: source("t2") },
    ];
    expect(rankOfGold(recalled, question([]), new Map(), turnIds)).toBe(2);
  });

  it("does not count what was said in the questions' own sessions", () => {
    expect(rankOfGold([{ id: "a", source: source("t9") }], question([]), new Map(), turnIds)).toBeUndefined();
  });

  it("calls a question with a wrong premise that, also when it names a date", () => {
    const kind = (false_premise: boolean, session_level_only: boolean, date_in_question: string | null) =>
      kindOf({ false_premise, session_level_only, date_in_question });
    expect(kind(true, false, "2023-04-27")).toBe("false premise");
    expect(kind(false, true, "2023-04-27")).toBe("session");
    expect(kind(false, false, "2023-04-27")).toBe("dated");
    expect(kind(false, false, null)).toBe("other");
  });
});

describe("the report", () => {
  const asked = (parts: Partial<AskedQuestion>): AskedQuestion => ({
    user: "甲",
    question: "我哪天划的船？",
    kind: "other",
    gold: ["2023-04-27#0"],
    rank: 1,
    memories: 4,
    firstTokenMs: 1,
    tokens: 100,
    degraded: [],
    ...parts,
  });

  it("sums up by kind and counts questions that brought nothing", () => {
    const report = reportOf([
      asked({}),
      asked({ kind: "dated", rank: 2 }),
      asked({ rank: undefined, memories: 0, tokens: 0 }),
    ]);
    expect(report.overall).toMatchObject({ questions: 3, hit: 2 / 3, mrr: 0.5 });
    expect(report.byKind["dated"]).toMatchObject({ questions: 1, mrr: 0.5 });
    expect(report.byKind["other"]).toMatchObject({ questions: 2, hit: 0.5 });
    expect(report.nothingRecalled).toBe(1);
    expect(asTable(report)).toContain("| all | 3 | 0.667 | 0.667 | 0.500 |");
    expect(asTable(report)).toContain("nothing recalled for 1 of 3");
  });

  it("tells a miss from a recall of nothing, and what was degraded", () => {
    expect(asLine(asked({ rank: undefined }))).toMatch(/^missed /);
    expect(asLine(asked({ rank: undefined, memories: 0 }))).toMatch(/^nothing /);
    expect(asLine(asked({ rank: 3, degraded: ["recall.vector"] }))).toMatch(/^rank 3 .*recall\.vector/);
  });
});
