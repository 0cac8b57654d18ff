/**
 * The calling side of worker.ts: starts the thread when it is first needed, matches replies to requests, and
 * starts a new thread after a crash. An idle thread does not keep the process alive; one that owes an answer
 * does.
 */
import { Worker } from "node:worker_threads";
import { MiraMateError } from "../../../base/errors.ts";
import type { EmbeddingKind } from "../port.ts";
import type { Reply, Request } from "./worker.ts";

interface Waiting {
  readonly resolve: (vectors: Float32Array) => void;
  readonly reject: (reason: unknown) => void;
}

export class WorkerThread {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private readonly spawn: () => Worker;

  /** `spawn` is given by tests that need a thread which fails. */
  constructor(spawn: () => Worker = spawnEncoder) {
    this.spawn = spawn;
  }

  /** Starts the thread, so that the model is loaded when the first text comes. */
  start(): Worker {
    if (this.worker !== undefined) return this.worker;
    const worker = this.spawn();
    let failure: unknown;
    worker.on("message", ({ id, vectors }: Reply) => this.settle(id)?.resolve(vectors));
    worker.on("error", (error) => (failure = error));
    worker.on("exit", (code) => {
      if (this.worker === worker) this.stopped(failure ?? new Error(`The thread ended with code ${code}`));
    });
    worker.unref(); // last, for listening to messages is a reason to stay alive
    this.worker = worker;
    return worker;
  }

  /**
   * The vectors of the texts, one after another. Throws EMBEDDER_FAILED when the thread ends before it has
   * answered, or the reason of the signal.
   */
  async encode(texts: readonly string[], kind: EmbeddingKind, signal?: AbortSignal): Promise<Float32Array> {
    signal?.throwIfAborted();
    const worker = this.start();
    const id = ++this.lastId;
    const cancel = (): void => {
      worker.postMessage({ id, cancelled: true } satisfies Request);
      this.settle(id)?.reject(signal?.reason);
    };
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      return await new Promise<Float32Array>((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        worker.ref();
        worker.postMessage({ id, kind, texts } satisfies Request);
      });
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  /** Ends the thread; those who wait are told so. A later request starts a new one. */
  async stop(): Promise<void> {
    const worker = this.worker;
    if (worker === undefined) return;
    this.stopped(new Error("The embedder was closed"));
    await worker.terminate();
  }

  private settle(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (this.waiting.size === 0) this.worker?.unref();
    return waiting;
  }

  private stopped(cause: unknown): void {
    this.worker = undefined;
    const left = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of left) reject(threadEnded(cause));
  }
}

/**
 * The built package needs no more than the file. From source (tsx, vitest, langgraphjs dev) the thread must
 * read TypeScript by itself: on Node 20 a thread does not inherit the loader of the main one, nor does
 * `--import tsx` register one in a thread, so that tsx's own function is called before the entry.
 */
function spawnEncoder(): Worker {
  const fromSource = new URL(import.meta.url).pathname.endsWith(".ts");
  if (!fromSource) return new Worker(new URL("./worker.js", import.meta.url), { execArgv: [] });
  const tsx = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const registerTsx = `import { register } from ${tsx}; register();`;
  return new Worker(new URL("./worker.ts", import.meta.url), {
    execArgv: ["--import", `data:text/javascript,${encodeURIComponent(registerTsx)}`],
  });
}

function threadEnded(cause: unknown): MiraMateError {
  return new MiraMateError(
    "EMBEDDER_FAILED",
    {
      zh: "内置向量模型的工作线程中断了，这次没有得到向量；再试一次会重新启动它。",
      en: "The worker thread of the built-in embedder ended before it answered; the next attempt restarts it.",
    },
    { cause },
  );
}
