/**
 * Memory for vectors of all users, where the SIMD code of kernel/ can compare a question with them. It is handed out in
 * blocks of 256 vectors, which whoever took them gives back: WebAssembly's memory is not collected as garbage, and
 * does not shrink.
 */
import { PRODUCTS_WASM } from "./kernel/binary.ts";

/** Vectors in a block. */
export const BLOCK = 256;

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  heap(): number;
  products(question: number, vectors: number, count: number, dimension: number, out: number): void;
}

/** The part of the global that is used here: TypeScript declares it with the DOM only, which this project leaves out. */
declare const WebAssembly: {
  Module: new (binary: Uint8Array) => object;
  Instance: new (module: object) => { readonly exports: KernelExports };
};

const PAGE_BYTES = 65_536;

export class VectorMemory {
  readonly dimension: number;
  private readonly kernel: KernelExports;
  /** Bytes of a vector: one a dimension, filled up with zeros to what the kernel takes at a time. */
  private readonly stride: number;
  /** Addresses: of the question in 16 bits a dimension, of the products of one block, of the next block. */
  private readonly question: number;
  private readonly out: number;
  private end: number;
  private readonly free: number[] = [];
  /** All of it; WebAssembly gives the memory another buffer when it grows. */
  private bytes = new Int8Array(0);

  constructor(dimension: number) {
    this.dimension = dimension;
    const binary = Uint8Array.from(Buffer.from(PRODUCTS_WASM, "base64"));
    this.kernel = new WebAssembly.Instance(new WebAssembly.Module(binary)).exports;
    this.stride = Math.ceil(dimension / 16) * 16;
    this.question = Math.ceil(this.kernel.heap() / 16) * 16;
    this.out = this.question + this.stride * Int16Array.BYTES_PER_ELEMENT;
    this.end = this.out + BLOCK * Int32Array.BYTES_PER_ELEMENT;
    this.reach(this.end);
  }

  /** A block for vectors, with anything in it. */
  take(): number {
    const given = this.free.pop();
    if (given !== undefined) return given;
    const block = this.end;
    this.end += BLOCK * this.stride;
    this.reach(this.end);
    return block;
  }

  giveBack(block: number): void {
    this.free.push(block);
  }

  write(block: number, place: number, vector: Int8Array): void {
    const from = block + place * this.stride;
    this.bytes.set(vector, from);
    this.bytes.fill(0, from + vector.length, from + this.stride);
  }

  /** Sets what `products` multiplies with. */
  ask(question: Int8Array): void {
    const wide = new Int16Array(this.kernel.memory.buffer, this.question, this.stride);
    wide.set(question);
    wide.fill(0, question.length);
  }

  /** Inner products of the question with the first `count` vectors of a block; good until the next call. */
  products(block: number, count: number): Int32Array {
    this.kernel.products(this.question, block, count, this.stride, this.out);
    return new Int32Array(this.kernel.memory.buffer, this.out, count);
  }

  private reach(end: number): void {
    const missing = end - this.bytes.length;
    if (missing <= 0) return;
    this.kernel.memory.grow(Math.ceil(missing / PAGE_BYTES));
    this.bytes = new Int8Array(this.kernel.memory.buffer);
  }
}
