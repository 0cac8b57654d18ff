import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HeldMemory, UserExport } from "../../../app/types.ts";
import { run, start } from "../../support/processes.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "miramate-test-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function conversationsOf(user: string): Promise<HeldMemory[]> {
  const file = path.join(folder, "export.json");
  await run("terminal", ["--user", user], folder, { input: `/export ${file} --force\n` });
  const { memories } = JSON.parse(await readFile(file, "utf8")) as UserExport;
  return memories.filter(({ collection }) => collection === "dialog_logs");
}

const line = (n: number, role: string, content: string): string =>
  `${JSON.stringify({ time: `2025-05-${String(1 + (n % 28)).padStart(2, "0")}T20:00:${String(n % 60).padStart(2, "0")}`, role, content })}\n`;

const conversation = (turns: number): string =>
  Array.from(
    { length: turns },
    (_, n) => line(n, "user", `第${n}天我读了《书${n}》`) + line(n, "assistant", "好看吗？"),
  ).join("");

describe("npm run import", () => {
  it("brings past conversations in, once, however often it runs", async () => {
    await writeFile(path.join(folder, "past.jsonl"), conversation(12));
    const first = await run("import", ["past.jsonl", "--user", "小林"], folder);
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toContain("新增 12 轮");
    const second = await run("import", ["past.jsonl", "--user", "小林"], folder);
    expect(second.stdout).toContain("新增 0 轮，已有 12 轮");
    const held = await conversationsOf("小林");
    expect(held).toHaveLength(12);
    expect(held[0]?.recordedAt).toBe("2025-05-01T12:00:00.000Z");
    expect(await conversationsOf("别人")).toEqual([]);
  }, 240_000);

  it("is complete after kill -9 in the middle and another run", async () => {
    const turns = 120;
    await writeFile(path.join(folder, "past.jsonl"), conversation(turns));
    const { child, ended } = start("import", ["past.jsonl", "--user", "小林"], folder);
    // Its first line of progress: something is stored, and more is to come.
    await new Promise((resolve) => child.stderr.once("data", resolve));
    child.kill("SIGKILL");
    expect((await ended).signal).toBe("SIGKILL");
    const second = await run("import", ["past.jsonl", "--user", "小林"], folder);
    expect(second).toMatchObject({ code: 0 });
    const texts = (await conversationsOf("小林")).map(({ text }) => text);
    expect(texts).toHaveLength(turns);
    expect(new Set(texts).size).toBe(turns);
  }, 240_000);

  it("imports nothing from a file with bad lines, names them, and ends with 2", async () => {
    await writeFile(path.join(folder, "past.jsonl"), `${conversation(2)}{\n${line(3, "system", "x")}`);
    const { code, stdout, stderr } = await run("import", ["past.jsonl", "--user", "小林"], folder);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain("第 5 行");
    expect(stderr).toContain("第 6 行");
    expect(stderr).toContain("[IMPORT_LINE_INVALID]");
    expect(await conversationsOf("小林")).toEqual([]);
  }, 240_000);

  it("says what is missing when no file is named", async () => {
    const { code, stderr } = await run("import", ["--user", "小林"], folder);
    expect(code).toBe(2);
    expect(stderr).toContain("--help");
  });
});
