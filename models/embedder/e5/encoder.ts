/**
 * Texts to unit vectors with the built-in model, in this thread: mark, tokenise, cut into windows, run, pool.
 * It blocks; worker.ts runs it beside the event loop and worker-thread.ts is the way to it.
 */
import { readFile } from "node:fs/promises";
import type { EmbeddingKind } from "../port.ts";
import { DIMENSION, MAX_TOKENS, loadKernel, readKernel } from "./kernel.ts";
import { parseModelFile } from "./model-file.ts";
import { type Tokenize, createTokenizer } from "./tokenizer.ts";

/**
 * A forward pass takes about 0.6 ms a token: this is how long the thread is deaf to a more urgent text.
 */
const TOKENS_PER_PASS = 256;
/** Begin and end token of a sequence. */
const FRAME_TOKENS = 2;
const WINDOW_TOKENS = MAX_TOKENS - FRAME_TOKENS;

export interface Encoder {
  readonly tokenize: Tokenize;
  /**
   * The vectors of the texts, one after another in one array, each of length 1 and DIMENSION numbers. It
   * yields after every forward pass so that the caller can do something else, or give up. A text longer than
   * a window gets the mean of its windows, weighted by their tokens.
   */
  encode(texts: readonly string[], kind: EmbeddingKind): Generator<void, Float32Array, void>;
}

const WEIGHTS = new URL("./assets/e5-small-zhen-q4.bin", import.meta.url);

/** Reads 24.5 MB from disk and takes about 0.15 s. Throws EMBEDDER_FAILED when the weights are damaged. */
export async function loadEncoder(): Promise<Encoder> {
  const [weights, binary] = await Promise.all([readFile(WEIGHTS), readKernel()]);
  const model = parseModelFile(weights);
  const kernel = await loadKernel(binary, model.tensors);
  const tokenize = createTokenizer(model);
  const { begin, end } = model.special;

  function* encode(texts: readonly string[], kind: EmbeddingKind): Generator<void, Float32Array, void> {
    const sums = new Float32Array(texts.length * DIMENSION);
    for (const batch of batches(windowsOf(texts, kind))) {
      const pooled = kernel.forward(batch.map(({ tokens }) => [begin, ...tokens, end]));
      for (const [index, { text, tokens }] of batch.entries()) {
        addScaled(
          sums.subarray(text * DIMENSION),
          pooled.subarray(index * DIMENSION, (index + 1) * DIMENSION),
          tokens.length,
        );
      }
      yield;
    }
    for (let text = 0; text < texts.length; text++)
      scaleToUnit(sums.subarray(text * DIMENSION, (text + 1) * DIMENSION));
    return sums;
  }

  function* windowsOf(texts: readonly string[], kind: EmbeddingKind): Generator<Window> {
    for (const [text, words] of texts.entries()) {
      const tokens = tokenize(`${kind}: ${words}`);
      for (let from = 0; from < tokens.length; from += WINDOW_TOKENS) {
        yield { text, tokens: tokens.slice(from, from + WINDOW_TOKENS) };
      }
    }
  }
  return { tokenize, encode };
}

/** A stretch of a text that the model reads at once. */
interface Window {
  /** Position of the text in the list. */
  readonly text: number;
  /** Without begin and end token; never empty, for the mark "query: " is part of it. */
  readonly tokens: readonly number[];
}

/**
 * Groups of windows that fit TOKENS_PER_PASS; a longer window is a group of its own. Sequences need no
 * padding.
 */
function* batches(windows: Iterable<Window>): Generator<readonly Window[]> {
  let batch: Window[] = [];
  let total = 0;
  for (const window of windows) {
    const length = window.tokens.length + FRAME_TOKENS;
    if (batch.length > 0 && total + length > TOKENS_PER_PASS) {
      yield batch;
      batch = [];
      total = 0;
    }
    batch.push(window);
    total += length;
  }
  if (batch.length > 0) yield batch;
}

function addScaled(sum: Float32Array, vector: Float32Array, weight: number): void {
  for (const [index, value] of vector.entries()) sum[index] = (sum[index] ?? 0) + weight * value;
}

function scaleToUnit(vector: Float32Array): void {
  const squares = vector.reduce((total, value) => total + value * value, 0);
  const factor = 1 / Math.sqrt(squares || 1);
  for (const [index, value] of vector.entries()) vector[index] = value * factor;
}
