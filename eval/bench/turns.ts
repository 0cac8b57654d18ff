/**
 * Takes turns on a seeded data folder and measures them. Runs in a process of its own (`measureTurns`), so that the
 * memory it reports is a companion's and not the seeding's.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createCompanion } from "../../app/companion.ts";
import { openServices } from "../../config/services.ts";
import { readSettings } from "../../config/settings.ts";
import { percentile } from "../metrics.ts";
import { inventQuestions } from "./life.ts";
import { benchEnvironment, END, MEASURED_USER } from "./seed.ts";
import { createStopwatch } from "./stopwatch.ts";

const WARM_UP = 20;
export const TURNS = 120;
/** Conversations that the turns are spread over. */
const SESSIONS = 10;
/** Turns after which the buffer is consolidated, as a silence would do. */
const BETWEEN_SILENCES = 20;

/** Milliseconds. */
export interface Figures {
  readonly p50: number;
  readonly p95: number;
}

export interface MeasuredTurns {
  readonly turn: Figures;
  /** By node, "langgraph" for what lies between and around them. */
  readonly nodes: Readonly<Record<string, Figures>>;
  /** Of the question; the built-in embedder's own process. */
  readonly embedding: Figures;
  /** The same turns with questions that were embedded before: everything but models. */
  readonly turnEmbedded: Figures;
  /** Processor time of these, all threads: says what they cost on a machine that others use too. */
  readonly processorEmbedded: Figures;
  readonly recallEmbedded: Figures;
  /** What that recall is made of: "vector", "keyword", "time", and "documents and scoring" for the rest. */
  readonly legs: Readonly<Record<string, Figures>>;
  /** Resident bytes after all that. */
  readonly rss: number;
}

/** Takes the turns in a process of its own. Rejects when it ends without figures. */
export async function measureTurns(folder: string): Promise<MeasuredTurns> {
  const child = fork(fileURLToPath(import.meta.url), [folder]);
  const told = once(child, "message");
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the measured process ended with ${String(code)}`);
  });
  const [figures] = (await Promise.race([told, ended])) as [MeasuredTurns];
  await ended.catch(() => undefined);
  return figures;
}

async function takeTurns(folder: string): Promise<MeasuredTurns> {
  const env = benchEnvironment(folder);
  const services = await openServices(readSettings(env));
  const stopwatch = createStopwatch();
  const companion = await createCompanion({
    ...services,
    env,
    embedder: stopwatch.embedder(services.embedder),
    index: stopwatch.index(services.index),
  });
  const samples = new Map<string, number[]>();
  const note = (name: string, milliseconds: number): void => {
    samples.set(name, [...(samples.get(name) ?? []), milliseconds]);
  };
  try {
    for (const [index, question] of inventQuestions(WARM_UP + TURNS, 1).entries()) {
      const ask = async (session: string): Promise<Taken> => {
        stopwatch.lap();
        const processor = process.cpuUsage();
        const start = performance.now();
        const now = new Date(END.getTime() + index * 60_000);
        const { timings } = await companion.turn({ user: MEASURED_USER, session, text: question, now });
        const took = performance.now() - start;
        const { user, system } = process.cpuUsage(processor);
        const ports = stopwatch.lap();
        await companion.settle();
        return { took, processor: (user + system) / 1_000, nodes: timings, ports };
      };
      const first = await ask(`first ${index % SESSIONS}`);
      // The same question again: its vector is in the embedder's cache now.
      const second = await ask(`second ${index % SESSIONS}`);
      if (index % BETWEEN_SILENCES === BETWEEN_SILENCES - 1) await companion.idle(MEASURED_USER);
      if (index < WARM_UP) continue;
      note("turn", first.took);
      note("embedding", first.ports["embedding"] ?? 0);
      for (const [node, took] of Object.entries(first.nodes)) note(`node:${node}`, took);
      note("node:langgraph", first.took - sum(first.nodes));
      note("turnEmbedded", second.took);
      note("processorEmbedded", second.processor);
      const { vector = 0, keyword = 0, time = 0 } = second.ports;
      const legs = { vector, keyword, time };
      const recall = second.nodes["retrieve"] ?? 0;
      note("recallEmbedded", recall);
      for (const [leg, took] of Object.entries(legs)) note(`leg:${leg}`, took);
      note("leg:documents and scoring", recall - sum(legs));
    }
    const figures = (name: string): Figures => {
      const values = samples.get(name) ?? [];
      return { p50: percentile(values, 0.5), p95: percentile(values, 0.95) };
    };
    const all = (kind: string): Record<string, Figures> =>
      Object.fromEntries(
        [...samples.keys()]
          .filter((name) => name.startsWith(kind))
          .map((name) => [name.slice(kind.length), figures(name)]),
      );
    return {
      turn: figures("turn"),
      nodes: all("node:"),
      embedding: figures("embedding"),
      turnEmbedded: figures("turnEmbedded"),
      processorEmbedded: figures("processorEmbedded"),
      recallEmbedded: figures("recallEmbedded"),
      legs: all("leg:"),
      rss: process.memoryUsage.rss(),
    };
  } finally {
    await companion.close();
    await services.close();
  }
}

interface Taken {
  readonly took: number;
  readonly processor: number;
  readonly nodes: Readonly<Record<string, number>>;
  readonly ports: Readonly<Record<string, number>>;
}

function sum(parts: Readonly<Record<string, number>>): number {
  return Object.values(parts).reduce((total, part) => total + part, 0);
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = ""] = process.argv;
  process.send(await takeTurns(folder), () => process.exit(0));
}
