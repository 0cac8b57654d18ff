import { execFile } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createE5Embedder } from "../../../../models/embedder/e5/embedder.ts";
import { type EmbedderAdapter, createEmbedder } from "../../../../models/embedder/facade.ts";
import { embedderContract } from "../contract.ts";

embedderContract("built in", async () => createEmbedder(createE5Embedder()));

describe("the built-in embedder", () => {
  let embedder: EmbedderAdapter;
  beforeAll(() => {
    embedder = createE5Embedder({ warm: true });
  });
  afterAll(() => embedder.close());

  /** Takes more than one forward pass. */
  const longText = "我从小在海边长大，最喜欢闻海风的味道。".repeat(50);

  it("leaves the event loop free while it works", async () => {
    let answered = false;
    const work = embedder.embed([longText], "passage").then(() => (answered = true));
    let turns = 0;
    for (; !answered; turns++) await setTimeout(1);
    await work;
    expect(turns).toBeGreaterThan(10);
  });

  it("answers a question before the stored texts that came first", async () => {
    const order: string[] = [];
    await Promise.all([
      embedder.embed([longText], "passage").then(() => order.push("stored text")),
      embedder.embed(["我喜欢什么味道？"], "query").then(() => order.push("question")),
    ]);
    expect(order).toEqual(["question", "stored text"]);
  });

  it("stops waiting when the signal is aborted, and goes on with the next text", async () => {
    const stop = new AbortController();
    const work = embedder.embed([longText], "passage", stop.signal);
    stop.abort(new Error("the turn was stopped"));
    await expect(work).rejects.toThrow("the turn was stopped");
    expect(await embedder.embed(["嗯"], "query")).toHaveLength(1);
  });

  it("goes on when another embedder of the process was closed", async () => {
    const other = createE5Embedder();
    await other.embed(["嗯"], "query");
    await other.close();
    await other.close();
    await expect(other.embed(["嗯"], "query")).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
    expect(await embedder.embed(["嗯"], "query")).toHaveLength(1);
  });

  it("gives every vector memory of its own", async () => {
    const [a, b] = await embedder.embed(["一", "二"], "passage");
    expect(a?.buffer.byteLength).toBe(384 * 4);
    expect(a?.buffer).not.toBe(b?.buffer);
  });
});

describe("a process with the built-in embedder", () => {
  const modulePath = new URL("../../../../models/embedder/e5/embedder.ts", import.meta.url).href;
  const run = (script: string): Promise<{ stdout: string }> =>
    promisify(execFile)(
      process.execPath,
      [
        "--import",
        "tsx",
        "--input-type=module",
        "--eval",
        `import { createE5Embedder } from "${modulePath}"; ${script}`,
      ],
      { timeout: 25_000 },
    );

  it("ends by itself when nothing is owed, though the thread was started and never closed", async () => {
    const { stdout } = await run(`createE5Embedder({ warm: true }); console.log("end of script");`);
    expect(stdout).toBe("end of script\n");
  });

  it("stays until a text that was asked for has been answered", async () => {
    const { stdout } = await run(
      `void createE5Embedder().embed(["你好"], "query").then(([vector]) => console.log(vector.length));`,
    );
    expect(stdout).toBe("384\n");
  });
});
