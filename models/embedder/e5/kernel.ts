/**
 * The forward pass behind a typed function. The work is done by one of two WebAssembly modules (source and
 * build: kernel/), which runs synchronously: call it from the worker thread only.
 */
import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";

/** Most tokens in one call, begin and end tokens included; also the most in one sequence. */
export const MAX_TOKENS = 512;
export const DIMENSION = 384;

export interface Kernel {
  /**
   * Token sequences (begin and end tokens included) to mean-pooled vectors, not normalised, one after another
   * in a new array of `sequences.length * DIMENSION`. Throws a RangeError when there are more than MAX_TOKENS
   * tokens.
   */
  forward(sequences: readonly (readonly number[])[]): Float32Array;
}

/** A place in the memory of the WebAssembly instance, in bytes. */
type Pointer = number;

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  alloc(bytes: number): Pointer;
  init(
    wordScales: Pointer,
    words: Pointer,
    positions: Pointer,
    vectors: Pointer,
    scales: Pointer,
    matrices: Pointer,
  ): void;
  forward(ids: Pointer, offsets: Pointer, sequences: number, out: Pointer): number;
}

/**
 * The part of the global that is used here: TypeScript declares it with the DOM only, which this project
 * leaves out.
 */
declare const WebAssembly: {
  validate(binary: Uint8Array): boolean;
  instantiate(binary: Uint8Array): Promise<{ readonly instance: { readonly exports: KernelExports } }>;
};

/**
 * The module that is fastest here. Both give the same vectors, bit by bit; the one for relaxed SIMD takes
 * half the time. Node has relaxed SIMD from version 22 on, Node 20 behind a flag, which is set here: V8 reads
 * it whenever it compiles, and what was compiled before stays as it is.
 */
export async function readKernel(): Promise<Uint8Array> {
  const relaxed = await readFile(new URL("./assets/e5-relaxed.wasm", import.meta.url));
  if (!WebAssembly.validate(relaxed)) setFlagsFromString("--experimental-wasm-relaxed-simd");
  if (WebAssembly.validate(relaxed)) return relaxed;
  return readFile(new URL("./assets/e5.wasm", import.meta.url));
}

/**
 * Copies the tensors (in the order of TENSORS in model-file.ts) into the kernel's memory and prepares them.
 */
export async function loadKernel(binary: Uint8Array, tensors: readonly Uint8Array[]): Promise<Kernel> {
  const { exports: kernel } = (await WebAssembly.instantiate(binary)).instance;
  const place = (bytes: Uint8Array): Pointer => {
    const pointer = kernel.alloc(bytes.length);
    new Uint8Array(kernel.memory.buffer, pointer, bytes.length).set(bytes);
    return pointer;
  };
  const [wordScales = 0, words = 0, positions = 0, vectors = 0, scales = 0, matrices = 0] =
    tensors.map(place);
  kernel.init(wordScales, words, positions, vectors, scales, matrices);

  const idsAt = kernel.alloc(MAX_TOKENS * Int32Array.BYTES_PER_ELEMENT);
  const offsetsAt = kernel.alloc((MAX_TOKENS + 1) * Int32Array.BYTES_PER_ELEMENT);
  const outAt = kernel.alloc(MAX_TOKENS * DIMENSION * Float32Array.BYTES_PER_ELEMENT);
  // Taken after the last allocation: growing the memory replaces its buffer.
  const ids = new Int32Array(kernel.memory.buffer, idsAt, MAX_TOKENS);
  const offsets = new Int32Array(kernel.memory.buffer, offsetsAt, MAX_TOKENS + 1);
  const out = new Float32Array(kernel.memory.buffer, outAt, MAX_TOKENS * DIMENSION);

  return {
    forward(sequences) {
      let tokens = 0;
      for (const [index, sequence] of sequences.entries()) {
        if (tokens + sequence.length > MAX_TOKENS)
          throw new RangeError(`More than ${MAX_TOKENS} tokens in one call`);
        offsets[index] = tokens;
        ids.set(sequence, tokens);
        tokens += sequence.length;
      }
      offsets[sequences.length] = tokens;
      if (kernel.forward(idsAt, offsetsAt, sequences.length, outAt) !== 0)
        throw new RangeError("The kernel refused");
      return out.slice(0, sequences.length * DIMENSION);
    },
  };
}
