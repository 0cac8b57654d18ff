/** A reranker in the companion: its order reaches the prompt, /why tells it, and a turn never fails by it. */
import { describe, expect, it, onTestFinished } from "vitest";
import { messagesFor } from "../../app/messages/index.ts";
import { whyCommand } from "../../app/terminal/commands/why.ts";
import { createView } from "../../app/terminal/view.ts";
import { fixedClock } from "../../base/clock.ts";
import type { Environment } from "../../config/settings.ts";
import { always, promptOf, replies, startFakeOpenAI } from "../support/fake-openai.ts";
import type { FakeOpenAI, Reply } from "../support/fake-openai.ts";
import { NOW, openCompanion } from "../support/companion.ts";
import type { TestCompanion } from "../support/companion.ts";
import { nothingLearned, on, stepOf } from "../support/steps.ts";

const QUESTION = "关于我妈妈，你还记得什么？";
/** So long that they share little wording, whatever is replied: memories of one topic are told by time, topics by the best. */
const SAID = [
  "我妈妈以前是小学老师，在镇上那所学校教了一辈子语文，家里到现在还堆着旧课本、粉笔盒和学生们寄来的贺年卡。",
  "妈妈下周要坐高铁来上海看我，打算住上几天，行李箱里塞满腊肠、萝卜干和给邻居带的土鸡蛋，嘱咐我去车站接她。",
  "昨晚梦见妈妈围着蓝布围裙炖红烧肉，油花咕嘟咕嘟响，窗外飘雪，馋得我凌晨三点爬起来煮方便面填肚子。",
];

/** Likes what holds the word, and nothing else. */
const likes = (word: string): Reply => replies.rerank((text) => (text.includes(word) ? 0.9 : 0.1));

/** A companion that was told three things; what it is asked afterwards is of another session. */
async function told(env: Environment): Promise<TestCompanion> {
  const companion = await openCompanion({ env });
  for (const [at, text] of SAID.entries()) await companion.say(text, { session: `told-${at}` });
  await companion.settle();
  return companion;
}

async function withEndpoint(
  reply: Reply,
  env: Environment = {},
): Promise<{ companion: TestCompanion; server: FakeOpenAI }> {
  const server = await startFakeOpenAI([], { rerank: always(reply) });
  onTestFinished(() => server.close());
  const companion = await told({
    MIRAMATE_RERANKER: "endpoint",
    MIRAMATE_RERANKER_BASE_URL: server.url,
    MIRAMATE_RERANKER_MODEL: "bge-reranker-v2-m3",
    MIRAMATE_MODEL_RETRIES: "0",
    ...env,
  });
  return { companion, server };
}

