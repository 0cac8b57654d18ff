/** The terminal with a real model's protocol behind it: a scripted server over HTTP. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { always, createGate, replies, startFakeOpenAI } from "../../support/fake-openai.ts";
import type { FakeOpenAI, Reply } from "../../support/fake-openai.ts";
import { run, start } from "../../support/processes.ts";
import { on } from "../../support/steps.ts";

let folder: string;
let server: FakeOpenAI;
let env: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "miramate-test-"));
  server = await startFakeOpenAI();
  env = {
    OPENAI_API_KEY: "test",
    OPENAI_BASE_URL: server.url,
    CHAT_MODEL: "someone-large",
    UNDERSTANDING: "rules",
    MIRAMATE_MODEL_RETRIES: "0",
  };
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Everything beside the answer that is asked gets an error, and rules do it. */
const answerWith = (reply: Reply): void => server.script([on("answer", reply), always(replies.status(400))]);

it("names the model, and writes an answer as it comes, over a pipe too", async () => {
  const gate = createGate();
  answerWith(replies.gated(["今天", "想聊", "什么？"], gate));
  const life = start("terminal", [], folder, env);
  life.child.stdin.write("你好\n");
  gate.release();
  await life.printedMoreThan(0);
  expect(life.stdout).toBe("今天");
  gate.release(2);
  await life.printed(1);
  expect(life.stdout).toBe("今天想聊什么？\n");
  life.child.stdin.end();
  const { code, banner } = await life.ended;
  expect(code).toBe(0);
  expect(banner).toContain("someone-large");
  expect(banner).not.toContain("OPENAI_API_KEY");
}, 240_000);

it("does not keep the turn whose answer was interrupted, says so, and keeps the one before", async () => {
  answerWith(replies.text("嗯嗯"));
  const life = start("terminal", [], folder, env);
  life.child.stdin.write("我住在杭州\n");
  await life.printed(1);
  answerWith(replies.hangAfter("我觉得"));
  life.child.stdin.write("我想搬家\n");
  await life.printedMoreThan(life.stdout.length);
  life.child.kill("SIGINT");
  const { code, stdout } = await life.ended;
  expect(code).toBe(130);
  expect(stdout.split("\n")[1]).toMatch(/^我.*（这一轮没有保存）$/);
  const held = await run("terminal", [], folder, { input: "/memories\n" });
  expect(held.stdout).toContain("我住在杭州");
  expect(held.stdout).not.toContain("我想搬家");
}, 240_000);
