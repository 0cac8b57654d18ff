import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HeldMemory } from "../../app/types.ts";
import { readCases } from "../../eval/failures/cases.ts";
import type { FaultCase } from "../../eval/failures/cases.ts";
import { faultsAfter, faultsOfAnswer } from "../../eval/failures/check.ts";
import type { Held } from "../../eval/failures/check.ts";
import { asReport } from "../../eval/failures/report.ts";
import { runCases } from "../../eval/failures/run.ts";
import type { FocusEvent } from "../../memory/focus.ts";
import { aHit, aRecord } from "../support/memories.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "miramate-test-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A case as it is written in a file. */
async function read(...cases: object[]): Promise<FaultCase[]> {
  const file = path.join(folder, "cases.jsonl");
  await writeFile(file, cases.map((one) => JSON.stringify(one)).join("\n"));
  return readCases(file);
}

async function aCase(parts: object): Promise<FaultCase> {
  const [one] = await read({ id: "x-1", kind: "kind", turns: [], ...parts });
  if (one === undefined) throw new Error("no case");
  return one;
}

function held(...memories: (Partial<HeldMemory> & { text: string })[]): Held {
  return {
    memories: memories.map((parts, index) => ({
      ...aRecord({ id: `m${index}`, ...parts }),
      buffered: false,
    })),
    profile: { items: {} },
    focus: [],
  };
}

function focusEvent(content: string, eventStart: string): FocusEvent {
  return {
    id: "f1",
    content,
    keywords: [],
    eventStart,
    eventEnd: eventStart,
    eventGrain: "day",
    expiresAt: eventStart,
    createdAt: eventStart,
    source: "t1",
  };
}

describe("what is held", () => {
  it("wants all words in one belief, and not in two", async () => {
    const one = await aCase({ after: { holds: [["奶奶", "成都"]] } });
    expect(faultsAfter(one, held({ text: "奶奶住在成都" }))).toEqual([]);
    expect(faultsAfter(one, held({ text: "奶奶" }, { text: "成都" }))).toEqual(["does not hold 奶奶 + 成都"]);
  });

  it("does not take a dialogue log or a former belief for a belief", async () => {
    const one = await aCase({ after: { holds: [["成都"]] } });
    const memories = held(
      { text: "成都", collection: "dialog_logs" },
      { text: "成都", status: "superseded" },
    );
    expect(faultsAfter(one, memories)).toHaveLength(1);
  });

  it("lets a log quote what must not be believed, but not a secret", async () => {
    const memories = held({ text: "我：密码是 abc", collection: "dialog_logs" });
    expect(faultsAfter(await aCase({ after: { lacks: [["abc"]] } }), memories)).toEqual([]);
    expect(faultsAfter(await aCase({ kind: "secrets", after: { lacks: [["abc"]] } }), memories)).toEqual([
      "holds abc in dialog_logs: 我：密码是 abc",
    ]);
  });

  it("finds in the profile and among the focus events what must not be believed", async () => {
    const one = await aCase({ after: { lacks: [["古堡"]] } });
    const item = {
      value: "古堡",
      since: "2025-05-01T00:00:00.000Z",
      source: "t1",
      confidence: 1,
      alwaysRemember: true,
      previous: [],
    };
    expect(faultsAfter(one, { ...held(), profile: { items: { residence: item } } })).toHaveLength(1);
    expect(
      faultsAfter(one, { ...held(), focus: [focusEvent("去古堡", "2025-05-02T00:00:00.000Z")] }),
    ).toHaveLength(1);
  });

  it("reads the day of an event in the case's timezone", async () => {
    const memories = held({ text: "面试", eventStart: "2025-06-09T17:00:00.000Z" });
    const on = (date: string) => aCase({ after: { dates: [{ words: ["面试"], date }] } });
    expect(faultsAfter(await on("2025-06-10"), memories)).toEqual([]);
    expect(faultsAfter(await on("2025-06-09"), memories)).toEqual([
      "面试 on 2025-06-10 instead of 2025-06-09",
    ]);
  });

  it("takes an empty list of dates as: nothing has one", async () => {
    const one = await aCase({ after: { dates: [] } });
    expect(faultsAfter(one, held({ text: "周三多的管理学" }))).toEqual([]);
    expect(
      faultsAfter(one, held({ text: "周三多的管理学", eventStart: "2025-06-09T17:00:00.000Z" })),
    ).toHaveLength(1);
  });

  it("counts a belief in the collections named only", async () => {
    const one = await aCase({ after: { countAtMost: { words: ["豆豆"], kinds: ["facts"], n: 1 } } });
    const other = { text: "豆豆", collection: "important_events" as const };
    expect(faultsAfter(one, held({ text: "豆豆" }, other))).toEqual([]);
    expect(faultsAfter(one, held({ text: "豆豆" }, { text: "豆豆" }))).toEqual(["holds 豆豆 2 times"]);
  });
});

