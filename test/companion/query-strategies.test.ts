/**
 * Query work by the small model: each strategy is a field of the one understand call, asked for only when it is switched on, and
 * whatever the model writes into it, recall searches with what is usable and says of each query where it came from.
 */
import { describe, expect, it, onTestFinished } from "vitest";
import { QUERY_WORK } from "../../memory/recall/queries.ts";
import type { QueryWork } from "../../memory/recall/queries.ts";
import { openCompanion } from "../support/companion.ts";
import { promptOf, replies, startFakeOpenAI } from "../support/fake-openai.ts";
import { nothingLearned, on, stepOf } from "../support/steps.ts";

const FIELDS: Readonly<Record<QueryWork, string>> = {
  rewrite: "memoryQuery",
  split: "parts",
  hypothetical: "hypothetical",
  variants: "variants",
  step_back: "stepBack",
  keywords: "keywords",
  routing: "collections",
  time: "timeRange",
};

/** What a model answers that does all it is asked for. */
const FULL = {
  intent: "ask_memory",
  emotion: "neutral",
  needsMemory: true,
  aboutPast: false,
  memoryQuery: "小伙伴的橘猫叫什么名字",
  parts: ["小伙伴的橘猫的名字", "小伙伴的橘猫的年龄"],
  hypothetical: "小伙伴的橘猫叫豆豆，两岁了",
  variants: ["小伙伴给猫咪取的名字"],
  stepBack: "小伙伴的宠物",
  keywords: ["橘猫", "名字"],
  timeRange: null,
  collections: ["facts"],
};

async function asked(work: readonly QueryWork[] | "none", answer: object, text = "它叫什么？几岁了？") {
  const server = await startFakeOpenAI([
    on("understand", replies.json(answer)),
    on("extract", replies.json(nothingLearned)),
    on("reflect", replies.json({})),
    on("answer", replies.text("好。")),
  ]);
  onTestFinished(() => server.close());
  const companion = await openCompanion({
    env: {
      OPENAI_API_KEY: "test",
      OPENAI_BASE_URL: server.url,
      CHAT_MODEL: "m",
      MIRAMATE_MODEL_RETRIES: "0",
      MIRAMATE_QUERY_STRATEGIES: work === "none" ? "none" : work.join(","),
    },
  });
  await companion.say("我养了一只橘猫，叫豆豆，两岁了。", { session: "s0" });
  await companion.settle();
  const before = server.chats.length;
  const turn = await companion.say(text);
  const calls = server.chats.slice(before).filter((request) => stepOf(request) === "understand");
  return { ...turn, calls, prompt: promptOf(calls[0]!) };
}

const queriesOf = ({ understanding }: Awaited<ReturnType<typeof asked>>) =>
  understanding.queries.map(({ text, strategy }) => `${strategy}: ${text}`);

describe("each strategy of query work", () => {
  it.each(QUERY_WORK)(
    "%s is asked for when it is on, in the one call, and not when it is off",
    async (work) => {
      const field = new RegExp(`\\b${FIELDS[work]}\\b`);
      const on = await asked([work], FULL);
      expect(on.calls).toHaveLength(1);
      expect(on.prompt).toMatch(field);
      const off = await asked(
        QUERY_WORK.filter((other) => other !== work),
        FULL,
      );
      expect(off.prompt).not.toMatch(field);
      expect(JSON.stringify(off.calls[0]?.body.response_format ?? "")).not.toMatch(field);
    },
  );

  it("what is on is searched with, each query with its strategy, so that they can be counted", async () => {
    const turn = await asked([...QUERY_WORK], FULL);
    expect(queriesOf(turn)).toEqual([
      "rewrite: 小伙伴的橘猫叫什么名字",
      "part: 小伙伴的橘猫的名字",
      "part: 小伙伴的橘猫的年龄",
      "hypothetical: 小伙伴的橘猫叫豆豆，两岁了",
      "variant: 小伙伴给猫咪取的名字",
      "step_back: 小伙伴的宠物",
    ]);
    expect(turn.understanding.keywords).toEqual(["橘猫", "名字"]);
    expect(turn.understanding.routes).toMatchObject({ facts: 1 });
    expect(turn.recalled.map(({ text }) => text).join()).toContain("豆豆");
    expect(new Set(turn.recalled.flatMap(({ legs }) => legs.map(({ query }) => query)))).toContain(1);
  });

  it("what is off is not used, though the model writes it", async () => {
    const turn = await asked(["rewrite", "keywords"], FULL);
    expect(queriesOf(turn)).toEqual(["rewrite: 小伙伴的橘猫叫什么名字"]);
    expect(turn.understanding.routes).toBeUndefined();
  });

  it("with none the question is searched with as it was asked", async () => {
    const turn = await asked("none", FULL, "我的橘猫叫什么名字？");
    expect(turn.understanding.queries.map(({ strategy }) => strategy)).toEqual(["asked"]);
    expect(turn.understanding.keywords).toEqual([]);
    expect(turn.recalled.map(({ text }) => text).join()).toContain("豆豆");
  });
});

