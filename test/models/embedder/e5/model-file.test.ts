import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TENSORS, parseModelFile } from "../../../../models/embedder/e5/model-file.ts";

const whole = readFileSync(
  new URL("../../../../models/embedder/e5/assets/e5-small-zhen-q4.bin", import.meta.url),
);

describe("the weights file", () => {
  it("holds the vocabulary and the tensors", () => {
    const model = parseModelFile(whole);
    expect(model.pieces).toHaveLength(52_500);
    expect(model.scores).toHaveLength(52_500);
    expect(model.pieces.slice(0, 4)).toEqual(["<s>", "<pad>", "</s>", "<unk>"]);
    expect(model.tensors).toHaveLength(TENSORS.length);
  });

  it.each([
    ["cut short", whole.subarray(0, whole.length - 1)],
    ["cut within its header", whole.subarray(0, 40)],
    ["empty", Buffer.alloc(0)],
    ["of another kind", Buffer.concat([Buffer.from("GGUF"), whole.subarray(4)])],
    [
      "of a later version",
      Buffer.concat([whole.subarray(0, 4), Buffer.from([2, 0, 0, 0]), whole.subarray(8)]),
    ],
  ])("is refused with a clear error when it is %s", (_, file) => {
    expect(() => parseModelFile(file)).toThrowError(
      expect.objectContaining({ code: "EMBEDDER_FAILED" }) as Error,
    );
  });
});
