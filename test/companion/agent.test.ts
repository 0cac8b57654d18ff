/** The companion with the memory manager: what stands around the manager's own graph. */
import { describe, expect, it, onTestFinished } from "vitest";
import type { CompanionOptions } from "../../app/companion.ts";
import { openCompanion } from "../support/companion.ts";
import { promptOf, replies, startFakeOpenAI } from "../support/fake-openai.ts";
import type { Script } from "../support/fake-openai.ts";
import { on, stepOf } from "../support/steps.ts";

async function withModel(script: Script, env: CompanionOptions["env"] = {}) {
  const server = await startFakeOpenAI(script);
  onTestFinished(() => server.close());
  const companion = await openCompanion({
    env: {
      MEMORY_STRATEGY: "agent",
      OPENAI_API_KEY: "test",
      OPENAI_BASE_URL: server.url,
      CHAT_MODEL: "m",
      MIRAMATE_MODEL_RETRIES: "0",
      UNDERSTANDING: "rules",
      ...env,
    },
  });
  return { companion, server };
}

const saves = replies.calls([{ name: "save_user_profile_info", args: { category: "过敏", value: "花生" } }]);
const THOUGHT = "她说起过敏时有点紧张，我要记得提醒她。";

describe("inner thoughts", () => {
  const script = [
    on("think", replies.text(THOUGHT)),
    on("manage", replies.text("没有相关的记忆。"), 1),
    on("manage", replies.text("没有。")),
    on("answer", replies.text("记住了。")),
  ];

  it("come from a step of their own, go to the manager as thoughts, and stand in the episode", async () => {
    const { companion, server } = await withModel(script);
    await companion.say("我对花生过敏。");
    await companion.settle();
    expect(server.chats.map(stepOf)).toContain("think");
    const record = server.chats.filter((request) => stepOf(request) === "manage").at(-1)!;
    expect(promptOf(record)).toContain(THOUGHT);
    const [episode] = (await companion.memories("u1")).filter(({ collection }) => collection === "episodic");
    expect(episode?.metadata?.["context"]).toBe(`内心思考：${THOUGHT}`);
    expect(episode?.text).not.toContain(THOUGHT);
  });

  it("can be switched off", async () => {
    const { companion, server } = await withModel(script, { MIRAMATE_INNER_THOUGHTS: "off" });
    await companion.say("我对花生过敏。");
    await companion.settle();
    expect(server.chats.map(stepOf)).not.toContain("think");
    const [episode] = (await companion.memories("u1")).filter(({ collection }) => collection === "episodic");
    expect(episode?.metadata).not.toHaveProperty("context");
  });

  it("are no source of facts: what only the companion thought is not kept as the user's", async () => {
    const { companion } = await withModel([
      on("think", replies.text("她大概是个钢琴老师。")),
      on("manage", replies.text("没有。"), 1),
      on(
        "manage",
        replies.calls([{ name: "save_user_profile_info", args: { category: "职业", value: "钢琴老师" } }]),
        1,
      ),
      on("manage", replies.text("好了。")),
      on("answer", replies.text("真好听。")),
    ]);
    await companion.say("我今天弹了一下午琴。");
    await companion.settle();
    expect(JSON.stringify(await companion.profile("u1"))).not.toContain("钢琴老师");
  });

  it("that fail are done without", async () => {
    const { companion } = await withModel([
      on("think", replies.status(500)),
      on("manage", saves, 1),
      ...script.slice(1),
    ]);
    await companion.say("我对花生过敏。");
    await companion.settle();
    expect((await companion.memories("u1")).map(({ collection }) => collection)).toContain("episodic");
  });
});

describe("a turn", () => {
  it("whose reply is an error message is in the dialogue log, and the manager writes nothing of it", async () => {
    const { companion, server } = await withModel([
      on("think", replies.text(THOUGHT)),
      on("manage", saves),
      on("answer", replies.text("API error (429): rate limit exceeded")),
    ]);
    await companion.say("我对花生过敏。");
    await companion.settle();
    expect((await companion.memories("u1")).map(({ collection }) => collection)).toEqual(["dialog_logs"]);
    expect(await companion.profile("u1")).toEqual({ items: {} });
    expect(server.chats.map(stepOf).filter((step) => step === "think")).toEqual([]);
  });

  it("that is remembered is found in another session, with the turn it comes from, and is explained", async () => {
    const companion = await openCompanion({ env: { MEMORY_STRATEGY: "agent" } });
    const told = await companion.say("我养了一只橘猫，叫豆豆。");
    await companion.settle();
    const { recalled, answer } = await companion.say("我的橘猫叫什么名字？", { session: "s2" });
    expect(answer).toContain("豆豆");
    const [episode] = recalled.filter(({ collection }) => collection === "episodic");
    expect(episode?.source?.turn).toBe(told.turn);
    expect(episode?.legs.map(({ leg }) => leg)).toContain("keyword");
    expect(episode?.factors).toHaveProperty("decay");
  });

  it("does not recall what was said a moment ago in the same conversation: that stands in the history", async () => {
    const companion = await openCompanion({ env: { MEMORY_STRATEGY: "agent" } });
    await companion.say("我养了一只橘猫，叫豆豆。");
    await companion.settle();
    const { recalled } = await companion.say("我的橘猫叫什么名字？");
    expect(recalled.filter(({ collection }) => collection === "episodic")).toEqual([]);
  });

  it("after a change of strategy still knows what the other one kept of the user", async () => {
    const first = await openCompanion();
    await first.say("我叫林舟，对花生过敏。");
    await first.idle("u1");
    await first.close();
    const second = await openCompanion({ folder: first.folder, env: { MEMORY_STRATEGY: "agent" } });
    const { prompt } = await second.say("你好呀", { session: "s2" });
    expect(JSON.stringify(prompt)).toContain("花生");
    await second.say("我住在青岛。", { session: "s2" });
    await second.settle();
    await second.close();
    const third = await openCompanion({ folder: first.folder });
    expect(JSON.stringify((await third.say("我住在哪里？", { session: "s3" })).prompt)).toContain("青岛");
  });
});