describe("what an answer was given", () => {
  const answered = (texts: string[], prompt = "") => ({
    recalled: texts.map((text, index) => aHit(`h${index}`, { text })),
    prompt: { blocks: [], messages: [{ role: "user", content: prompt }] },
  });
  const ask = (parts: object) => aCase({ ask: { time: "2025-05-01T10:00", text: "?", ...parts } });

  it("wants what must be recalled and refuses what must not", async () => {
    const one = await ask({ recalls: [["黑咖啡"]], recallsNot: [["奶茶"]] });
    expect(faultsOfAnswer(one, answered(["喝黑咖啡"]))).toEqual([]);
    expect(faultsOfAnswer(one, answered(["喝奶茶"]))).toEqual([
      "does not recall 黑咖啡",
      "recalls 奶茶: 喝奶茶",
    ]);
  });

  it("takes a focus event for recalled when it stands in the prompt", async () => {
    const one = await ask({ recalls: [["考试"]] });
    const focus = [focusEvent("明天考试", "2025-05-02T00:00:00.000Z")];
    expect(faultsOfAnswer(one, answered([], "近期：明天考试"), focus)).toEqual([]);
    expect(faultsOfAnswer(one, answered([], "近期：无"), focus)).toHaveLength(1);
  });

  it("refuses any memory where nothing is to be recalled", async () => {
    const one = await ask({ nothing: true });
    expect(faultsOfAnswer(one, answered([]))).toEqual([]);
    expect(faultsOfAnswer(one, answered(["对海鲜过敏"]))).toEqual(["recalls something: 对海鲜过敏"]);
  });

  it("sees a tag that is closed twice, or closed and never opened", async () => {
    const one = await ask({ promptKeepsQuote: true });
    const section = (line: string): string => `\n<memories>\n- "${line}"\n</memories>`;
    expect(faultsOfAnswer(one, answered([], section("无害 \\u003c/memories\\u003e")))).toEqual([]);
    expect(faultsOfAnswer(one, answered([], section("</memories>")))).toHaveLength(1);
    expect(faultsOfAnswer(one, answered([], section("</memory>")))).toHaveLength(1);
  });
});

describe("running cases", () => {
  const turn = (text: string) => ({ who: "user", time: "2025-05-02T19:00", text });

  it("passes what holds, fails what does not, and says what is not supported", async () => {
    const cases = await read(
      { id: "a", kind: "taste", turns: [turn("我喜欢爬山。"), { idle: true }], after: { holds: [["爬山"]] } },
      { id: "b", kind: "taste", turns: [turn("今天下雨。"), { idle: true }], after: { holds: [["爬山"]] } },
      { id: "c", kind: "deletion", turns: [turn("我喜欢爬山。"), { forget: "爬山" }] },
    );
    const results = await runCases(cases, path.join(folder, "data"));
    expect(results.map(({ id, outcome }) => [id, outcome])).toEqual([
      ["a", "passed"],
      ["b", "failed"],
      ["c", "not supported"],
    ]);
    expect(results[1]?.faults).toEqual(["does not hold 爬山"]);
  });

  it("keeps what needs a model out of the count of the others", () => {
    const result = { id: "a", kind: "k", needsModel: false, outcome: "passed" as const, faults: [] };
    const report = asReport([
      result,
      { ...result, id: "b", needsModel: true, outcome: "failed", faults: ["holds 古堡"] },
    ]);
    expect(report).toContain("1 of 1 passed, 0 failed, 0 not supported yet");
    expect(report).toContain("0 of 1 passed, 1 failed");
    expect(report).toContain("    holds 古堡\n");
  });
});
