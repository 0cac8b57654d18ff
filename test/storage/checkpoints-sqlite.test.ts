import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSqliteCheckpoints } from "../../storage/checkpoints/sqlite.ts";
import { openConnection } from "../../storage/sqlite/connection.ts";
import { appendingGraph, describeCheckpoints, onThread } from "./checkpoints-contract.ts";
import { startChild, temporaryFolder } from "./support.ts";

async function newFile(): Promise<string> {
  return path.join(await temporaryFolder(), "checkpoints.db");
}

async function openedAt(file: string, keep?: number) {
  const checkpoints = await openSqliteCheckpoints(file, keep === undefined ? {} : { keep });
  onTestFinished(() => checkpoints.close());
  return checkpoints;
}

/** How many rows each thread has, by table. */
async function rows(file: string): Promise<{ checkpoints: unknown; orphans: unknown }> {
  const connection = await openConnection(file, []);
  const checkpoints = connection
    .prepare(
      "SELECT thread_id AS thread, count(*) AS n FROM checkpoints GROUP BY thread_id ORDER BY thread_id",
    )
    .all([]);
  const orphans = connection
    .prepare(
      "SELECT count(*) AS n FROM writes WHERE checkpoint_id NOT IN (SELECT checkpoint_id FROM checkpoints)",
    )
    .all([]);
  connection.close();
  return { checkpoints, orphans };
}

describeCheckpoints("SQLite", async () => {
  const file = await newFile();
  return { open: () => openedAt(file) };
});

describe("the SQLite checkpoints by themselves", () => {
  it("keep the newest few of each thread, with their writes, and go on from them", async () => {
    const file = await newFile();
    const graph = appendingGraph((await openedAt(file, 3)).saver);
    for (let turn = 0; turn < 5; turn += 1) await graph.invoke({ said: [`a${turn}`] }, onThread("a"));
    await graph.invoke({ said: ["b"] }, onThread("b"));
    expect(await rows(file)).toEqual({
      checkpoints: [
        { thread: "a", n: 3 },
        { thread: "b", n: 3 },
      ],
      orphans: [{ n: 0 }],
    });
    expect((await graph.invoke({ said: ["a5"] }, onThread("a"))).said).toHaveLength(12);
  });

  it("refuse to keep none", async () => {
    await expect(openSqliteCheckpoints(await newFile(), { keep: 0 })).rejects.toThrow(RangeError);
  });

  it("call a damaged file damaged", async () => {
    const file = await newFile();
    await writeFile(file, "no database at all ".repeat(50));
    await expect(openSqliteCheckpoints(file)).rejects.toMatchObject({ code: "DATABASE_DAMAGED" });
  });

  it("take the turns of two processes at once, each on its thread", async () => {
    const file = await newFile();
    const children = ["one", "two"].map((thread) => startChild("checkpoint", file, thread, "25"));
    expect(await Promise.all(children.map((child) => child.ended()))).toEqual([0, 0]);
    const graph = appendingGraph((await openedAt(file)).saver);
    for (const thread of ["one", "two"]) {
      const state = (await graph.getState(onThread(thread))).values as { said: string[] };
      expect(state.said.filter((word) => word !== ".")).toEqual(
        Array.from({ length: 25 }, (_, n) => String(n)),
      );
    }
  });

  it("have every turn that was done when the process was killed", async () => {
    const file = await newFile();
    const child = startChild("checkpoint", file, "one", "100000");
    await child.printed(10);
    child.process.kill("SIGKILL");
    await child.ended();
    const graph = appendingGraph((await openedAt(file)).saver);
    const state = (await graph.getState(onThread("one"))).values as { said: string[] };
    expect(state.said).toEqual(expect.arrayContaining([...child.lines]));
  });
});
