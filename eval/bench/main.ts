/**
 * `npm run bench`: what a turn costs beside the model calls, at 1,000 and 10,000 memories of one user, on the embedded
 * parts and with the rule engine. Timings are of this machine at this hour: compare ratios, not milliseconds.
 */
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { EXIT, runAtTheEdge } from "../../app/command-line/edge.ts";
import { createCompanion } from "../../app/companion.ts";
import { openServices } from "../../config/services.ts";
import { readSettings } from "../../config/settings.ts";
import type { Embedder } from "../../models/embedder/port.ts";
import { writeAll } from "../../memory/documents.ts";
import { indexPending, recordWrites } from "../../memory/store.ts";
import { percentile } from "../metrics.ts";
import { inventLife, inventQuestions, randomFrom } from "./life.ts";

const SIZES = [1_000, 10_000];
/** Beside the measured user, so that an index has to tell users apart. */
const OTHERS = ["another", "a third"];
const OTHERS_SIZE = 2_000;
const WARM_UP_TURNS = 20;
const TURNS = 120;
const END = new Date("2025-06-09T15:20:00+08:00");
const BATCH = 500;

interface Figures {
  readonly p50: number;
  readonly p95: number;
}

interface Measured {
  readonly memories: number;
  readonly nodes: Readonly<Record<string, Figures>>;
  /** A turn whose question was embedded before: everything but the embedding. */
  readonly turnEmbedded: Figures;
  readonly turn: Figures;
  readonly recallEmbedded: Figures;
  readonly embedding: Figures;
  readonly diskPer10k: number;
  readonly rss: number;
}

await runAtTheEdge(async (edge) => {
  const { values } = parseArgs({ args: [...edge.argv], options: { json: { type: "string" } } });
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.version}`;
  const measured: Measured[] = [];
  for (const size of SIZES) measured.push(await measure(size));
  edge.stdout.write(asMarkdown(machine, measured));
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify({ machine, measured }, null, 2));
  return EXIT.fine;
});

async function measure(memories: number): Promise<Measured> {
  const folder = await mkdtemp(path.join(tmpdir(), "miramate-bench-"));
  const env = { MIRAMATE_DATA: folder, MIRAMATE_TIMEZONE: "Asia/Shanghai" };
  try {
    await seed(env, memories);
    const disk = (await bytesIn(folder)) / (memories + OTHERS.length * OTHERS_SIZE);
    const companion = await createCompanion({ env });
    try {
      const turns: number[] = [];
      const again: number[] = [];
      const nodes = new Map<string, number[]>();
      const recallAgain: number[] = [];
      const embedding: number[] = [];
      for (const [index, question] of inventQuestions(WARM_UP_TURNS + TURNS, memories).entries()) {
        const ask = async (
          session: string,
        ): Promise<{ took: number; timings: Readonly<Record<string, number>> }> => {
          const start = performance.now();
          const now = new Date(END.getTime() + index * 60_000);
          const { timings } = await companion.turn({ user: "measured", session, text: question, now });
          const took = performance.now() - start;
          await companion.settle();
          return { took, timings };
        };
        const first = await ask(`a${index % 10}`);
        // The same question again: its vector is in the embedder's cache now.
        const second = await ask(`b${index % 10}`);
        if (index < WARM_UP_TURNS) continue;
        turns.push(first.took);
        again.push(second.took);
        recallAgain.push(second.timings["retrieve"] ?? 0);
        embedding.push((first.timings["retrieve"] ?? 0) - (second.timings["retrieve"] ?? 0));
        for (const [node, took] of Object.entries(first.timings))
          nodes.set(node, [...(nodes.get(node) ?? []), took]);
      }
      return {
        memories,
        nodes: Object.fromEntries([...nodes].map(([node, took]) => [node, figures(took)])),
        turn: figures(turns),
        turnEmbedded: figures(again),
        recallEmbedded: figures(recallAgain),
        embedding: figures(embedding),
        diskPer10k: disk * 10_000,
        rss: process.memoryUsage.rss(),
      };
    } finally {
      await companion.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lives are written by the product's own functions, but with random vectors: 10,000 real ones would take minutes. */
async function seed(env: Record<string, string>, memories: number): Promise<void> {
  const services = await openServices(readSettings(env));
  const store = services.documents.store;
  const embedder = randomVectors(services.embedder);
  try {
    const lives = [
      inventLife("measured", memories, END, 1),
      ...OTHERS.map((user, index) => inventLife(user, OTHERS_SIZE, END, index + 2)),
    ];
    for (const { user, records } of lives) {
      for (let from = 0; from < records.length; from += BATCH) {
        await writeAll(store, records.slice(from, from + BATCH).flatMap(recordWrites));
      }
      await indexPending({ store, index: services.index, embedder }, user);
    }
  } finally {
    await services.close();
  }
}

function randomVectors({ fingerprint }: Embedder): Embedder {
  const random = randomFrom(7);
  return {
    fingerprint,
    embed: async (texts) =>
      texts.map(() => {
        const vector = Float32Array.from({ length: fingerprint.dimension }, () => random() - 0.5);
        const length = Math.hypot(...vector);
        return vector.map((value) => value / length);
      }),
    close: async () => undefined,
  };
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (file) => (await stat(path.join(folder, file))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function figures(values: readonly number[]): Figures {
  return { p50: percentile(values, 0.5), p95: percentile(values, 0.95) };
}

function asMarkdown(machine: string, measured: readonly Measured[]): string {
  const nodes = [...new Set(measured.flatMap((one) => Object.keys(one.nodes)))];
  const ms = (one: Figures | undefined): string =>
    one === undefined ? "-" : `${one.p50.toFixed(1)} / ${one.p95.toFixed(1)}`;
  const rows: [string, (one: Measured) => string][] = [
    ["whole turn", (one) => ms(one.turn)],
    ["whole turn, question embedded before", (one) => ms(one.turnEmbedded)],
    ["recall, question embedded before", (one) => ms(one.recallEmbedded)],
    ["embedding of the question", (one) => ms(one.embedding)],
    ...nodes.map((node): [string, (one: Measured) => string] => [
      `node ${node}`,
      (one) => ms(one.nodes[node]),
    ]),
    ["disk per 10,000 memories, MB", (one) => (one.diskPer10k / 1e6).toFixed(1)],
    ["memory of the process, MB", (one) => (one.rss / 1e6).toFixed(0)],
  ];
  const head = `| p50 / p95 in ms | ${measured.map((one) => `${one.memories} memories`).join(" | ")} |\n|---|${measured.map(() => "---|").join("")}\n`;
  return (
    `${machine}; rules for a model, ${TURNS} turns\n\n${head}` +
    rows.map(([name, cell]) => `| ${name} | ${measured.map(cell).join(" | ")} |\n`).join("")
  );
}
