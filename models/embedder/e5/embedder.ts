/**
 * The built-in embedder: multilingual-e5-small for Chinese and English, in a worker thread that all embedders
 * of the process share. Its vectors are centred (centring.ts).
 */
import { MiraMateError } from "../../../base/errors.ts";
import type { EmbedderAdapter } from "../facade.ts";
import type { Fingerprint } from "../port.ts";
import { CENTRING_VERSION, centre, loadMean } from "./centring.ts";
import { DIMENSION } from "./kernel.ts";
import { WorkerThread } from "./worker-thread.ts";

export interface E5Options {
  /**
   * Start loading the model now (0.3 s in the background) and not when the first text comes. Default false.
   */
  readonly warm?: boolean;
}

export const E5_FINGERPRINT: Fingerprint = {
  name: "multilingual-e5-small-zhen-q4",
  /**
   * Beginning of the SHA-256 of assets/e5-small-zhen-q4.bin. It names the weights, not the kernel: README.md
   * says why vectors of the kernels so far compare.
   */
  revision: "6c83745c47f0",
  dimension: DIMENSION,
  prefix: "query: |passage: ",
  pooling: `mean, centred v${CENTRING_VERSION}`,
};

/**
 * One for the process: the model takes about 110 MB of memory, and two threads would only share the
 * processor.
 */
const thread = new WorkerThread();
let openEmbedders = 0;

/**
 * Needs no network and no key. About 0.6 ms a token. Throws EMBEDDER_FAILED from `embed` when the
 * thread fails or the embedder was closed. `close` ends the thread with the last open embedder.
 */
export function createE5Embedder({ warm = false }: E5Options = {}): EmbedderAdapter {
  const mean = loadMean();
  let open = true;
  openEmbedders++;
  if (warm) thread.start();

  return {
    fingerprint: E5_FINGERPRINT,
    batch: { texts: 64, characters: 4_000 },
    async embed(texts, kind, signal) {
      if (!open) throw closed();
      if (texts.length === 0) return [];
      const vectors = await thread.encode(texts, kind, signal);
      return texts.map((_, index) =>
        centre(vectors.subarray(index * DIMENSION, (index + 1) * DIMENSION), mean),
      );
    },
    async close() {
      if (!open) return;
      open = false;
      openEmbedders--;
      if (openEmbedders === 0) await thread.stop();
    },
  };
}

function closed(): MiraMateError {
  return new MiraMateError("EMBEDDER_FAILED", {
    zh: "内置向量模型已经关闭，请新建一个再用。",
    en: "The built-in embedder was closed; create a new one.",
  });
}
