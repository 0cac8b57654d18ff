/**
 * Adapter: transformers.js, by default with bge-base-zh-v1.5, for those who want a larger model in the
 * process. The package and the weights (about 100 MB in 8 bit, downloaded on first use) are not part of the
 * default install. Use it below the facade (facade.ts).
 */
import { MiraMateError, reasonOf } from "../../base/errors.ts";
import type { EmbedderAdapter } from "./facade.ts";
import type { EmbeddingKind } from "./port.ts";

export interface TransformersEmbedderOptions {
  /** Name on the model hub. Default "Xenova/bge-base-zh-v1.5". */
  readonly model?: string;
  /** Branch, tag or commit on the hub. Default "main". */
  readonly revision?: string;
  /** Length of the model's vectors. Default 768. */
  readonly dimension?: number;
  /** Which export of the weights: "fp32", "fp16", "q8", ... Default "q8". */
  readonly weights?: string;
  /** How token vectors become one. BGE takes the first token. Default "cls". */
  readonly pooling?: "cls" | "mean";
  /** Put before questions. Default: BGE's instruction for retrieval in Chinese. */
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
  /** Imports a package by name; tests give their own. */
  readonly importPackage?: (name: string) => Promise<unknown>;
}

const PACKAGE = "@huggingface/transformers";

/**
 * The instruction that BGE v1.5 was trained with for short questions:
 * https://huggingface.co/BAAI/bge-base-zh-v1.5
 */
const BGE_QUERY_INSTRUCTION = "为这个句子生成表示以用于检索相关文章：";

/** The model reads 512 tokens and forgets the rest; Chinese has about one token a character. */
const TEXT_CHARACTERS = 480;

/** The part of transformers.js (3.x and later) that is used here. */
interface Transformers {
  pipeline(
    task: "feature-extraction",
    model: string,
    options: { revision: string; dtype: string },
  ): Promise<Extractor>;
}
interface Extractor {
  (
    texts: string[],
    options: { pooling: string; normalize: boolean },
  ): Promise<{ readonly dims: readonly number[]; readonly data: ArrayLike<number> }>;
  dispose(): Promise<unknown>;
}

/**
 * Throws DEPENDENCY_MISSING when the package is not installed. The weights are loaded by the first `embed`,
 * which throws EMBEDDER_FAILED when they cannot be had.
 */
export async function createTransformersEmbedder(
  options: TransformersEmbedderOptions = {},
): Promise<EmbedderAdapter> {
  const {
    model = "Xenova/bge-base-zh-v1.5",
    revision = "main",
    dimension = 768,
    weights = "q8",
    pooling = "cls",
  } = options;
  const { queryPrefix = BGE_QUERY_INSTRUCTION, passagePrefix = "" } = options;
  const prefixes: Record<EmbeddingKind, string> = { query: queryPrefix, passage: passagePrefix };
  const transformers = await importTransformers(options.importPackage ?? ((name) => import(name)));

  let loading: Promise<Extractor> | undefined;
  const extractor = (): Promise<Extractor> => {
    loading ??= transformers
      .pipeline("feature-extraction", model, { revision, dtype: weights })
      .catch((error: unknown) => {
        loading = undefined; // a download that failed may succeed next time
        throw error;
      });
    return loading;
  };

  return {
    fingerprint: {
      name: model,
      revision: `${revision} ${weights}`,
      dimension,
      prefix: queryPrefix + passagePrefix === "" ? "" : `${queryPrefix}|${passagePrefix}`,
      pooling,
    },
    batch: { texts: 16, characters: 4_000, textCharacters: TEXT_CHARACTERS },
    async embed(texts, kind, signal) {
      signal?.throwIfAborted();
      if (texts.length === 0) return [];
      try {
        const extract = await extractor();
        signal?.throwIfAborted();
        const { dims, data } = await extract(
          texts.map((text) => prefixes[kind] + text),
          { pooling, normalize: true },
        );
        const width = dims.at(-1) ?? 0;
        return texts.map((_, index) =>
          Float32Array.from({ length: width }, (_, i) => data[index * width + i] ?? NaN),
        );
      } catch (error) {
        signal?.throwIfAborted();
        throw failed(model, error);
      }
    },
    async close() {
      const loaded = await loading?.catch(() => undefined);
      loading = undefined;
      await loaded?.dispose();
    },
  };
}

/** The name is given by a variable, so that neither the compiler nor a bundler asks for the package. */
async function importTransformers(importPackage: (name: string) => Promise<unknown>): Promise<Transformers> {
  const loaded = await importPackage(PACKAGE).catch((cause: unknown) => {
    throw missing(cause);
  });
  return loaded as Transformers;
}

function missing(cause: unknown): MiraMateError {
  return new MiraMateError(
    "DEPENDENCY_MISSING",
    {
      zh: `这个向量模型需要 ${PACKAGE}，请先运行 npm install ${PACKAGE}。`,
      en: `This embedder needs ${PACKAGE}; please run npm install ${PACKAGE}.`,
    },
    { details: { package: PACKAGE }, cause },
  );
}

function failed(model: string, cause: unknown): MiraMateError {
  const reason = reasonOf(cause);
  return new MiraMateError(
    "EMBEDDER_FAILED",
    {
      zh: `向量模型 ${model} 无法运行：${reason}。请检查模型名称，首次使用还需要能下载模型的网络。`,
      en: `The model ${model} could not be run: ${reason}. Check its name; the first use downloads it.`,
    },
    { details: { model }, cause },
  );
}
