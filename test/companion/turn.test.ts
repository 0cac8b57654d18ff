import { describe, expect, it } from "vitest";
import { isMiraMateError } from "../../base/errors.ts";
import { openCompanion, temporaryFolder, wordEmbedder } from "../support/companion.ts";

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "none",
    (error: unknown) => (isMiraMateError(error) ? error.code : String(error)),
  );

describe("a turn", () => {
  it("is remembered in a new session", async () => {
    const companion = await openCompanion();
    await companion.say("我养了一只橘猫，叫豆豆。");
    const { recalled } = await companion.say("我的橘猫叫什么名字？", { session: "s2" });
    expect(recalled.map(({ text }) => text).join("\n")).toContain("豆豆");
  });

  it("that only asked the same before is no answer", async () => {
    const companion = await openCompanion();
    await companion.say("我养了一只橘猫，叫豆豆。");
    await companion.say("我的橘猫叫什么？", { session: "s2" });
    const { answer, recalled } = await companion.say("我的橘猫叫什么？", { session: "s3" });
    expect(answer).toContain("豆豆");
    expect(recalled.map(({ text }) => text).join()).not.toContain("叫什么");
  });

  it("is remembered by the next process, and held once", async () => {
    const folder = temporaryFolder();
    const first = await openCompanion({ folder });
    await first.say("我养了一只橘猫，叫豆豆。");
    await first.close();
    const second = await openCompanion({ folder });
    await second.settle();
    const logs = (await second.memories("u1")).filter(({ collection }) => collection === "dialog_logs");
    expect(logs).toHaveLength(1);
    expect((await second.say("我的橘猫叫什么名字？", { session: "s2" })).recalled.length).toBeGreaterThan(0);
  });

  it("that was only queued when the process died is written back by the next one, once", async () => {
    const folder = temporaryFolder();
    const first = await openCompanion({ folder, background: false });
    await first.say("我对花生过敏。");
    expect((await first.memories("u1")).map(({ collection }) => collection)).toEqual(["dialog_logs"]);
    await first.close();
    const second = await openCompanion({ folder });
    await second.settle();
    const memories = await second.memories("u1");
    expect(memories.filter(({ collection }) => collection === "dialog_logs")).toHaveLength(1);
    expect(memories.filter(({ text }) => /花生/.test(text) && /过敏/.test(text)).length).toBeGreaterThan(1);
  });

  it("tells what a memory is about in the buffer before it is consolidated", async () => {
    const companion = await openCompanion();
    await companion.say("我对花生过敏。");
    const { recalled } = await companion.say("我对什么过敏？", { session: "s2" });
    expect(recalled.some(({ buffered, collection }) => buffered && collection === "facts")).toBe(true);
  });

  it("shows the assembled prompt with its named blocks and budgets", async () => {
    const companion = await openCompanion();
    const { prompt } = await companion.say("你好");
    expect(prompt.blocks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["business", "structure", "session", "task"]),
    );
    for (const block of prompt.blocks) expect(block.tokens).toBeLessThanOrEqual(block.budget);
    expect(prompt.messages[0]?.role).toBe("system");
    expect(prompt.messages.at(-1)?.content).toContain("你好");
  });

  it("leaves the beginning of the prompt byte-identical from turn to turn", async () => {
    const companion = await openCompanion();
    const first = await companion.say("我叫陈晨，今天有点累。");
    await companion.idle("u1");
    const second = await companion.say("晚饭吃什么好？", { now: new Date("2025-06-10T19:00:00+08:00") });
    const third = await companion.say("ok", { now: new Date("2025-06-10T19:01:00+08:00") });
    expect(first.prompt.messages[0]?.content).not.toContain("陈晨");
    expect(second.prompt.messages[0]?.content).toContain("陈晨");
    expect(third.prompt.messages[0]).toEqual(second.prompt.messages[0]);
  });

  it("names the time of every node", async () => {
    const companion = await openCompanion();
    const { timings } = await companion.say("你好");
    expect(Object.keys(timings)).toEqual([
      "understand",
      "retrieve",
      "merge_cache",
      "assemble_prompt",
      "answer",
      "write_back",
    ]);
  });

  it("keeps the conversation of the last turns as messages with their roles", async () => {
    const companion = await openCompanion();
    await companion.say("我刚跑完步。");
    const { prompt } = await companion.say("累死了", { now: new Date("2025-06-09T15:22:00+08:00") });
    const [, human, answer] = prompt.messages;
    expect(human).toMatchObject({ role: "user" });
    expect(human?.content).toContain("我刚跑完步。");
    expect(answer?.role).toBe("assistant");
  });

  it("brings focus events into the prompt while they matter, and not after they expired", async () => {
    const companion = await openCompanion();
    await companion.say("明天下午要考试，好紧张。");
    const before = await companion.say("在吗？", {
      session: "s2",
      now: new Date("2025-06-10T09:00:00+08:00"),
    });
    expect(before.prompt.blocks.find(({ name }) => name === "session")?.text).toContain("考试");
    const after = await companion.say("在吗？", {
      session: "s3",
      now: new Date("2025-06-30T09:00:00+08:00"),
    });
    expect(after.prompt.blocks.find(({ name }) => name === "session")?.text).not.toContain("要考试");
  });

  it("keeps what was recalled in mind for five turns", async () => {
    const companion = await openCompanion();
    await companion.say("我的橘猫叫豆豆。");
    const minute = (count: number): Date =>
      new Date(Date.parse("2025-06-09T16:00:00+08:00") + count * 60_000);
    const counts: number[] = [];
    const inputs = ["我的橘猫叫什么？", "好的", "嗯嗯", "哈哈", "谢谢", "好的好的"];
    for (const [index, text] of inputs.entries()) {
      const { recalled } = await companion.say(text, { session: "s2", now: minute(index) });
      counts.push(recalled.filter((hit) => hit.text.includes("豆豆")).length);
    }
    expect(counts.map((count) => count > 0)).toEqual([true, true, true, true, true, false]);
  });

  it.each([
    ["an empty message", { text: "" }, "MESSAGE_EMPTY"],
    ["white space alone", { text: " \n\t　" }, "MESSAGE_EMPTY"],
    ["200 KB in one message", { text: "很".repeat(70_000) }, "MESSAGE_TOO_LONG"],
    ["no user", { user: "" }, "USER_REQUIRED"],
    ["no session", { session: " " }, "SESSION_REQUIRED"],
    ["an unknown timezone", { timezone: "Mars/Olympus" }, "TIMEZONE_INVALID"],
  ])("with %s is refused with a code, and the conversation goes on", async (_, request, code) => {
    const companion = await openCompanion();
    await companion.say("我对花生过敏。");
    expect(await codeOf(companion.say("你好", request))).toBe(code);
    expect((await companion.say("我对什么过敏？")).answer).not.toBe("");
    expect(
      (await companion.memories("u1")).filter(({ collection }) => collection === "dialog_logs"),
    ).toHaveLength(2);
  });

  it("of 20,000 characters is taken whole", async () => {
    const companion = await openCompanion();
    const text = "今天走了很远的路。".repeat(2_222);
    await companion.say(text);
    const [log] = await companion.memories("u1");
    expect(log?.text).toContain(text);
  });

  it("with text that looks like code, markup or control characters changes nothing but itself", async () => {
    const companion = await openCompanion();
    const text = "$& $1 ${x} <b> \u0000\u202e ' \" ; DROP TABLE store; -- 🐱👨‍👩‍👧";
    await companion.say(text);
    await companion.say("还在吗");
    expect((await companion.memories("u1")).map((memory) => memory.text).join()).toContain(
      "DROP TABLE store",
    );
  });
});

