import { readFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Kernel, loadKernel, readKernel } from "../../../../models/embedder/e5/kernel.ts";
import { parseModelFile } from "../../../../models/embedder/e5/model-file.ts";
import { referenceCases } from "./reference.ts";

const asset = (name: string): Buffer =>
  readFileSync(new URL(`../../../../models/embedder/e5/assets/${name}`, import.meta.url));
const PLAIN = asset("e5.wasm");
const RELAXED = asset("e5-relaxed.wasm");
const { tensors, special } = parseModelFile(asset("e5-small-zhen-q4.bin"));

describe("the choice of the kernel", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("falls on relaxed SIMD with every Node that is supported", async () => {
    expect(RELAXED.equals(await readKernel())).toBe(true);
  });

  it("falls on plain SIMD where the engine refuses relaxed SIMD", async () => {
    vi.stubGlobal("WebAssembly", { validate: () => false });
    expect(PLAIN.equals(await readKernel())).toBe(true);
  });
});

describe("the kernels", () => {
  let plain: Kernel;
  let relaxed: Kernel;
  beforeAll(async () => {
    relaxed = await loadKernel(await readKernel(), tensors);
    plain = await loadKernel(PLAIN, tensors);
  });

  it.each(referenceCases())("give the same vector, bit by bit, for $name", ({ ids }) => {
    const sequence = [special.begin, ...ids.slice(0, 510), special.end];
    expect(relaxed.forward([sequence])).toEqual(plain.forward([sequence]));
  });

  it("give each of several sequences the vector that it has alone, whatever their lengths", () => {
    const sequences = Array.from({ length: 12 }, (_, index) =>
      Array.from({ length: index + 1 }, (_, position) => 100 * index + position),
    );
    const alone = sequences.flatMap((sequence) => [...relaxed.forward([sequence])]);
    expect([...relaxed.forward(sequences)]).toEqual(alone);
  });

  it("refuse more tokens than the model knows positions for", () => {
    for (const kernel of [relaxed, plain]) {
      const tokens = (count: number): number[] => new Array<number>(count).fill(5);
      expect(() => kernel.forward([tokens(513)])).toThrow(RangeError);
      expect(() => kernel.forward([tokens(300), tokens(300)])).toThrow(RangeError);
      expect(kernel.forward([tokens(512)]).every(Number.isFinite)).toBe(true);
    }
  });
});
