import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readSets } from "../../../eval/retrieval/sets/index.ts";
import type { Pool, RetrievalSet } from "../../../eval/retrieval/types.ts";
import { temporaryFolder } from "../../support/companion.ts";

async function data(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    const lines = name.endsWith(".jsonl") ? (content as unknown[]) : [content];
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
  return folder;
}

async function read(files: Readonly<Record<string, unknown>>): Promise<Record<string, RetrievalSet>> {
  const { sets } = await readSets(await data(files));
  return Object.fromEntries(sets.map((set) => [set.name, set]));
}

function only(set: RetrievalSet | undefined): Pool {
  const [pool] = set?.pools ?? [];
  if (pool === undefined) throw new Error("no pool");
  return pool;
}

describe("a data folder", () => {
  it("gives the sets that are there and names the folders that are not", async () => {
    const folder = await data({
      "rgb-zh/zh_refine.json": { query: "谁赢了？", positive: ["甲队赢了"], negative: ["下雨了"] },
      "locomo/notes.txt": "nothing to read",
    });
    const { sets, absent } = await readSets(folder);
    expect(sets.map(({ name }) => name)).toEqual(["companion-life", "rgb-passages"]);
    expect(absent).toEqual([
      "memorybank",
      "locomo",
      "memdaily",
      "kdconv-travel",
      "memora-weekly",
      "cmrc2018",
    ]);
  });

  it("names the file and the line of what is damaged", async () => {
    const folder = await data({});
    await mkdir(path.join(folder, "rgb-zh"));
    await writeFile(
      path.join(folder, "rgb-zh/zh_refine.json"),
      '{"query":"一","positive":[],"negative":[]}\n{"query":\n',
    );
    await expect(readSets(folder)).rejects.toMatchObject({ code: "FILE_UNREADABLE" });
    await expect(readSets(folder)).rejects.toThrow("zh_refine.json:2");
  });

  it("names the line where a file of one JSON value breaks off or is no JSON", async () => {
    const folder = await data({});
    await mkdir(path.join(folder, "cmrc2018"));
    const file = path.join(folder, "cmrc2018/cmrc2018_dev.json");
    await writeFile(file, '{\n"data": [\n');
    await expect(readSets(folder)).rejects.toThrow("cmrc2018_dev.json:3");
    await writeFile(file, '{\n"data": oops\n}\n');
    await expect(readSets(folder)).rejects.toThrow("cmrc2018_dev.json:2");
  });

  it("names what is not in the form of the data set", async () => {
    await expect(
      read({ "cmrc2018/cmrc2018_dev.json": { data: [{ paragraphs: [{ id: 3 }] }] } }),
    ).rejects.toThrow("data[0].paragraphs[0].id");
  });
});

describe("the project's own set", () => {
  it("asks after the last turn, at the time of each question, and leaves small talk out", async () => {
    const pool = only((await read({}))["companion-life"]);
    const last = pool.documents.at(-1)?.at ?? new Date(0);
    expect(pool.questions.length).toBeGreaterThan(150);
    expect(pool.questions.every(({ now }) => now !== undefined && now > last)).toBe(true);
    expect(pool.questions.some(({ kinds }) => kinds.includes("smalltalk"))).toBe(false);
    const known = new Set(pool.documents.map(({ id }) => id));
    expect(pool.questions.flatMap(({ gold }) => gold).filter((id) => !known.has(id))).toEqual([]);
  });
});

