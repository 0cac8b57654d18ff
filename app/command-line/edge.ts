/**
 * The edge of every process of ours: what the system hands in, signals, broken pipes, the sentence for an error and
 * the exit code. A command line is a function from an `Edge` to an exit code and knows nothing of `process`.
 */
import { setTimeout } from "node:timers/promises";
import { isMiraMateError } from "../../base/errors.ts";
import type { Locale } from "../../base/errors.ts";
import { environmentWithFile, readSettings } from "../../config/settings.ts";
import type { Environment } from "../../config/settings.ts";
import { messagesFor } from "../messages/index.ts";

/** Why a process is asked to end. EPIPE: nobody reads its output any more. */
export type StopReason = "SIGINT" | "SIGTERM" | "SIGHUP" | "EPIPE";

export interface Edge {
  /** Arguments without node and the script. */
  readonly argv: readonly string[];
  /** The environment, with what a .env file in the working folder adds. */
  readonly env: Environment;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  /** Aborts once, with a `StopReason`. A second signal ends the process at once. */
  readonly stop: AbortSignal;
}

export const EXIT = { fine: 0, failed: 1, usage: 2, interrupted: 130, terminated: 143 } as const;

/** The exit code of work that was cut short. Nobody reading on (`| head`) is no failure. */
export function exitCodeOf(reason: StopReason): number {
  return reason === "EPIPE" ? EXIT.fine : reason === "SIGINT" ? EXIT.interrupted : EXIT.terminated;
}

/** Runs a command line to its end and exits. */
export async function runAtTheEdge(commandLine: (edge: Edge) => Promise<number>): Promise<never> {
  const stop = stopSignal();
  // A promise keeps no process alive: one that waits for another process (a lock) would end here, in the middle.
  const alive = setInterval(() => undefined, 2 ** 30);
  let code: number;
  try {
    const env = environmentWithFile(process.env, process.cwd());
    // Libraries read the environment by themselves: what .env says of LangSmith is for them.
    Object.assign(process.env, env);
    const { stdin, stdout, stderr } = process;
    code = await commandLine({ argv: process.argv.slice(2), env, stdin, stdout, stderr, stop });
  } catch (error) {
    if (!stop.aborted) process.stderr.write(`${sentenceFor(error, process.env)}\n`);
    code = stop.aborted
      ? exitCodeOf(stop.reason as StopReason)
      : isUsageError(error)
        ? EXIT.usage
        : EXIT.failed;
  }
  await tracesSent();
  clearInterval(alive);
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  // Said outright: an unreachable tracing endpoint or an open stdin would keep the process for a long time.
  process.exit(code);
}

/** An error as a person reads it: our own ones with their code, others with how to report them. */
export function sentenceFor(error: unknown, env: Environment): string {
  const locale = localeOf(env);
  const messages = messagesFor(locale);
  const stack = env["MIRAMATE_DEBUG"] === "1" && error instanceof Error ? `\n${error.stack ?? ""}` : "";
  if (isMiraMateError(error)) return `${error.inLocale(locale)} [${error.code}]${stack}`;
  const detail = error instanceof Error ? error.message : String(error);
  return (
    (isUsageError(error)
      ? messages.edge.wrongUsage(firstSentence(detail))
      : messages.edge.unexpected(detail)) + stack
  );
}

/** The language for messages; also when some other setting is broken, since that has to be said in it. */
export function localeOf(env: Environment): Locale {
  const asked = ["MIRAMATE_LOCALE", "LC_ALL", "LC_MESSAGES", "LANG"].map(
    (name) => [name, env[name]] as const,
  );
  try {
    return readSettings(Object.fromEntries(asked)).locale;
  } catch {
    return readSettings(Object.fromEntries(asked.slice(1))).locale;
  }
}

/** Arguments that do not fit. node:util's parseArgs throws its own kind; both count. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

function isUsageError(error: unknown): boolean {
  if (error instanceof UsageError) return true;
  const code = error instanceof TypeError && "code" in error ? error.code : undefined;
  return typeof code === "string" && code.startsWith("ERR_PARSE_ARGS_");
}

function firstSentence(text: string): string {
  return (text.split(". ")[0] ?? text).replace(/\.$/, "");
}

function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const stop = (reason: StopReason): void => stopping.abort(reason);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => (stopping.signal.aborted ? process.exit(exitCodeOf(signal)) : stop(signal)));
  }
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
    stop("EPIPE");
  });
  // A reader of stderr that went away is no reason to end: answers still reach stdout.
  process.stderr.on("error", () => undefined);
  return stopping.signal;
}

/** What LangChain takes for its switch. */
const TRACING = [
  "LANGSMITH_TRACING",
  "LANGSMITH_TRACING_V2",
  "LANGCHAIN_TRACING",
  "LANGCHAIN_TRACING_V2",
] as const;

/** How long the end waits for LangSmith; an unreachable one would take a minute and a half. */
const TRACES_MS = 3_000;

/** Resolves when the traces that wait to be sent are with LangSmith, or the time for it is over. */
async function tracesSent(): Promise<void> {
  if (!TRACING.some((name) => process.env[name] === "true")) return;
  const { awaitAllCallbacks } = await import("@langchain/core/callbacks/promises");
  await Promise.race([awaitAllCallbacks(), setTimeout(TRACES_MS)]);
}

/** Resolves when what was written has been handed to the system (pipes are asynchronous on some platforms). */
async function drained(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.destroyed || stream.writableEnded) return;
  await new Promise<void>((resolve) => stream.write("", () => resolve()));
}