describe("with a /rerank endpoint", () => {
  it.each(["老师", "高铁", "红烧肉"])(
    "what it likes best, %s, comes first among the memories of the prompt",
    async (word) => {
      const { companion } = await withEndpoint(likes(word));
      const { recalled, prompt, degraded } = await companion.say(QUESTION);
      expect(degraded).toEqual([]);
      expect(recalled.length).toBeGreaterThan(2);
      expect(recalled[0]?.text).toContain(word);
      const text = prompt.messages.map(({ content }) => content).join("\n");
      const [, memories = ""] = /\n<memories>\n([^]*?)\n<\/memories>/.exec(text) ?? [];
      expect(memories.split("\n")[0]).toContain(word);
    },
  );

  it("each memory that it read carries what it made of it as a factor", async () => {
    const { companion } = await withEndpoint(likes("高铁"));
    const { recalled } = await companion.say(QUESTION);
    for (const { text, factors, score } of recalled) {
      expect(factors["rerank"]).toBeCloseTo(text.includes("高铁") ? 9 : 1, 10);
      expect(score).toBeCloseTo(
        Object.values(factors).reduce((sum, factor) => sum + factor, 0),
        10,
      );
    }
  });

  it.each<[string, Reply, RegExp]>([
    ["what the reranker made of each memory", likes("高铁"), /分数构成：.*rerank 9(?!\d)/],
    ["that it failed", replies.status(503), /recall\.rerank（RERANKER_FAILED），改用 builtin/],
  ])("/why tells %s", async (_, reply, told) => {
    const { companion } = await withEndpoint(reply);
    const lastTurn = await companion.say(QUESTION);
    const { text } = await whyCommand.run("", {
      companion,
      user: "u1",
      locale: "zh",
      messages: messagesFor("zh"),
      view: createView({ colours: false, timezone: "Asia/Shanghai", locale: "zh" }),
      clock: fixedClock(NOW),
      lastTurn,
    });
    expect(text).toMatch(told);
  });

  it("it is asked once a turn, with the memories that may be told and no more of them than is set", async () => {
    const { companion, server } = await withEndpoint(likes("老师"), { MIRAMATE_RERANKER_TOP_N: "2" });
    const before = server.requests.length;
    await companion.say(QUESTION);
    const asked = server.requests.slice(before);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body.model).toBe("bge-reranker-v2-m3");
    expect(asked[0]?.body.query).toContain("妈妈");
    expect(asked[0]?.body.documents).toHaveLength(2);
  });

  it("it is not asked where nothing is looked up", async () => {
    const { companion, server } = await withEndpoint(replies.rerank(() => 1));
    const before = server.requests.length;
    expect((await companion.say("早上好！")).recalled).toEqual([]);
    expect(server.requests.length).toBe(before);
  });

  it("it raises nothing above the floor", async () => {
    const { companion } = await withEndpoint(replies.rerank((text) => (text.includes("红烧肉") ? 1 : 0)));
    const { recalled } = await companion.say("行李箱里的腊肠是给谁的？");
    const texts = recalled.map(({ text }) => text).join("\n");
    expect(texts).toContain("腊肠");
    expect(texts).not.toContain("红烧肉");
  });

  it.each<[string, Reply]>([
    ["hangs", replies.hang()],
    ["is overloaded", replies.status(503)],
    ["refuses the key", replies.status(401)],
    ["is a web page", replies.html()],
    ["leaves a memory out", replies.body({ results: [{ index: 0, relevance_score: 1 }] })],
  ])("the turn keeps the built-in order and says so when it %s", async (_, reply) => {
    const builtIn = await (await told({})).say(QUESTION);
    const { companion } = await withEndpoint(reply, { MIRAMATE_RERANKER_DEADLINE_MS: "300" });
    const { recalled, degraded, answer } = await companion.say(QUESTION);
    expect(degraded).toEqual([{ part: "recall.rerank", reason: "RERANKER_FAILED", instead: "builtin" }]);
    expect(recalled.map(({ text }) => text)).toEqual(builtIn.recalled.map(({ text }) => text));
    expect(answer).not.toBe("");
  });

  it("a dead one costs its turns the order and nothing else", async () => {
    const companion = await told({
      MIRAMATE_RERANKER: "endpoint",
      MIRAMATE_RERANKER_BASE_URL: "http://127.0.0.1:1",
      MIRAMATE_MODEL_RETRIES: "0",
    });
    const { recalled, degraded } = await companion.say(QUESTION);
    expect(degraded.map(({ part }) => part)).toEqual(["recall.rerank"]);
    expect(recalled.length).toBeGreaterThan(2);
  });

  it("a turn that is given up while it waits ends with the reason", async () => {
    const stop = new AbortController();
    const reason = new Error("the person went away");
    let asking = false;
    const { companion } = await withEndpoint(async (request, response) => {
      if (asking) stop.abort(reason);
      else return likes("老师")(request, response);
      await request.hungUp;
    });
    asking = true;
    await expect(companion.say(QUESTION, { signal: stop.signal })).rejects.toBe(reason);
  });
});

describe("with the small model as the reranker", () => {
  const quiet = [
    on("extract", replies.json(nothingLearned)),
    on("reflect", replies.json({})),
    on("events", replies.json({ events: [], finishedFocus: [] })),
    on("answer", replies.text("好。")),
  ];

  async function withSmallModel(reply: Reply): Promise<{ companion: TestCompanion; server: FakeOpenAI }> {
    const server = await startFakeOpenAI([...quiet, on("rerank", reply)]);
    onTestFinished(() => server.close());
    const companion = await told({
      OPENAI_BASE_URL: server.url,
      CHAT_MODEL: "big",
      SMALL_MODEL: "small",
      UNDERSTANDING: "rules",
      MIRAMATE_RERANKER: "small-model",
      MIRAMATE_MODEL_RETRIES: "0",
    });
    return { companion, server };
  }

  /** Names the number that stands before the word. */
  const names =
    (word: string): Reply =>
    (request, response) => {
      const number = new RegExp(`^- (\\d+) ".*${word}`, "m").exec(promptOf(request))?.[1];
      return replies.json({ order: [Number(number)] })(request, response);
    };

  it("its order reaches the prompt, for two model calls before the last token", async () => {
    const { companion, server } = await withSmallModel(names("红烧肉"));
    const before = server.chats.length;
    const { recalled, degraded } = await companion.say(QUESTION);
    expect(degraded).toEqual([]);
    expect(recalled[0]?.text).toContain("红烧肉");
    const asked = server.chats.slice(before, before + 2);
    expect(asked.map((request) => [stepOf(request), request.body.model])).toEqual([
      ["rerank", "small"],
      ["answer", "big"],
    ]);
    await companion.settle();
    expect(server.unscripted).toEqual([]);
  });

  it("the turn keeps the built-in order and says so when the model answers nonsense twice", async () => {
    const { companion } = await withSmallModel(replies.json({ order: [77] }));
    const { recalled, degraded, answer } = await companion.say(QUESTION);
    expect(degraded).toEqual([{ part: "recall.rerank", reason: "RERANKER_FAILED", instead: "builtin" }]);
    expect(recalled.length).toBeGreaterThan(2);
    expect(answer).toBe("好。");
  });

  it("nothing opens without a model, and the sentence says what to set", async () => {
    await expect(
      openCompanion({ env: { MIRAMATE_RERANKER: "small-model", UNDERSTANDING: "rules" } }),
    ).rejects.toMatchObject({ code: "SETTING_INVALID", message: /OPENAI_API_KEY/ });
  });
});