describe("what a model gets wrong in it", () => {
  const MAIN = "rewrite: 小伙伴的橘猫叫什么名字";

  it.each<[string, object, readonly string[]]>([
    [
      "fields left out",
      { parts: undefined, hypothetical: undefined, variants: undefined, stepBack: undefined },
      [MAIN],
    ],
    [
      "null everywhere",
      { parts: null, hypothetical: null, variants: null, stepBack: null, keywords: null, collections: null },
      [MAIN],
    ],
    ["empty texts", { parts: ["", " "], hypothetical: "", variants: ["\n"], stepBack: "  " }, [MAIN]],
    [
      "one part, which is the whole again",
      { parts: ["小伙伴的橘猫的名字"], hypothetical: "", variants: [], stepBack: "" },
      [MAIN],
    ],
    [
      "what repeats the question",
      {
        parts: [],
        hypothetical: "小伙伴的橘猫，叫什么名字？",
        variants: ["小伙伴的橘猫叫什么名字"],
        stepBack: "",
      },
      [MAIN],
    ],
    [
      "another language",
      { parts: [], hypothetical: "His cat is called Bean.", variants: ["the name of the cat"], stepBack: "" },
      [MAIN],
    ],
    [
      "a text where a list is asked for",
      { parts: [], hypothetical: "", variants: "小伙伴给猫咪取的名字", stepBack: "" },
      [MAIN, "variant: 小伙伴给猫咪取的名字"],
    ],
    [
      "a field that nobody asked for",
      { parts: [], hypothetical: "", variants: [], stepBack: "", sql: "DROP TABLE store" },
      [MAIN],
    ],
  ])("%s", async (_, wrong, expected) => {
    const turn = await asked([...QUERY_WORK], { ...FULL, ...wrong });
    expect(queriesOf(turn).filter((query) => !query.startsWith("part"))).toEqual(expected);
    expect(turn.degraded).toEqual([]);
    expect(turn.recalled.map(({ text }) => text).join()).toContain("豆豆");
  });

  it("twenty queries are six, and the longest is cut", async () => {
    const variants = Array.from({ length: 20 }, (_, at) => `小伙伴的猫的名字的第${at}种问法`);
    const turn = await asked([...QUERY_WORK], { ...FULL, memoryQuery: "橘猫".repeat(2_500), variants });
    expect(turn.understanding.queries).toHaveLength(6);
    expect(Math.max(...turn.understanding.queries.map(({ text }) => text.length))).toBeLessThanOrEqual(200);
  });

  it("a query in a language that the user does not speak gives way to the rules' own", async () => {
    const turn = await asked(
      [...QUERY_WORK],
      { ...FULL, memoryQuery: "What is the cat's name?" },
      "我的橘猫叫什么名字？",
    );
    expect(turn.understanding.queries[0]?.text).toMatch(/橘猫/);
  });

  it("unknown collections are a mistake that it is shown once; then the rules read the input", async () => {
    const turn = await asked(
      [...QUERY_WORK],
      { ...FULL, collections: ["passwords"] },
      "我的橘猫叫什么名字？",
    );
    expect(turn.calls).toHaveLength(2);
    expect(turn.degraded.map(({ part, instead }) => `${part}:${instead}`)).toEqual(["understand:rules"]);
    expect(turn.recalled.map(({ text }) => text).join()).toContain("豆豆");
  });

  it("a time that ends before it begins is none", async () => {
    const timeRange = { start: "2025-06-09T00:00:00+08:00", end: "2025-06-01T00:00:00+08:00", words: "上周" };
    const turn = await asked([...QUERY_WORK], { ...FULL, timeRange });
    expect(turn.understanding.timeRange).toBeUndefined();
  });
});