describe("LoCoMo", () => {
  const conversation = {
    sample_id: "conv-1",
    conversation: {
      speaker_a: "Ann",
      session_2: [{ speaker: "Bob", dia_id: "D2:1", text: "It rained." }],
      session_2_date_time: "9:00 am on 3 June, 2023",
      session_1: [
        { speaker: "Ann", dia_id: "D1:1", text: "Hi!" },
        { speaker: "Bob", dia_id: "D1:2", text: "Hello." },
      ],
      session_1_date_time: "1:56 pm on 8 May, 2023",
    },
    qa: [
      { question: "Weather?", answer: "rain", evidence: ["D2:1; D:1:02", "D9:9"], category: 1 },
      { question: "Nobody?", evidence: ["D9:9"], category: 4 },
      { question: "A trap?", adversarial_answer: "no", evidence: ["D1:1"], category: 5 },
    ],
  };

  it("orders sessions by number, with the time and speaker of each turn", async () => {
    const pool = only((await read({ "locomo/locomo10.json": [conversation] }))["locomo-turn"]);
    expect(pool.documents.map(({ id, speaker, at }) => [id, speaker, at?.toISOString()])).toEqual([
      ["D1:1", "Ann", "2023-05-08T05:56:00.000Z"],
      ["D1:2", "Bob", "2023-05-08T05:57:00.000Z"],
      ["D2:1", "Bob", "2023-06-03T01:00:00.000Z"],
    ]);
  });

  it("reads evidence however it is written, and leaves out what names no turn", async () => {
    const sets = await read({ "locomo/locomo10.json": [conversation] });
    const asked = (name: string) => only(sets[name]).questions.map(({ text, gold }) => [text, gold]);
    expect(asked("locomo-turn")).toEqual([["Weather?", ["D2:1", "D1:2"]]]);
    expect(asked("locomo-session")).toEqual([["Weather?", ["D2", "D1"]]]);
    expect(asked("locomo-adversarial")).toEqual([["A trap?", ["D1:1"]]]);
  });

  it("refuses a session without a time that can be read", async () => {
    const broken = {
      ...conversation,
      conversation: { ...conversation.conversation, session_1_date_time: "some day" },
    };
    await expect(read({ "locomo/locomo10.json": [broken] })).rejects.toThrow(
      "session_1 has no turns or no time",
    );
  });
});

describe("MemDaily", () => {
  const trajectory = (messages: readonly string[], target: readonly number[], answer = "七点") => ({
    message_list: messages.map((message, mid) => ({
      mid,
      message,
      time: "2024年04月01日 周一 08:07",
      place: "上海",
    })),
    question_list: [
      { question: "几点？", answer, target_step_id: target, time: "2024年04月05日 周五 19:10" },
    ],
  });
  const files = {
    // 100 trajectories of 50 users: the first two belong to the first.
    "memdaily/01_simple_events.json": Array.from({ length: 100 }, (_, at) =>
      at === 0
        ? trajectory(["我七点起床", "下雨了"], [0])
        : at === 1
          ? trajectory(["天晴了", "我七点起床"], [1])
          : trajectory(["无关"], [0], "[ERRORA]"),
    ),
  };

  it("pools a user's trajectories; a message said twice counts wherever it is found", async () => {
    const sets = await read(files);
    const pool = only(sets["memdaily-merged"]);
    expect(pool.documents.map(({ text, copyOf }) => [text, copyOf])).toEqual([
      ["我七点起床", undefined],
      ["下雨了", undefined],
      ["天晴了", undefined],
      ["我七点起床", "0"],
    ]);
    expect(pool.questions.map(({ gold }) => gold)).toEqual([["0"], ["0"]]);
    const labelled = only(sets["memdaily-labelled"]);
    expect(labelled.documents.every(({ copyOf }) => copyOf === undefined)).toBe(true);
    expect(labelled.questions.map(({ gold }) => gold)).toEqual([["0"], ["3"]]);
  });

  it("asks when the data says so, and leaves out questions that the data marks as faulty", async () => {
    const { pools } = (await read(files))["memdaily-merged"] ?? { pools: [] };
    expect(pools).toHaveLength(50);
    expect(pools.flatMap(({ questions }) => questions).map(({ now }) => now?.toISOString())).toEqual([
      "2024-04-05T11:10:00.000Z",
      "2024-04-05T11:10:00.000Z",
    ]);
  });
});

describe("KdConv", () => {
  const files = {
    "kdconv-travel/kb_travel.json": {
      故宫: [
        ["故宫", "门票", "60元"],
        ["故宫", "门票", "60元"],
        ["故宫", "地址", "北京"],
      ],
    },
    "kdconv-travel/test.json": [
      {
        messages: [
          { message: "一", attrs: [{ name: "故宫", attrname: "地址", attrvalue: "北京" }] },
          { message: "二" },
          { message: "三" },
          { message: "四" },
          { message: "五", attrs: [{ name: "故宫", attrname: "门票", attrvalue: "60元" }] },
        ],
      },
    ],
  };

  it("asks with the utterances before an annotated turn, and not before the first", async () => {
    const sets = await read(files);
    expect(only(sets["kdconv-3-utterances"]).questions).toMatchObject([
      { before: ["二", "三"], text: "四", gold: ["0"] },
    ]);
    expect(only(sets["kdconv-1-utterance"]).questions).toMatchObject([{ before: [], text: "四" }]);
  });

  it("holds a triple once, with its parts", async () => {
    const { documents } = only((await read(files))["kdconv-3-utterances"]);
    expect(documents).toEqual([
      { id: "0", text: "故宫 门票 60元", triple: { head: "故宫", relation: "门票", tail: "60元" } },
      { id: "1", text: "故宫 地址 北京", triple: { head: "故宫", relation: "地址", tail: "北京" } },
    ]);
  });
});

