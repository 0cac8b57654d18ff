import { expect, it } from "vitest";
import { createEmbedder } from "../../../models/embedder/facade.ts";
import { createTransformersEmbedder } from "../../../models/embedder/transformers.ts";
import { embedderContract } from "./contract.ts";

interface Recorded {
  readonly packages: string[];
  readonly pipelines: unknown[][];
  readonly calls: { readonly texts: string[]; readonly options: unknown }[];
  disposed: number;
}

/**
 * Stands for the package: vectors of 8 numbers that depend on the characters. `downloadFails` tells how
 * often.
 */
function fakePackage(downloadFails = 0): {
  importPackage: (name: string) => Promise<unknown>;
  recorded: Recorded;
} {
  const recorded: Recorded = { packages: [], pipelines: [], calls: [], disposed: 0 };
  const extract = async (
    texts: string[],
    options: unknown,
  ): Promise<{ dims: number[]; data: Float32Array }> => {
    recorded.calls.push({ texts, options });
    const data = new Float32Array(texts.length * 8);
    for (const [row, text] of texts.entries()) {
      data[row * 8] = 1;
      for (const character of text) {
        const column = row * 8 + ((character.codePointAt(0) ?? 0) % 8);
        data[column] = (data[column] ?? 0) + 1;
      }
    }
    return { dims: [texts.length, 8], data };
  };
  const pipeline = async (...options: unknown[]): Promise<unknown> => {
    recorded.pipelines.push(options);
    if (recorded.pipelines.length <= downloadFails) throw new Error("fetch failed");
    return Object.assign(extract, { dispose: async () => void recorded.disposed++ });
  };
  const importPackage = async (name: string): Promise<unknown> => {
    recorded.packages.push(name);
    return { pipeline };
  };
  return { importPackage, recorded };
}

embedderContract("transformers.js", async () =>
  createEmbedder(
    await createTransformersEmbedder({ dimension: 8, importPackage: fakePackage().importPackage }),
  ),
);

it("uses bge-base-zh-v1.5 with its first token and the instruction before questions only", async () => {
  const { importPackage, recorded } = fakePackage();
  const embedder = await createTransformersEmbedder({ importPackage });
  await embedder.embed(["我住在哪里"], "query");
  await embedder.embed(["我住在杭州"], "passage");
  expect(recorded.packages).toEqual(["@huggingface/transformers"]);
  expect(recorded.pipelines).toEqual([
    ["feature-extraction", "Xenova/bge-base-zh-v1.5", { revision: "main", dtype: "q8" }],
  ]);
  expect(recorded.calls.map(({ texts }) => texts)).toEqual([
    ["为这个句子生成表示以用于检索相关文章：我住在哪里"],
    ["我住在杭州"],
  ]);
  expect(recorded.calls[0]?.options).toEqual({ pooling: "cls", normalize: true });
  expect(embedder.fingerprint).toMatchObject({ dimension: 768, pooling: "cls", revision: "main q8" });
});

it("names the package and the command when it is not installed", async () => {
  const importPackage = (): Promise<unknown> => Promise.reject(new Error("ERR_MODULE_NOT_FOUND"));
  await expect(createTransformersEmbedder({ importPackage })).rejects.toMatchObject({
    code: "DEPENDENCY_MISSING",
    message: expect.stringContaining("npm install @huggingface/transformers") as string,
  });
});

it("tries the download again after one that failed", async () => {
  const { importPackage } = fakePackage(1);
  const embedder = createEmbedder(await createTransformersEmbedder({ dimension: 8, importPackage }));
  await expect(embedder.embed(["a"], "query")).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
  expect(await embedder.embed(["a"], "query")).toHaveLength(1);
});

it("names the real dimension when another one was set", async () => {
  const embedder = createEmbedder(
    await createTransformersEmbedder({ importPackage: fakePackage().importPackage }),
  );
  await expect(embedder.embed(["a"], "query")).rejects.toThrow("8 dimensions instead of 768");
});

it("frees the model on close, and loads none for it", async () => {
  const { importPackage, recorded } = fakePackage();
  const embedder = await createTransformersEmbedder({ importPackage });
  await embedder.close();
  expect(recorded.pipelines).toEqual([]);
  await embedder.embed(["a"], "query");
  await embedder.close();
  expect(recorded.disposed).toBe(1);
});
