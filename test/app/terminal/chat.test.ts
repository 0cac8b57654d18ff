import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChat } from "../../../app/terminal/chat.ts";
import type { Chat, ChatNeeds } from "../../../app/terminal/chat.ts";
import { createView } from "../../../app/terminal/view.ts";
import { linesOf } from "../../../app/command-line/lines.ts";
import { sentenceFor } from "../../../app/command-line/edge.ts";
import { fixedClock } from "../../../base/clock.ts";
import { MiraMateError } from "../../../base/errors.ts";
import { initialStatus } from "../../../memory/status.ts";
import { fakeCompanion, heldMemory, pieces, untilAborted } from "../../support/fake-companion.ts";
import type { FakeCompanion } from "../../support/fake-companion.ts";
import { bytesOf, textSink } from "../../support/streams.ts";
import type { TextSink } from "../../support/streams.ts";

let companion: FakeCompanion;
let out: TextSink;
let err: TextSink;

beforeEach(() => {
  companion = fakeCompanion();
  out = textSink();
  err = textSink();
});

const never = new AbortController().signal;

function chatOf(options: Partial<ChatNeeds> = {}): Chat {
  return createChat({
    companion,
    user: "u",
    session: "s",
    companionName: "小梦",
    locale: "zh",
    view: createView({ colours: false, timezone: "Asia/Shanghai", locale: "zh" }),
    clock: fixedClock("2025-06-12T07:20:00Z"),
    out,
    err,
    interactive: false,
    sentenceFor: (error) => sentenceFor(error, { MIRAMATE_LOCALE: "zh" }),
    ...options,
  });
}

/** Runs a chat over these lines; how many could not be handled. */
function chat(lines: string | Uint8Array, options: Partial<ChatNeeds> = {}): Promise<number> {
  return chatOf(options).run(linesOf(bytesOf(lines)), never);
}

