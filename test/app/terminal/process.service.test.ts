import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run, start } from "../../support/processes.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "miramate-test-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("npm start over a pipe", () => {
  it("answers each line with a line, says first what it runs on, and remembers when it is started again", async () => {
    const first = await run("terminal", [], folder, { input: "你好\n我对花生过敏\n" });
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout.trimEnd().split("\n")).toHaveLength(2);
    expect(first.banner).toContain("sqlite");
    expect(first.banner).toContain("OPENAI_API_KEY");
    const second = await run("terminal", [], folder, { input: "我对什么过敏？\n/memories 花生\n/why\n" });
    expect(second).toMatchObject({ code: 0 });
    expect(second.stdout.split("\n")[0]).toContain("花生");
    expect(second.stdout).toContain("我对花生过敏");
  }, 240_000);

  it("ends with code 1 when a line could not be taken, after having taken the others", async () => {
    const { code, stdout, stderr } = await run("terminal", [], folder, {
      input: `${"长".repeat(60_000)}\n你好\n`,
    });
    expect(code).toBe(1);
    expect(stderr).toContain("MESSAGE_TOO_LONG");
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  }, 240_000);

  it("ends cleanly on SIGTERM while it waits, and on SIGINT with the code of an interruption", async () => {
    const codes = await Promise.all(
      (["SIGTERM", "SIGINT"] as const).map(async (signal) => {
        const { child, printed, ended } = start("terminal", [], path.join(folder), {
          MIRAMATE_DATA: path.join(folder, signal),
        });
        child.stdin.write("你好\n");
        await printed(1);
        child.kill(signal);
        const { code, stderr } = await ended;
        expect(stderr).not.toContain("replay");
        return code;
      }),
    );
    expect(codes).toEqual([0, 130]);
  }, 240_000);

  it("ends quietly when nobody reads its answers any more", async () => {
    const { child, printed, ended } = start("terminal", [], folder);
    child.stdin.write("你好\n");
    await printed(1);
    child.stdout.destroy();
    child.stdin.end("还在吗\n喂\n");
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr).not.toContain("EPIPE");
  }, 240_000);
});

describe("npm start that cannot start", () => {
  it.each([
    ["an unknown setting", { MIRAMATE_COLOUR: "red" }, "SETTING_INVALID"],
    ["a data folder that cannot be", { MIRAMATE_DATA: "/dev/null/data" }, "DATA_FOLDER_UNWRITABLE"],
  ])("because of %s says so, with its code, and ends with 1", async (_what, env, code) => {
    const ended = await run("terminal", [], folder, { env, input: "你好\n" });
    expect(ended.code).toBe(1);
    expect(ended.stdout).toBe("");
    expect(ended.stderr).toContain(`[${code}]`);
    expect(ended.stderr).not.toContain("    at ");
  });

  it("because of an unknown option says how to get help, and ends with 2", async () => {
    const { code, stderr } = await run("terminal", ["--sesion", "x"], folder);
    expect(code).toBe(2);
    expect(stderr).toContain("--sesion");
    expect(stderr).toContain("--help");
  });

  it("shows its help in the person's language", async () => {
    const { code, stdout } = await run("terminal", ["--help"], folder, { env: { MIRAMATE_LOCALE: "en" } });
    expect(code).toBe(0);
    expect(stdout).toContain("--session NAME");
  });
});
