/** The product's command lines as processes, as a person starts them. */
import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = path.resolve(import.meta.dirname, "../..");
const TSX = pathToFileURL(path.join(ROOT, "node_modules/tsx/dist/loader.mjs")).href;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output without the terminal's first lines. */
  readonly stdout: string;
  readonly stderr: string;
  /** The terminal's first lines, up to the empty one; "" where there are none. */
  readonly banner: string;
}

export interface Started {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
  /** Resolves when standard output holds at least `lines` whole lines; rejects when the process ends before. */
  readonly printed: (lines: number) => Promise<void>;
  /** Resolves when standard output holds more than `characters`, or the process ended. */
  readonly printedMoreThan: (characters: number) => Promise<void>;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Starts `app/<name>/main.ts` in `folder` on the data in `folder`/data, in Chinese and Shanghai's time, offline and
 * without any setting of the person who runs the tests.
 */
export function start(
  name: "terminal" | "replay" | "import",
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Started {
  const child = spawn(process.execPath, ["--import", TSX, path.join(ROOT, "app", name, "main.ts"), ...args], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"] ?? "",
      MIRAMATE_DATA: path.join(folder, "data"),
      MIRAMATE_LOCALE: "zh",
      MIRAMATE_TIMEZONE: "Asia/Shanghai",
      LANGSMITH_TRACING: "false",
      ...env,
    },
  });
  const output = { stdout: "", stderr: "", banner: "" };
  // The terminal says first what it runs on; --help prints no such lines.
  let inBanner = name === "terminal" && !args.includes("--help");
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (!inBanner) {
      output.stdout += text;
      return;
    }
    output.banner += text;
    const end = output.banner.indexOf("\n\n");
    if (end < 0) return;
    output.stdout = output.banner.slice(end + 2);
    output.banner = output.banner.slice(0, end);
    inBanner = false;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  // The process may end before it has read everything; tests look at how it ended instead.
  child.stdin.on("error", () => undefined);
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, ...output }));
  });

  const until = (
    reached: () => boolean,
    whenEnded: (resolve: () => void, reject: (error: Error) => void) => void,
  ) =>
    new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (!reached()) return;
        child.stdout.off("data", look);
        resolve();
      };
      child.stdout.on("data", look);
      void ended.then(() => whenEnded(resolve, reject));
      look();
    });
  return {
    child,
    ended,
    printed: (lines) =>
      until(
        () => output.stdout.split("\n").length > lines,
        (_resolve, reject) =>
          reject(new Error(`ended before line ${lines}: ${output.stdout}\n${output.stderr}`)),
      ),
    printedMoreThan: (characters) =>
      until(
        () => output.stdout.length > characters,
        (resolve) => resolve(),
      ),
    get stdout() {
      return output.stdout;
    },
    get stderr() {
      return output.stderr;
    },
  };
}

/** Runs to the end with `input` on standard input. */
export async function run(
  name: "terminal" | "replay" | "import",
  args: readonly string[],
  folder: string,
  options: { readonly input?: string | Uint8Array; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  const { child, ended } = start(name, args, folder, options.env);
  child.stdin.end(options.input ?? "");
  return ended;
}
