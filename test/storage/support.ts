/** What the storage tests share: throw-away folders, child processes that may be killed, small texts and vectors. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** A folder that goes with the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "miramate-storage-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Each Chinese character and each run of anything else is a token, and each name; capitals are folded. */
export function tokenise(text: string, names: readonly string[] = []): string[] {
  const [name, ...others] = names;
  if (name === undefined) return text.toLowerCase().match(/\p{Script=Han}|[^\s\p{Script=Han}]+/gu) ?? [];
  return text.split(name).flatMap((part, n) => [...(n === 0 ? [] : [name]), ...tokenise(part, others)]);
}

export const DIMENSION = 16;

/** A unit vector in the plane of the first two dimensions, so that cosines are known. */
export function direction(degrees: number): Float32Array {
  const vector = new Float32Array(DIMENSION);
  vector[0] = Math.cos((degrees * Math.PI) / 180);
  vector[1] = Math.sin((degrees * Math.PI) / 180);
  return vector;
}

export { seeded } from "../../eval/metrics.ts";

export interface Child {
  readonly process: ChildProcess;
  /** Lines printed so far. */
  readonly lines: readonly string[];
  /** Resolves when `count` lines were printed; rejects when the child ends before that. */
  printed(count: number): Promise<void>;
  /** Resolves with the exit code, or the signal's name. */
  ended(): Promise<number | string>;
}

/** Starts children/NAME.ts in a process of its own. It is killed with the test at the latest. */
export function startChild(name: string, ...parameters: readonly string[]): Child {
  const file = fileURLToPath(new URL(`./children/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", file, ...parameters], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let errors = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    for (const check of waiting) check();
  });
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const end = new Promise<number | string>((resolve) => {
    child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  onTestFinished(() => void child.kill("SIGKILL"));

  return {
    process: child,
    lines,
    ended: () => end,
    printed: (count) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (lines.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
        void end.then((code) => reject(new Error(`${name} ended (${code}) before line ${count}: ${errors}`)));
      }),
  };
}
