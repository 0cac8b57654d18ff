/** What a run ran on, for its report. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, readdir, stat } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { WEIGHTS } from "../../memory/recall/weights.ts";
import type { Fingerprint } from "../../models/embedder/port.ts";
import { READERS } from "./sets/index.ts";

export interface About {
  readonly date: string;
  readonly commit: string;
  readonly node: string;
  readonly cpu: string;
  /** Of the machine, over 1, 5 and 15 minutes: timings of a busy one are longer. */
  readonly load: readonly number[];
  readonly embedder: Fingerprint;
  /** Absent: the built-in order stands. */
  readonly reranker?: string;
  readonly weights: Readonly<Record<string, number>>;
  /** Files of the data folder that could be read from: bytes, and the beginning of their SHA-256. */
  readonly data: Readonly<Record<string, string>>;
}

export async function aboutThisRun(embedder: Fingerprint, data: string, reranker?: string): Promise<About> {
  return {
    date: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    cpu: `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}`,
    load: loadavg().map((load) => Number(load.toFixed(2))),
    embedder,
    ...(reranker === undefined ? {} : { reranker }),
    weights: WEIGHTS,
    data: await filesOf(data),
  };
}

function commit(): string {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}

async function filesOf(data: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [folder] of READERS) {
    const names = await readdir(path.join(data, folder)).catch(() => []);
    for (const name of names.sort().filter((one) => /\.jsonl?$/.test(one))) {
      const file = path.join(data, folder, name);
      const { size } = await stat(file);
      const hash = createHash("sha256").update(await readFile(file));
      files[`${folder}/${name}`] = `${size} ${hash.digest("hex").slice(0, 12)}`;
    }
  }
  return files;
}
