/**
 * `npm run studio` as a process of its own, in a folder of its own: the server writes its threads beside the
 * langgraph.json that it is started with, so that the project's one is rewritten there with paths to the project.
 */
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = path.resolve(import.meta.dirname, "../..");
const TSX = pathToFileURL(path.join(ROOT, "node_modules/tsx/dist/loader.mjs")).href;

/** Far more than it takes; a machine may be busy. */
export const START_MS = 120_000;
const POLL_MS = 100;

export interface StudioProcess {
  readonly url: string;
  readonly pid: number;
  /** Everything it has printed so far, standard error included. */
  readonly output: string;
  /** How it ended: its exit code, or null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Resolves when the server answers; rejects with its output when it ends or the time is over. */
  ready(): Promise<void>;
  /** kill -9 of the command and all that it started. */
  killAll(): Promise<void>;
}

/** Starts the server on `port` with its data in `folder`/data, offline. */
export function startStudio(
  folder: string,
  port: number,
  env: Readonly<Record<string, string>> = {},
): StudioProcess {
  writeFileSync(path.join(folder, "langgraph.json"), configurationFor(folder));
  const child = spawn(
    process.execPath,
    ["--import", TSX, path.join(ROOT, "app/studio/main.ts"), "--port", String(port), "--no-reload"],
    {
      cwd: folder,
      // A process group of its own, so that killAll reaches the servers below it and nothing else.
      detached: true,
      env: {
        PATH: process.env["PATH"] ?? "",
        MIRAMATE_DATA: path.join(folder, "data"),
        MIRAMATE_LOCALE: "zh",
        MIRAMATE_TIMEZONE: "Asia/Shanghai",
        LANGSMITH_TRACING: "false",
        ...env,
      },
    },
  );
  const { pid } = child;
  if (pid === undefined) throw new Error("the process could not be started");
  let output = "";
  let over = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => {
      over = true;
      resolve(code);
    });
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    pid,
    get output() {
      return output;
    },
    ended,
    async ready() {
      const deadline = performance.now() + START_MS;
      while (!(await answers(url))) {
        if (over || performance.now() > deadline) throw new Error(`the server did not start:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    async killAll() {
      try {
        process.kill(-pid, "SIGKILL");
      } catch (error) {
        // Nobody of the group is left.
        if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
      }
      await ended;
    },
  };
}

export function answers(url: string): Promise<boolean> {
  return fetch(`${url}/ok`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

interface Configuration {
  /** Name to "file:export". */
  readonly graphs: Readonly<Record<string, string>>;
}

/** The project's langgraph.json for another folder. Relative, for the server joins paths to the folder it is in. */
function configurationFor(folder: string): string {
  const configuration = JSON.parse(readFileSync(path.join(ROOT, "langgraph.json"), "utf8")) as Configuration;
  const toRoot = path.relative(folder, ROOT);
  const graphs: Record<string, string> = {};
  for (const [name, at] of Object.entries(configuration.graphs)) graphs[name] = path.join(toRoot, at);
  return JSON.stringify({ ...configuration, graphs });
}
