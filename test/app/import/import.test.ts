import { appendFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cursorFile } from "../../../app/import/cursor.ts";
import { importFile } from "../../../app/import/import.ts";
import type { ImportNeeds, ImportResult } from "../../../app/import/import.ts";
import { progressOn } from "../../../app/command-line/progress.ts";
import { messagesFor } from "../../../app/messages/index.ts";
import { fakeCompanion } from "../../support/fake-companion.ts";
import type { FakeCompanion } from "../../support/fake-companion.ts";
import { textSink } from "../../support/streams.ts";

let folder: string;
let file: string;
let companion: FakeCompanion;
let continuedAt: number[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "miramate-test-"));
  file = path.join(folder, "past.jsonl");
  companion = fakeCompanion();
  continuedAt = [];
});
afterEach(() => rm(folder, { recursive: true }));

const said = (role: string, content: string, time = "2025-06-09T20:00", more: object = {}): object => ({
  time,
  role,
  content,
  ...more,
});

const write = (lines: readonly (object | string)[]): Promise<void> =>
  writeFile(
    file,
    lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
  );

const run = (options: Partial<ImportNeeds> = {}): Promise<ImportResult> =>
  importFile({
    companion,
    file,
    rules: { user: "u", timezone: "Asia/Shanghai", maxCharacters: 100 },
    session: undefined,
    skipBad: false,
    cursor: cursorFile(folder, [file]),
    onProgress: () => undefined,
    onContinue: (line) => continuedAt.push(line),
    stop: new AbortController().signal,
    ...options,
  });

const faultsOf = (result: ImportResult): string[] =>
  result.outcome === "refused"
    ? result.bad.map(({ line, fault }) => `${line.number}: ${fault(messagesFor("en").faults)}`)
    : [];

/** `turns` turns on one day, each with its answer. */
const conversation = (turns: number): object[] =>
  Array.from({ length: turns }, (_, n) => [
    said("user", `第${n}句`, `2025-06-09T20:${String(n % 60).padStart(2, "0")}`),
    said("assistant", `答${n}`, `2025-06-09T20:${String(n % 60).padStart(2, "0")}`),
  ]).flat();

describe("an import", () => {
  it("puts each calendar day of the user's timezone into a session of its own, out of short-term memory", async () => {
    await write([
      said("user", "晚安", "2025-06-09T15:59:00Z"),
      said("companion", "晚安", "2025-06-09T16:01:00Z"),
      said("user", "早", "2025-06-10T08:00"),
      said("user", "晚上好", "2025-06-11T20:00"),
    ]);
    expect(await run()).toEqual({ outcome: "done", added: 3, known: 0, skipped: 0 });
    expect(companion.pasts.map(({ session }) => session)).toEqual([
      "import:2025-06-09",
      "import:2025-06-10",
      "import:2025-06-11",
    ]);
    // An answer after midnight belongs to the words before midnight.
    expect(companion.pasts[0]?.utterances.map(({ who, text }) => `${who} ${text}`)).toEqual([
      "user 晚安",
      "companion 晚安",
    ]);
    expect(companion.pasts.every(({ intoSession }) => intoSession === false)).toBe(true);
  });

  it("puts everything into the session that is named", async () => {
    await write([said("user", "一", "2025-06-09"), said("user", "二", "2025-06-10")]);
    await run({ session: "旧日" });
    expect(companion.pasts.map(({ session, utterances }) => [session, utterances.length])).toEqual([
      ["旧日", 2],
    ]);
  });

  it("names every bad line and imports nothing", async () => {
    await write([
      said("user", "好的"),
      "{",
      "",
      said("system", "x"),
      said("user", "x", "last week"),
      said("user", " "),
      said("user", "x", "2025-06-09", { user: "v" }),
      said("user", "长".repeat(101)),
      { role: "user", content: "x" },
    ]);
    const result = await run();
    expect(faultsOf(result)).toEqual([
      "2: it is not JSON",
      "4: role must be user | assistant | companion",
      "5: time is no ISO time: last week",
      "6: content is empty",
      "7: these are the words of v and cannot be imported for u",
      "8: content has 101 characters, at most 100 are taken",
      "9: time is missing",
    ]);
    expect(companion.pasts).toEqual([]);
  });

  it("names twenty bad lines and counts the others", async () => {
    await write(Array.from({ length: 30 }, () => "{"));
    const result = await run();
    expect(faultsOf(result)).toHaveLength(20);
    expect(result).toMatchObject({ outcome: "refused", badCount: 30 });
  });

  it("leaves bad lines out when asked to, and takes no answer across one", async () => {
    await write([
      said("user", "一"),
      "{",
      said("companion", "答二"),
      said("user", "三"),
      said("companion", "答三"),
    ]);
    expect(await run({ skipBad: true })).toEqual({ outcome: "done", added: 3, known: 0, skipped: 1 });
  });

  it("takes the user from each line when none is given", async () => {
    const rules = { user: undefined, timezone: "Asia/Shanghai", maxCharacters: 100 };
    await write([
      said("user", "甲", "2025-06-09", { user: "甲" }),
      said("companion", "嗨", "2025-06-09", { user: "乙" }),
    ]);
    await run({ rules });
    expect(companion.pasts.map(({ user, utterances }) => [user, utterances.length])).toEqual([
      ["甲", 1],
      ["乙", 1],
    ]);
    await write([said("user", "x")]);
    expect(faultsOf(await run({ rules }))).toEqual([
      "1: it names no user; add one to the line or give --user",
    ]);
  });

  it("doubles nothing when it runs again", async () => {
    await write(conversation(50));
    expect(await run()).toMatchObject({ added: 50, known: 0 });
    expect(await run()).toMatchObject({ added: 0, known: 50 });
    await appendFile(file, `${JSON.stringify(said("user", "新的"))}\n`);
    expect(await run()).toMatchObject({ added: 1, known: 50 });
  });

  it("tells how far it is, up to the whole file", async () => {
    await write(conversation(50));
    const shares: number[] = [];
    const bytes = conversation(50).reduce(
      (sum: number, line) => sum + Buffer.byteLength(`${JSON.stringify(line)}\n`),
      0,
    );
    await run({ onProgress: (done) => shares.push(done / bytes) });
    expect(shares).toHaveLength(3);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });
});