describe("users", () => {
  it("never see each other's memories, also in sessions of the same name", async () => {
    const companion = await openCompanion();
    await companion.say("我对花生过敏。", { user: "小明" });
    await companion.settle();
    const other = await companion.say("我对花生过敏吗？", { user: "小红" });
    expect(other.recalled).toEqual([]);
    expect(other.prompt.messages.map(({ content }) => content).join()).not.toContain("小明");
    expect(other.prompt.messages).toHaveLength(2);
    expect(await companion.memories("小红")).toHaveLength(1);
    expect((await companion.focus("小红")).length).toBe(0);
  });

  it.each(["张三.李四", "../x", "a/b", "用户%", "a.b", "a%2eb", "_", "%", "'; --", "langgraph", "👩‍🚀"])(
    "of the id %s have their own memories",
    async (user) => {
      const companion = await openCompanion();
      await companion.say("我对花生过敏。", { user });
      await companion.say("我喜欢爬山。", { user: `${user}2` });
      await companion.idle(user);
      const texts = (await companion.memories(user)).map(({ text }) => text).join("\n");
      expect(texts).toContain("花生");
      expect(texts).not.toContain("爬山");
    },
  );
});

describe("memory", () => {
  it("does not take the companion's words for the user's", async () => {
    const companion = await openCompanion();
    await companion.past({
      user: "u1",
      session: "s1",
      utterances: [
        { who: "user", text: "你平时喜欢吃什么呀？", at: new Date("2025-05-01T20:00:00+08:00") },
        { who: "companion", text: "我最喜欢草莓冰淇淋！", at: new Date("2025-05-01T20:00:10+08:00") },
        { who: "user", text: "哈哈真可爱", at: new Date("2025-05-01T20:01:00+08:00") },
      ],
    });
    await companion.idle("u1");
    const beliefs = (await companion.memories("u1")).filter(({ collection }) => collection !== "dialog_logs");
    expect(beliefs).toEqual([]);
  });

  it("of an earlier time taken in twice is there once", async () => {
    const companion = await openCompanion();
    const request = {
      user: "u1",
      session: "s1",
      utterances: [
        { who: "user" as const, text: "我对花生过敏。", at: new Date("2025-05-01T20:00:00+08:00") },
      ],
    };
    expect(await companion.past(request)).toMatchObject({ added: 1, known: 0 });
    await companion.idle("u1");
    const once = await companion.memories("u1");
    expect(await companion.past(request)).toMatchObject({ added: 0, known: 1 });
    await companion.idle("u1");
    expect(await companion.memories("u1")).toEqual(once);
  });

  it("keeps a turn out that the user asked not to remember", async () => {
    const companion = await openCompanion();
    await companion.say("这件事你别记下来：我下个月打算辞职。");
    await companion.idle("u1");
    expect(await companion.memories("u1")).toEqual([]);
  });

  it("masks a secret everywhere, the conversation included", async () => {
    const companion = await openCompanion();
    await companion.say("我的邮箱密码是 Tulip#2291，帮我想想安不安全。");
    const next = await companion.say("你觉得呢？", { now: new Date("2025-06-09T15:21:00+08:00") });
    await companion.idle("u1");
    expect(JSON.stringify(await companion.export("u1"))).not.toContain("Tulip#2291");
    expect(JSON.stringify(next.prompt)).not.toContain("Tulip#2291");
  });

  it("written by another embedder is refused with both names, and nothing is touched", async () => {
    const folder = temporaryFolder();
    const first = await openCompanion({ folder });
    await first.say("我对花生过敏。");
    await first.settle();
    await first.close();
    const other = await openCompanion({ folder, embedder: wordEmbedder("other") }).catch(
      (error: unknown) => error,
    );
    expect(isMiraMateError(other, "EMBEDDER_MISMATCH")).toBe(true);
    expect(String(other)).toContain("npm run migrate");
    const again = await openCompanion({ folder });
    expect((await again.say("我对什么过敏？", { session: "s2" })).recalled.length).toBeGreaterThan(0);
  });

  it("supersedes on a change of mind, and the old belief comes only with questions about the past", async () => {
    const companion = await openCompanion();
    await companion.say("我住在上海。", { now: new Date("2024-09-01T10:00:00+08:00") });
    await companion.idle("u1");
    await companion.say("我搬到杭州了，现在住在杭州。", { now: new Date("2025-05-03T10:00:00+08:00") });
    await companion.idle("u1");
    const facts = (await companion.memories("u1")).filter(({ collection }) => collection === "facts");
    expect(facts.find(({ text }) => text.includes("上海"))).toMatchObject({ status: "superseded" });
    const ask = (text: string) =>
      companion.say(text, { session: text, now: new Date("2025-06-01T15:00:00+08:00") });
    const now = await ask("我住在哪里？");
    expect(
      now.recalled
        .filter(({ collection }) => collection === "facts")
        .map(({ text }) => text)
        .join(),
    ).not.toContain("上海");
    const then = await ask("我去年住在哪里来着？");
    expect(then.recalled.map(({ text }) => text).join()).toContain("上海");
    expect((await companion.profile("u1")).items["residence"]).toMatchObject({
      value: "杭州",
      previous: [{ value: "上海" }],
    });
  });
});

describe("a correction", () => {
  it("said within the same instant still comes after what it corrects", async () => {
    const companion = await openCompanion();
    const at = new Date("2025-05-03T10:00:00+08:00");
    for (const text of ["我生日是5月8号。", "啊不对，说错了，是5月18号。"]) {
      await companion.past({ user: "u1", session: "s1", utterances: [{ who: "user", text, at }] });
      await companion.settle();
    }
    await companion.idle("u1");
    const held = (await companion.memories("u1")).filter(({ collection }) => collection === "facts");
    expect(
      held
        .filter(({ status }) => status === "active")
        .map(({ text }) => text)
        .join(),
    ).toContain("5月18号");
    expect(held.find(({ text }) => text.includes("5月8号"))?.status).toBe("retracted");
    expect((await companion.profile("u1")).items["birthday"]?.value).toContain("18");
  });
});