describe("a piped chat", () => {
  it("answers every line with one line on standard output and nothing else there", async () => {
    companion.script.push(pieces("你", "好"), pieces("晚安"));
    expect(await chat("你好\n晚安\n")).toBe(0);
    expect(out.text).toBe("你好\n晚安\n");
    expect(err.text).toBe("");
    expect(companion.turns).toMatchObject([
      { user: "u", session: "s", text: "你好" },
      { user: "u", session: "s", text: "晚安" },
    ]);
  });

  it("streams: a piece is written before the next one is made", async () => {
    let atSecond = "";
    companion.script.push(({ onToken }) => {
      onToken?.("第一");
      atSecond = out.text;
      onToken?.("第二");
      return { answer: "第一第二" };
    });
    await chat("嗨\n");
    expect(atSecond).toBe("第一");
  });

  it("writes the line feed that ends an answer only when the turn is durable", async () => {
    let beforeDurable = "";
    companion.script.push(async ({ onToken }) => {
      onToken?.("好的\n");
      await Promise.resolve();
      beforeDurable = out.text;
      return { answer: "好的\n" };
    });
    await chat("嗨\n");
    expect(beforeDurable).toBe("好的");
    expect(out.text).toBe("好的\n");
  });

  it("writes line breaks within an answer as spaces, wherever the pieces are cut", async () => {
    companion.script.push(pieces("\n\n一", "\n", "\n二\r", "\n三 四\n"));
    await chat("嗨\n");
    expect(out.text).toBe("一 二 三 四\n");
  });

  it("passes over empty lines", async () => {
    expect(await chat("\n   \n\t\n你好\n\n")).toBe(0);
    expect(companion.turns).toHaveLength(1);
  });

  it("takes lines of Windows, with a byte order mark", async () => {
    await chat("\ufeff你好\r\n晚安\r\n");
    expect(companion.turns.map(({ text }) => text)).toEqual(["你好", "晚安"]);
  });

  it("sends no line that is not UTF-8, says which one, and goes on", async () => {
    const lines = Buffer.concat([Buffer.from([0xc4, 0xe3, 0x0a]), Buffer.from("在吗\n")]);
    expect(await chat(lines)).toBe(1);
    expect(companion.turns.map(({ text }) => text)).toEqual(["在吗"]);
    expect(err.text).toContain("第 1 行");
  });

  it("says an error with its code on standard error and goes on with the next line", async () => {
    companion.script.push(() => {
      throw new MiraMateError("MESSAGE_TOO_LONG", { zh: "消息太长了。", en: "Too long." });
    });
    expect(await chat("很长\n你好\n")).toBe(1);
    expect(err.text).toBe("消息太长了。 [MESSAGE_TOO_LONG]\n");
    expect(out.text).toBe("echo: 你好\n");
  });

  it("tells how to report an error that nobody foresaw", async () => {
    companion.script.push(() => {
      throw new TypeError("x is undefined");
    });
    await chat("你好\n");
    expect(err.text).toContain("x is undefined");
    expect(err.text).toContain("npm run replay");
    expect(err.text).not.toContain("at ");
  });

  it("marks an answer that broke off as not kept, so that its line is no acknowledgement", async () => {
    companion.script.push(({ onToken }) => {
      onToken?.("我觉得");
      throw new MiraMateError("STORE_UNAVAILABLE", { zh: "没能存下来。", en: "Not stored." });
    });
    await chat("你好\n");
    expect(out.text).toBe("我觉得……（这一轮没有保存）\n");
  });

  it("writes what was kept when another answer took the place of a broken one", async () => {
    companion.script.push(({ onToken }) => {
      onToken?.("我想说的");
      return { answer: "我记得你喜欢茶。" };
    });
    await chat("你好\n");
    expect(out.text).toBe("我想说的 我记得你喜欢茶。\n");
  });

  it("writes an answer that came without pieces", async () => {
    companion.script.push(() => ({ answer: "在的" }));
    await chat("你好\n");
    expect(out.text).toBe("在的\n");
  });

  it("names what did not work on standard error", async () => {
    companion.script.push(() => ({
      answer: "在的",
      degraded: [{ part: "recall.vector", reason: "INDEX_UNAVAILABLE", instead: "without" }],
    }));
    expect(await chat("你好\n")).toBe(0);
    expect(out.text).toBe("在的\n");
    expect(err.text).toContain("recall.vector (INDEX_UNAVAILABLE)");
  });

  it("lets no answer or stored text command the terminal", async () => {
    companion.script.push(pieces("红\u001b[31m色\u0007", "\u009b2J\u202e好"));
    companion.held = [heldMemory({ text: "a\u001b]0;title\u0007b" })];
    await chat("你好\n/memories\n");

    expect(out.text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(out.text).toContain("红[31m色2J好");
  });
});

describe("a chat with a person", () => {
  it("names the speaker and keeps the answer's lines", async () => {
    companion.script.push(pieces("一\n", "二\n"));
    await chat("嗨\n", { interactive: true });
    expect(out.text).toBe("小梦：一\n二\n");
  });

  it("stops an answer when interrupted, says that it is not kept, and goes on", async () => {
    const subject = chatOf({ interactive: true });
    companion.script.push(untilAborted("我想", () => setImmediate(() => subject.interrupt())));
    expect(await subject.run(linesOf(bytesOf("你好\n还在吗\n")), never)).toBe(1);
    expect(out.text).toBe("小梦：我想……（这一轮没有保存）\n小梦：echo: 还在吗\n");
    expect(err.text).toBe("已停下，这一轮没有保存。\n");
  });

  it("keeps a turn that was stored before the interruption reached it", async () => {
    const subject = chatOf({ interactive: true });
    companion.script.push(({ onToken }) => {
      onToken?.("好");
      subject.interrupt();
      onToken?.("的");
      return { answer: "好的" };
    });
    await subject.run(linesOf(bytesOf("你好\n")), never);
    expect(out.text).toBe("小梦：好的\n");
    expect(err.text).toBe("");
  });

  it("has nothing to interrupt between two answers", async () => {
    const subject = chatOf();
    await subject.run(linesOf(bytesOf("你好\n")), never);
    expect(subject.interrupt()).toBe(false);
  });

  it("ends during an answer when it is told to stop", async () => {
    const stop = new AbortController();
    companion.script.push(untilAborted("我", () => setImmediate(() => stop.abort("SIGTERM"))));
    await chatOf().run(linesOf(bytesOf("你好\n还在吗\n")), stop.signal);
    expect(companion.turns).toHaveLength(1);
  });
});

describe("commands", () => {
  it("send a line that begins with two slashes as a message with one", async () => {
    await chat("//help 是什么意思\n");
    expect(companion.turns.map(({ text }) => text)).toEqual(["/help 是什么意思"]);
  });

  it("say so when there is none of that name, and list nothing as sent", async () => {
    expect(await chat("/memory\n/__proto__\n/constructor\n")).toBe(3);
    expect(companion.turns).toEqual([]);
    expect(err.text).toContain("没有 /memory 这个命令");
    expect(err.text).toContain("/help");
  });

  it("/help lists every command, its columns in line", async () => {
    await chat("/help\n");
    for (const name of ["/memories", "/profile", "/status", "/focus", "/why", "/idle", "/export", "/quit"]) {
      expect(out.text).toContain(name);
    }
  });

  it("/quit ends the chat before the lines that follow", async () => {
    await chat("/quit\n你好\n");
    expect(companion.turns).toEqual([]);
  });

  it("/memories groups by collection and tells times in words, state and what is not consolidated", async () => {
    companion.held = [
      heldMemory({
        text: "小伙伴要考试",
        eventStart: "2025-06-09T16:00:00.000Z",
        eventEnd: "2025-06-10T16:00:00.000Z",
        eventGrain: "day",
        buffered: true,
      }),
      heldMemory({ text: "小伙伴住在上海", status: "superseded" }),
      heldMemory({ text: "小伙伴喜欢茶", collection: "user_preferences" }),
    ];
    await chat("/memories\n");
    expect(out.text).toBe(
      [
        "事实（2）",
        "• 小伙伴要考试",
        "  2025年6月9日星期一下午3点20分 · 说的是 2025年6月10日星期二 · 待整理",
        "• 小伙伴住在上海",
        "  2025年6月9日星期一下午3点20分 · 已被取代",
        "喜好（1）",
        "• 小伙伴喜欢茶",
        "  2025年6月9日星期一下午3点20分",
        "",
      ].join("\n"),
    );
  });

  it("/memories with words shows only what has them all", async () => {
    companion.held = [
      heldMemory({ text: "小伙伴喜欢 Green Tea" }),
      heldMemory({ text: "小伙伴喜欢咖啡", tags: ["tea"] }),
      heldMemory({ text: "小伙伴喜欢水" }),
    ];
    await chat("/memories 喜欢  TEA\n/memories 牛奶\n");
    expect(out.text).toContain("Green Tea");
    expect(out.text).toContain("咖啡");
    expect(out.text).not.toContain("喜欢水");
    expect(out.text).toContain("没有含「牛奶」的记忆。");
  });

  it("/memories shows the newest of many and says how many are left", async () => {
    companion.held = Array.from({ length: 35 }, (_, n) => heldMemory({ text: `记忆${n}。` }));
    await chat("/memories\n");
    expect(out.text).toContain("更早的还有 5 条");
    expect(out.text).not.toContain("记忆4。");
    expect(out.text).toContain("记忆34。");
  });

  it("/profile, /status and /focus tell what is held", async () => {
    const since = "2025-06-09T07:20:00.000Z";
    companion.heldProfile = {
      items: {
        residence: {
          value: "杭州",
          since,
          source: "turn_1",
          confidence: 0.9,
          alwaysRemember: true,
          previous: [{ value: "上海", from: "2024-01-01T00:00:00.000Z", to: since }],
        },
      },
    };
    companion.heldStatus = {
      ...initialStatus,
      session: { id: "s", messages: 3, startedAt: since, lastInteraction: since },
    };
    companion.heldFocus = [
      {
        id: "focus_1",
        content: "小伙伴要考试",
        keywords: ["考试"],
        eventStart: "2025-06-10T06:00:00.000Z",
        eventEnd: "2025-06-10T10:00:00.000Z",
        eventGrain: "daypart",
        expiresAt: "2025-06-11T16:00:00.000Z",
        createdAt: since,
        source: "turn_1",
      },
    ];
    expect(await chat("/profile\n/status\n/focus\n")).toBe(0);
    expect(out.text).toContain("住在  杭州");
    expect(out.text).toContain("自 2025年6月9日星期一下午3点20分 · 始终记得 · 以前：上海");
    expect(out.text).toContain("伙伴的心情：平静");
    expect(out.text).toContain("客气而有距离（1/10）");
    expect(out.text).toContain("3 轮");
    expect(out.text).toContain("小伙伴要考试\n  2025年6月10日星期二下午2点");
  });

  it("/why says that there was no answer yet", async () => {
    await chat("/why\n");
    expect(out.text).toContain("还没有回答过");
  });

  it("/why tells collection, text, score, legs, factors, source, quote, when, degraded parts and times", async () => {
    companion.script.push(() => ({
      answer: "你对花生过敏",
      understanding: {
        intent: "ask_memory",
        emotion: "neutral",
        memoryQuery: "小伙伴对什么过敏",
        queries: [],
        keywords: ["过敏"],
        needsMemory: true,
      },
      recalled: [
        {
          id: "m1",
          collection: "facts",
          text: "小伙伴对花生过敏",
          score: 0.8333,
          legs: [
            { leg: "vector", rank: 1, score: 0.912 },
            { leg: "keyword", rank: 2, score: 5.5 },
          ],
          factors: { recency: 0.9 },
          source: { thread: "s0", turn: "turn_0", quote: "我对花生过敏" },
          recordedAt: "2025-06-09T07:20:00.000Z",
          status: "active",
          buffered: true,
          importance: 0.8,
        },
      ],
      degraded: [{ part: "recall.time", reason: "MODEL_TIMEOUT", instead: "without" }],
      timings: { understand: 3.456, retrieve: 12 },
    }));
    await chat("我对什么过敏\n/why\n");
    for (const piece of [
      "查找「小伙伴对什么过敏」",
      "1. 0.83 事实 小伙伴对花生过敏",
      "语义 第 1 名 0.91 · 关键词 第 2 名 5.5",
      "分数构成：recency 0.9",
      "出处：会话 s0，轮次 turn_0",
      "原话：「我对花生过敏」",
      "记于 2025年6月9日星期一下午3点20分（3天前）",
      "待整理",
      "recall.time（MODEL_TIMEOUT），改用 without",
      "understand 3.46 · retrieve 12",
    ]) {
      expect(out.text).toContain(piece);
    }
  });

  it("/idle first lets what was just said be taken in, then consolidates", async () => {
    companion.idleReport = { ...companion.idleReport, read: 2, written: 1, duplicates: 1 };
    await chat("/idle\n");
    expect(companion.calls).toEqual(["settle", "idle u"]);
    expect(out.text).toContain("读了 2 条，写入 1 条");
  });

  it("are said in English where that is the locale", async () => {
    await chat("/memories\n/nonsense\n", { locale: "en" });
    expect(out.text).toBe("There are no memories yet.\n");
    expect(err.text).toContain("There is no command /nonsense");
  });

  it("that fail leave the chat going", async () => {
    companion.memories = async () => {
      throw new MiraMateError("STORE_UNAVAILABLE", { zh: "存储不可用。", en: "Down." });
    };
    expect(await chat("/memories\n你好\n")).toBe(1);
    expect(err.text).toBe("存储不可用。 [STORE_UNAVAILABLE]\n");
    expect(out.text).toBe("echo: 你好\n");
  });
});

describe("/export", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "miramate-test-"));
    companion.held = [heldMemory({ text: "小伙伴喜欢茶" })];
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("writes everything as JSON and leaves no other file behind", async () => {
    expect(await chat(`/export ${folder}/我的 记忆.json\n`)).toBe(0);
    expect(await readdir(folder)).toEqual(["我的 记忆.json"]);
    const exported = JSON.parse(await readFile(path.join(folder, "我的 记忆.json"), "utf8")) as object;
    expect(exported).toMatchObject({
      format: "miramate-export",
      user: "u",
      memories: [{ text: "小伙伴喜欢茶" }],
    });
  });

  it("refuses a file that exists and leaves it as it is, unless forced", async () => {
    const file = path.join(folder, "a.json");
    await writeFile(file, "mine");
    expect(await chat(`/export ${file}\n`)).toBe(1);
    expect(await readFile(file, "utf8")).toBe("mine");
    expect(err.text).toContain("--force");
    expect(await chat(`/export ${file} --force\n`)).toBe(0);
    expect(await readFile(file, "utf8")).toContain("miramate-export");
    expect(await readdir(folder)).toEqual(["a.json"]);
  });

  it("/why tells a leg once, by its best place, and why a memory came that no leg found", async () => {
    const memory = {
      collection: "dialog_logs" as const,
      score: 1,
      factors: {},
      recordedAt: "2025-06-09T07:20:00.000Z",
      status: "active" as const,
      buffered: false,
      importance: 0.5,
    };
    companion.script.push(() => ({
      answer: "你说过",
      recalled: [
        {
          ...memory,
          id: "m1",
          text: "小伙伴：猫咪打针了",
          legs: [
            { leg: "keyword", rank: 4, score: 2, query: 0 },
            { leg: "keyword", rank: 1, score: 3, query: 1 },
          ],
        },
        { ...memory, id: "m2", text: "小伙伴：花了两百", legs: [], beside: "m1" },
        { ...memory, id: "m3", text: "小伙伴：昨天下雨", legs: [] },
      ],
    }));
    await chat("猫怎么了\n/why\n");
    expect(out.text.match(/关键词 第/g)).toHaveLength(1);
    expect(out.text).toContain("关键词 第 1 名 3");
    expect(out.text).toMatch(/花了两百\n.*紧挨着找到的那段对话/);
    expect(out.text).toMatch(/昨天下雨\n.*来自前几轮/);
  });

  it("says why a file cannot be written", async () => {
    expect(await chat(`/export ${folder}/none/a.json\n/export\n`)).toBe(2);
    expect(err.text).toContain("ENOENT");
    expect(err.text).toContain("请写上文件名");
  });
});
