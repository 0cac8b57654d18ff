/**
 * Texts of many kinds with the token ids and vectors that the reference implementation gives: the first
 * loader of these weights, in plain JavaScript, with a kernel built with relaxed arithmetic. The vector is
 * int16 over 32767, base64.
 */
import { readFileSync } from "node:fs";
import type { EmbeddingKind } from "../../../../models/embedder/port.ts";

export interface ReferenceCase {
  readonly name: string;
  readonly kind: EmbeddingKind;
  readonly text: string;
  /** Token ids of the text without a mark. */
  readonly ids: readonly number[];
  readonly vector: Float32Array;
}

interface Line {
  readonly name: string;
  readonly kind: EmbeddingKind;
  readonly text: string;
  readonly repeat?: number;
  readonly ids: readonly number[];
  readonly vector: string;
}

export function referenceCases(): ReferenceCase[] {
  const lines = readFileSync(new URL("./fixtures/reference.jsonl", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => {
    const { name, kind, text, repeat = 1, ids, vector } = JSON.parse(line) as Line;
    return { name, kind, text: text.repeat(repeat), ids, vector: decode(vector) };
  });
}

function decode(base64: string): Float32Array {
  const bytes = Buffer.from(base64, "base64");
  return Float32Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2) / 32767);
}
