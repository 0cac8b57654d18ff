/** The error that both adapters throw when another embedder wrote the index. */
import { MiraMateError } from "../../base/errors.ts";

/** EMBEDDER_MISMATCH, naming what was found, what was expected and how to go on. */
export function embedderMismatch(written: string, current: string): MiraMateError {
  return new MiraMateError(
    "EMBEDDER_MISMATCH",
    {
      zh: `记忆索引由另一个嵌入模型写入（${written}），当前模型是 ${current}。请运行 npm run migrate 重建索引，或换回原来的模型。`,
      en: `The memory index was written by another embedder (${written}); the current one is ${current}. Run npm run migrate to rebuild the index, or go back to the former embedder.`,
    },
    { details: { written, current } },
  );
}
