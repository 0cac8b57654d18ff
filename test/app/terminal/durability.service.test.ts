/** Rule 1: nothing acknowledged is lost, nothing is stored twice, whatever happens to the process. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { UserExport } from "../../../app/types.ts";
import { run, start } from "../../support/processes.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "miramate-test-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** How often each of these lines is held as something the user said in a conversation. */
async function timesHeld(lines: readonly string[]): Promise<number[]> {
  const file = path.join(folder, "export.json");
  const { code, stderr } = await run("terminal", [], folder, { input: `/export ${file} --force\n` });
  expect(stderr).not.toContain("[");
  expect(code).toBe(0);
  const { memories } = JSON.parse(await readFile(file, "utf8")) as UserExport;
  const logs = memories.filter(({ collection }) => collection === "dialog_logs");
  return lines.map((line) => logs.filter(({ text }) => text.split("\n")[0]?.endsWith(line)).length);
}

it("finds every acknowledged turn once after kill -9 at varied points", async () => {
  const acknowledged: string[] = [];
  const unfinished: string[] = [];
  for (let round = 0; round < 8; round += 1) {
    const life = start("terminal", ["--session", "同一个"], folder);
    const turns = 1 + (round % 3);
    for (let turn = 1; turn <= turns; turn += 1) {
      const line = `第${round}轮第${turn}件事：我在${["阳台", "书房", "厨房"][turn - 1]}种了${round * 10 + turn}盆花`;
      life.child.stdin.write(`${line}\n`);
      await life.printed(turn);
      acknowledged.push(line);
    }
    // By turns: right after the acknowledgement, with the next line just sent, and with its answer under way.
    if (round % 3 > 0) {
      const line = `第${round}轮最后：我说到一半`;
      unfinished.push(line);
      const before = life.stdout.length;
      life.child.stdin.write(`${line}\n`);
      if (round % 3 === 2) await life.printedMoreThan(before);
    }
    life.child.kill("SIGKILL");
    expect(await life.ended).toMatchObject({ signal: "SIGKILL" });
  }
  expect(await timesHeld(acknowledged)).toEqual(acknowledged.map(() => 1));
  for (const times of await timesHeld(unfinished)) expect(times).toBeLessThanOrEqual(1);
}, 240_000);

it("loses no turn of two processes that talk in one session at the same time", async () => {
  const saidBy = (who: string): string[] =>
    Array.from({ length: 6 }, (_, n) => `${who}第${n}句：我今天走了${n + 1}公里`);
  const [left, right] = [saidBy("左"), saidBy("右")];
  const ended = await Promise.all(
    [left, right].map((lines) =>
      run("terminal", ["--session", "同一个"], folder, { input: `${lines.join("\n")}\n` }),
    ),
  );
  for (const { code, stdout } of ended) {
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n")).toHaveLength(6);
  }
  expect(await timesHeld([...left, ...right])).toEqual([...left, ...right].map(() => 1));
}, 240_000);