describe("an import that was interrupted", () => {
  /** Interrupts after `batches` batches. */
  async function interrupted(batches: number): Promise<ImportResult> {
    const stop = new AbortController();
    let done = 0;
    return run({
      stop: stop.signal,
      onProgress: () => {
        done += 1;
        if (done === batches) stop.abort("SIGINT");
      },
    });
  }

  it("says what it stored and goes on from there", async () => {
    await write(conversation(100));
    expect(await interrupted(3)).toEqual({ outcome: "interrupted", added: 60, known: 0, skipped: 0 });
    companion.pasts.length = 0;
    expect(await run()).toMatchObject({ outcome: "done", added: 40, known: 20 });
    expect(continuedAt).toEqual([81]);
    // The last batch is sent twice more: to see that it is known, and as the first one of the rest.
    expect(companion.pasts).toHaveLength(4);
  });

  it("numbers later bad lines by the whole file when it goes on", async () => {
    await write(conversation(100));
    await interrupted(3);
    await appendFile(file, "{\n");
    expect(faultsOf(await run())).toEqual(["201: it is not JSON"]);
  });

  it("starts over when the stores do not know what was stored", async () => {
    await write(conversation(100));
    await interrupted(3);
    companion = fakeCompanion();
    const result = await run();
    expect(continuedAt).toEqual([]);
    // The batch that was sent to find out is known by then.
    expect(result).toMatchObject({ outcome: "done", added: 80, known: 20 });
  });

  it("starts over when the file begins in another way", async () => {
    await write(conversation(100));
    await interrupted(3);
    await write([said("user", "更早的话", "2025-06-08"), ...conversation(100)]);
    expect(await run()).toMatchObject({ outcome: "done", added: 41, known: 60 });
    expect(continuedAt).toEqual([]);
  });

  it("does not trip over a damaged cursor, and leaves none when it is done", async () => {
    await write(conversation(100));
    await interrupted(3);
    const [name = ""] = await readdir(path.join(folder, "imports"));
    await writeFile(path.join(folder, "imports", name), "{");
    expect(await run()).toMatchObject({ outcome: "done", added: 40, known: 60 });
    expect(await readdir(path.join(folder, "imports"))).toEqual([]);
  });
});

describe("the progress of an import", () => {
  it("is a bar on a terminal, drawn over itself", () => {
    const screen = Object.assign(textSink(), { isTTY: true });
    const progress = progressOn(screen, messagesFor("en").import.progress);
    progress.show(0.5, 10);
    progress.show(0.5, 10);
    progress.show(1, 20);
    progress.end();
    expect(screen.text.split("\r\u001b[K").slice(1)).toEqual([
      `${"█".repeat(12)}${"░".repeat(12)} Imported 50%, 10 turns`,
      `${"█".repeat(24)} Imported 100%, 20 turns\n`,
    ]);
  });

  it("is a line every ten per cent elsewhere", () => {
    const log = textSink();
    const progress = progressOn(log, messagesFor("en").import.progress);
    for (let n = 0; n <= 100; n += 1) progress.show(n / 100, n);
    expect(log.text.trim().split("\n")).toHaveLength(11);
  });
});
