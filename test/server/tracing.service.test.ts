/** Traces in LangSmith, from a process as a person starts it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startFakeLangSmith } from "../support/fake-langsmith.ts";
import type { FakeLangSmith } from "../support/fake-langsmith.ts";
import { run } from "../support/processes.ts";

const NODES = ["understand", "retrieve", "merge_cache", "assemble_prompt", "answer", "write_back"];
const SECRETIVE = "我偷偷喜欢上了同桌";

let folder: string;
let langSmith: FakeLangSmith;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "miramate-test-"));
});
afterEach(async () => {
  await langSmith.close();
  await rm(folder, { recursive: true });
});

describe("with LANGSMITH_TRACING=true", () => {
  it("a turn is a trace in which every step is a run of its own, and the work after it another", async () => {
    langSmith = await startFakeLangSmith();
    const { code } = await run("terminal", [], folder, { input: `${SECRETIVE}\n`, env: langSmith.env });
    expect(code).toBe(0);

    const runs = langSmith.runs();
    const roots = runs.filter(({ parent_run_id }) => parent_run_id === undefined);
    expect(roots.map(({ name }) => name)).toEqual(expect.arrayContaining(["companion", "write_back"]));
    const turn = roots.find(({ name }) => name === "companion");
    const steps = runs.filter(({ parent_run_id }) => parent_run_id === turn?.id).map(({ name }) => name);
    expect(steps.filter((name) => name !== "__start__")).toEqual(NODES);
    expect(langSmith.received).toContain(SECRETIVE);
  }, 120_000);

  it("with the memory manager its steps stand within the step of the turn that asked it", async () => {
    langSmith = await startFakeLangSmith();
    const env = { ...langSmith.env, MEMORY_STRATEGY: "agent" };
    const { code } = await run("terminal", [], folder, { input: "我对什么过敏？\n", env });
    expect(code).toBe(0);
    const runs = langSmith.runs();
    const retrieve = runs.find(({ name }) => name === "retrieve");
    const manager = runs.find(
      ({ name, parent_run_id }) => name === "memory_manager" && parent_run_id === retrieve?.id,
    );
    const steps = runs.filter(({ parent_run_id }) => parent_run_id === manager?.id).map(({ name }) => name);
    expect(steps.filter((name) => name !== "__start__")).toEqual([
      "open",
      "plan",
      "use_tools",
      "plan",
      "finish",
    ]);
  }, 120_000);

  it("takes the rest of LangSmith's settings from .env, and shows no words where these hide them", async () => {
    langSmith = await startFakeLangSmith();
    const { LANGSMITH_TRACING, ...rest } = langSmith.env;
    const hidden = { ...rest, LANGSMITH_HIDE_INPUTS: "true", LANGSMITH_HIDE_OUTPUTS: "true" };
    const lines = Object.entries(hidden).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(path.join(folder, ".env"), lines.join(""));
    const { code } = await run("terminal", [], folder, {
      input: `${SECRETIVE}\n`,
      env: { LANGSMITH_TRACING: LANGSMITH_TRACING ?? "" },
    });
    expect(code).toBe(0);
    expect(langSmith.runs().map(({ name }) => name)).toEqual(expect.arrayContaining(NODES));
    expect(langSmith.received).not.toContain(SECRETIVE);
  }, 120_000);

  // LangSmith's client alone would hold the process for a minute and a half: longer than this test may take.
  it("an endpoint that never answers changes no answer and does not keep the process", async () => {
    langSmith = await startFakeLangSmith({ answers: false });
    const { code, stdout } = await run("terminal", [], folder, {
      input: "我对花生过敏\n我对什么过敏？\n",
      env: langSmith.env,
    });
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n")).toHaveLength(2);
    expect(stdout).toContain("花生");
  }, 60_000);
});