describe("RGB", () => {
  it("pools the passages of all questions, each once, and leaves out questions without a right one", async () => {
    const folder = await data({});
    await mkdir(path.join(folder, "rgb-zh"));
    const lines = [
      { query: "谁赢了？", positive: ["甲队赢了"], negative: ["下雨了"] },
      { query: "在哪里？", positive: [["在上海"], ["甲队赢了"]], negative: [] },
      { query: "为什么？", positive: [], negative: ["下雨了"] },
    ];
    await writeFile(
      path.join(folder, "rgb-zh/zh_int.json"),
      lines.map((line) => JSON.stringify(line)).join("\n"),
    );
    const { sets } = await readSets(folder);
    const pool = only(sets.find(({ name }) => name === "rgb-integration"));
    expect(pool.documents.map(({ text }) => text)).toEqual(["甲队赢了", "下雨了", "在上海"]);
    expect(pool.questions.map(({ id, gold }) => [id, gold])).toEqual([
      ["0", ["0"]],
      ["1", ["2", "0"]],
    ]);
  });
});

describe("Memora", () => {
  const session = {
    session_id: 4,
    date: "2025-06-01",
    conversation: [
      { speaker: "ai_agent", message: "Hello!" },
      { speaker: "user_agent", message: "I paint." },
      { speaker: "ai_agent", message: "Nice." },
    ],
  };
  const questions = {
    questions: {
      remembering: [
        {
          question: "What do I do?",
          question_date: "2025-06-07",
          memory_evidence: { hobby: [{ value: "painting", session_id: 4 }], others: { session_id: 99 } },
        },
        { question: "And then?", question_date: "2025-06-07", memory_evidence: {} },
      ],
    },
  };

  it("takes an answer with the words before it, and gold sessions from wherever they stand in the evidence", async () => {
    const sets = await read({
      "memora-weekly/ann.sessions.jsonl": [session],
      "memora-weekly/ann.questions.json": questions,
      "memora-weekly/bob.sessions.jsonl": [session],
    });
    const { pools } = sets["memora-sessions"] ?? { pools: [] };
    expect(pools.map(({ name }) => name)).toEqual(["ann"]);
    expect(pools[0]?.documents.map(({ text, reply }) => [text, reply])).toEqual([
      ["Hello!", undefined],
      ["I paint.", "Nice."],
    ]);
    expect(pools[0]?.questions.map(({ text, gold }) => [text, gold])).toEqual([["What do I do?", ["4"]]]);
  });
});

describe("MemoryBank-CN", () => {
  it("judges turns of the own user, turns of all, and days", async () => {
    const day = (text: string) => [{ query: text, response: "嗯" }];
    const evidence = (user: string, turns: readonly string[]) => ({
      user,
      question: "哪天？",
      gold_sessions: ["2023-04-27"],
      gold_turns: turns,
      session_level_only: turns.length === 0,
      false_premise: false,
      date_in_question: null,
    });
    const sets = await read({
      "memorybank/memory_bank_cn.json": {
        甲: { history: { "2023-04-27": day("我划船"), "2023-04-28": day("我在家") } },
        乙: { history: { "2023-04-27": day("我买鞋") } },
      },
      "memorybank/evidence_cn_UNOFFICIAL.jsonl": [evidence("甲", ["2023-04-27#0"]), evidence("乙", [])],
    });
    expect(sets["memorybank-turn-own"]?.pools.map(({ documents }) => documents.length)).toEqual([2, 1]);
    const pooled = only(sets["memorybank-turn-pooled"]);
    expect(pooled.documents.map(({ id }) => id)).toEqual([
      "甲 2023-04-27#0",
      "甲 2023-04-28#0",
      "乙 2023-04-27#0",
    ]);
    expect(pooled.questions.map(({ gold }) => gold)).toEqual([["甲 2023-04-27#0"]]);
    expect(
      sets["memorybank-session-own"]?.pools.flatMap(({ questions }) => questions.map(({ gold }) => gold)),
    ).toEqual([["甲 2023-04-27"], ["乙 2023-04-27"]]);
  });
});
