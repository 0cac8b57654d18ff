/** How long the terminal takes from its start to its first line, and to the answer to a first message. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { percentile } from "../metrics.ts";
import { benchEnvironment } from "./seed.ts";

const STARTS = 7;
const TERMINAL = fileURLToPath(new URL("../../app/terminal/main.ts", import.meta.url));

/** Medians, in milliseconds. */
export interface StartUp {
  readonly firstLine: number;
  /** From the start to the end of the process, which was given one message. */
  readonly oneMessage: number;
}

/** Starts the terminal some times on one data folder. */
export async function measureStartUp(folder: string): Promise<StartUp> {
  const starts: StartUp[] = [];
  for (let start = 0; start < STARTS; start += 1) starts.push(await startOnce(folder));
  return {
    firstLine: percentile(
      starts.map(({ firstLine }) => firstLine),
      0.5,
    ),
    oneMessage: percentile(
      starts.map(({ oneMessage }) => oneMessage),
      0.5,
    ),
  };
}

async function startOnce(folder: string): Promise<StartUp> {
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), TERMINAL], {
    env: { ...process.env, ...benchEnvironment(folder) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let firstLine = Number.NaN;
  child.stdout.once("data", () => (firstLine = performance.now() - start));
  child.stdout.resume();
  child.stdin.end("你好\n");
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`the terminal ended with ${String(code)}`)),
    );
  });
  return { firstLine, oneMessage: performance.now() - start };
}
