import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { WorkerThread } from "../../../../models/embedder/e5/worker-thread.ts";

const CRASHES = `require("node:worker_threads").parentPort.once("message", () => {
  throw new Error("out of memory");
});`;
const ENDS = `require("node:worker_threads").parentPort.once("message", () => process.exit(3));`;
const ANSWERS = `const { parentPort } = require("node:worker_threads");
parentPort.on("message", ({ id, texts }) => {
  parentPort.postMessage({ id, vectors: Float32Array.of(texts.length) });
});`;
const SAYS_NOTHING = `require("node:worker_threads").parentPort.on("message", () => {});`;

/** A thread whose workers run the given scripts, one after another; the last one stays. */
function threadOf(...scripts: string[]): WorkerThread {
  return new WorkerThread(
    () => new Worker((scripts.length > 1 ? scripts.shift() : scripts[0]) ?? "", { eval: true }),
  );
}

it("tells those who wait of a crash and its cause, and starts a fresh thread for the next text", async () => {
  const thread = threadOf(CRASHES, ANSWERS);
  const waiting = [thread.encode(["a"], "query"), thread.encode(["b"], "passage")];
  for (const result of await Promise.allSettled(waiting)) {
    expect(result).toMatchObject({
      status: "rejected",
      reason: { code: "EMBEDDER_FAILED", cause: { message: "out of memory" } },
    });
  }
  expect(await thread.encode(["a", "b"], "query")).toEqual(Float32Array.of(2));
  await thread.stop();
});

it("tells those who wait when the thread ends without an error", async () => {
  const thread = threadOf(ENDS);
  await expect(thread.encode(["a"], "query")).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
});

it("tells those who wait when it is stopped, and can be used again", async () => {
  const thread = threadOf(SAYS_NOTHING, ANSWERS);
  const waiting = thread.encode(["a"], "query");
  const told = expect(waiting).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
  await thread.stop();
  await told;
  expect(await thread.encode(["a"], "query")).toEqual(Float32Array.of(1));
  await thread.stop();
});

it("starts no thread for a text that is not wanted any more", async () => {
  let started = 0;
  const thread = new WorkerThread(() => {
    started++;
    return new Worker(ANSWERS, { eval: true });
  });
  await expect(thread.encode(["a"], "query", AbortSignal.abort(new Error("stopped")))).rejects.toThrow(
    "stopped",
  );
  await thread.stop();
  expect(started).toBe(0);
});
