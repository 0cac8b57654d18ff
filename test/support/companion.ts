/**
 * A real companion for tests: embedded stores in a throw-away folder, a clock that stands still, and an embedder that
 * needs no model (words hashed into a vector), so that a test opens in milliseconds.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { createCompanion } from "../../app/companion.ts";
import type { CompanionOptions } from "../../app/companion.ts";
import type { Companion, TurnRequest, TurnResult } from "../../app/types.ts";
import { fixedClock } from "../../base/clock.ts";
import { searchTokens } from "../../language/segment.ts";
import type { Embedder, Fingerprint } from "../../models/embedder/port.ts";

export const NOW = "2025-06-09T15:20:00+08:00";

const DIMENSION = 256;

/** Texts that share words are near each other; nothing else is. */
export function wordEmbedder(name = "words"): Embedder {
  const fingerprint: Fingerprint = {
    name,
    revision: "1",
    dimension: DIMENSION,
    prefix: "",
    pooling: "bag of words",
  };
  return {
    fingerprint,
    embed: async (texts) => texts.map(vectorOf),
    close: async () => undefined,
  };
}

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSION);
  for (const token of ["-", ...searchTokens(text)]) {
    let hash = 2166136261;
    for (const character of token) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
    const slot = hash % DIMENSION;
    vector[slot] = (vector[slot] ?? 0) + (hash & 1024 ? 1 : -1);
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "miramate-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface TestCompanion extends Companion {
  readonly folder: string;
  /** A turn of user "u1" in session "s1" at NOW, unless said otherwise. */
  say(text: string, request?: Partial<TurnRequest>): Promise<TurnResult>;
}

/** Opened on a fresh folder unless one is given; closed when the test is over. */
export async function openCompanion(
  options: CompanionOptions & { folder?: string } = {},
): Promise<TestCompanion> {
  const folder = options.folder ?? temporaryFolder();
  const companion = await createCompanion({
    clock: fixedClock(NOW),
    embedder: wordEmbedder(),
    ...options,
    // Hashed words are less alike than meanings: the floor is for this embedder.
    env: {
      MIRAMATE_DATA: folder,
      MIRAMATE_TIMEZONE: "Asia/Shanghai",
      MIRAMATE_RECALL_FLOOR: "0.2",
      ...options.env,
    },
  });
  let closed = false;
  const close = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await companion.close();
  };
  onTestFinished(close);
  return {
    ...companion,
    folder,
    close,
    say: (text, request = {}) =>
      companion.turn({ user: "u1", session: "s1", now: new Date(NOW), text, ...request }),
  };
}
