/** Fills a data folder for the benchmark, by the product's own functions. */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { openServices } from "../../config/services.ts";
import { readSettings } from "../../config/settings.ts";
import { writeAll } from "../../memory/documents.ts";
import { indexPending, recordWrites } from "../../memory/store.ts";
import type { Embedder } from "../../models/embedder/port.ts";
import { inventLife, randomFrom } from "./life.ts";

/** Whose turns are measured. */
export const MEASURED_USER = "measured";
/** The last day of every life. */
export const END = new Date("2025-06-09T15:20:00+08:00");

/** Beside the measured user, so that an index has to tell users apart. */
const OTHERS = ["another", "a third"];
const OTHERS_SIZE = 2_000;
const BATCH = 500;

export function benchEnvironment(folder: string): Record<string, string> {
  return { MIRAMATE_DATA: folder, MIRAMATE_TIMEZONE: "Asia/Shanghai" };
}

/**
 * Writes `memories` of the measured user and some of others. Their vectors are random: 10,000 real ones would take
 * minutes, and no cost depends on what they are. Returns how many were written in all.
 */
export async function seed(folder: string, memories: number): Promise<number> {
  const services = await openServices(readSettings(benchEnvironment(folder)));
  const { store } = services.documents;
  const embedder = randomVectors(services.embedder);
  const lives = [
    inventLife(MEASURED_USER, memories, END, 1),
    ...OTHERS.map((user, index) => inventLife(user, OTHERS_SIZE, END, index + 2)),
  ];
  try {
    for (const { user, records } of lives) {
      for (let from = 0; from < records.length; from += BATCH) {
        await writeAll(store, records.slice(from, from + BATCH).flatMap(recordWrites));
      }
      await indexPending({ store, index: services.index, embedder }, user);
    }
  } finally {
    await services.close();
  }
  return lives.reduce((sum, { records }) => sum + records.length, 0);
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

/** Of all files in the folder; write-ahead logs, where some are left, included. */
export async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (file) => (await stat(path.join(folder, file))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
