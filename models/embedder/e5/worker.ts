/**
 * Entry of the worker thread that encodes. A question goes before stored texts, and nobody waits longer than
 * one forward pass for the thread to look at new messages: indexing a long history does not hold up a turn.
 *
 * Failures are not caught here: they end the thread, and worker-thread.ts tells those who wait and starts a
 * new one.
 */
import { setImmediate } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import type { EmbeddingKind } from "../port.ts";
import { loadEncoder } from "./encoder.ts";

export type Request =
  | { readonly id: number; readonly kind: EmbeddingKind; readonly texts: readonly string[] }
  | { readonly id: number; readonly cancelled: true };

/** `vectors` holds those of all texts, one after another. */
export interface Reply {
  readonly id: number;
  readonly vectors: Float32Array;
}

interface Job {
  readonly kind: EmbeddingKind;
  readonly steps: Generator<void, Float32Array, void>;
}

const port = parentPort;
if (port === null) throw new Error("worker.ts runs as a worker thread only");

const encoder = await loadEncoder();
const jobs = new Map<number, Job>();
let working = false;

port.on("message", (request: Request) => {
  if ("cancelled" in request) {
    jobs.delete(request.id);
    return;
  }
  jobs.set(request.id, { kind: request.kind, steps: encoder.encode(request.texts, request.kind) });
  if (!working) void work();
});

async function work(): Promise<void> {
  working = true;
  for (let next = mostUrgent(); next !== undefined; next = mostUrgent()) {
    const [id, job] = next;
    const step = job.steps.next();
    if (step.done) {
      jobs.delete(id);
      const reply: Reply = { id, vectors: step.value };
      port?.postMessage(reply, [step.value.buffer as ArrayBuffer]);
    }
    await setImmediate(); // lets new messages in
  }
  working = false;
}

/** The oldest question, else the oldest job. */
function mostUrgent(): [number, Job] | undefined {
  const waiting = [...jobs];
  return waiting.find(([, job]) => job.kind === "query") ?? waiting[0];
}
