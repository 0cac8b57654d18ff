import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { StepReport } from "../../../app/replay/replay.ts";
import { run } from "../../support/processes.ts";

let folder: string;
let temporary: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "miramate-test-"));
  temporary = path.join(folder, "tmp");
  await mkdir(temporary);
});
afterEach(() => rm(folder, { recursive: true }));

const script = (...steps: readonly object[]): string =>
  steps.map((step) => `${JSON.stringify({ user: "小林", session: "早上", ...step })}\n`).join("");

const life = script(
  { now: "2025-05-01T20:00", op: "past", who: "user", text: "我对花生过敏，千万别推荐有花生的东西。" },
  { now: "2025-05-01T20:01", op: "past", who: "companion", text: "好，我记住了。" },
  { now: "2025-05-01T21:00", op: "turn", text: "我下周三要去成都出差" },
  { now: "2025-05-02T08:00", op: "idle" },
  { now: "2025-05-03T12:00", op: "turn", session: "中午", text: "我对什么过敏来着？" },
  { now: "2025-05-03T12:01", op: "memories" },
  { now: "2025-05-03T12:01", op: "memories", user: "别人" },
);

const reportsOf = (stdout: string): StepReport[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as StepReport);

/** What a replay left in the folder for temporary files; tsx keeps a socket there. */
const leftBehind = async (): Promise<string[]> =>
  (await readdir(temporary)).filter((name) => name.startsWith("miramate-"));

const replayed = (args: readonly string[], input = "", env: Readonly<Record<string, string>> = {}) =>
  run("replay", args, folder, { input, env });

describe("npm run replay", () => {
  it("plays a life: what was said before is recalled with its source, and only for the one who said it", async () => {
    await writeFile(path.join(folder, "life.jsonl"), life);
    const { code, stdout, stderr } = await replayed(["life.jsonl"]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const reports = reportsOf(stdout);
    expect(reports).toHaveLength(7);
    const asked = reports[4];
    const found = asked?.recalled?.find(({ text }) => text.includes("花生"));
    expect(found).toMatchObject({ source: { turn: reports[0]?.turn } });
    expect(found?.legs.length).toBeGreaterThan(0);
    expect(asked?.answer).toContain("花生");
    expect(asked?.prompt?.blocks.some(({ text }) => text.includes("花生"))).toBe(true);
    expect(asked?.timings).toHaveProperty("retrieve");
    expect(reports[5]?.memories?.filter(({ collection }) => collection === "dialog_logs")).toHaveLength(3);
    expect(reports[6]?.memories).toEqual([]);
  }, 240_000);

  it("says the same a second time, but for the timings", async () => {
    const [first, second] = await Promise.all([replayed(["-"], life), replayed(["-"], life)]);
    const timeless = (stdout: string): object[] =>
      reportsOf(stdout).map((report) => ({ ...report, timings: {} }));
    expect(timeless(first.stdout)).toEqual(timeless(second.stdout));
  }, 240_000);

  it("goes on with the data of a folder that is named", async () => {
    const data = path.join(folder, "kept");
    await replayed(
      ["-", "--data", data],
      script({ now: "2025-05-01T20:00", op: "turn", text: "我养了一只猫叫年糕" }),
    );
    const { stdout } = await replayed(
      ["-", "--data", data],
      script({ now: "2025-05-02T20:00", op: "memories" }),
    );
    expect(JSON.stringify(reportsOf(stdout)[0]?.memories)).toContain("年糕");
  }, 240_000);

  it("keeps its temporary folder when asked to, and says where", async () => {
    const { stderr } = await replayed(["-", "--keep"], script({ now: "2025-05-01", op: "memories" }), {
      TMPDIR: temporary,
    });
    const [kept = "none"] = await leftBehind();
    expect(stderr).toContain(path.join(temporary, kept));
  }, 240_000);

  it("stops at a broken line with its number and code 2, after the steps before it", async () => {
    const { code, stdout, stderr } = await replayed(
      ["-"],
      `${script({ now: "2025-05-01", op: "memories" })}{\n${life}`,
      { TMPDIR: temporary },
    );
    expect(code).toBe(2);
    expect(reportsOf(stdout)).toHaveLength(1);
    expect(stderr).toContain("第 2 行");
    expect(stderr).toContain("[REPLAY_STEP_INVALID]");
    expect(await leftBehind()).toEqual([]);
  }, 240_000);

  it("tells of an empty message as a failed step and ends with 1", async () => {
    const { code, stdout } = await replayed(["-"], script({ now: "2025-05-01", op: "turn", text: " " }));
    expect(code).toBe(1);
    expect(reportsOf(stdout)[0]?.error?.code).toBe("MESSAGE_EMPTY");
  }, 240_000);

  it("says that a file is not there", async () => {
    const { code, stderr } = await replayed(["none.jsonl"]);
    expect(code).toBe(1);
    expect(stderr).toContain("[FILE_UNREADABLE]");
  });
});
