/**
 * Adapter of the reranker port: the small model puts all memories in order at once (listwise). It stands here and not in
 * models/, since its prompt is of the product.
 */
import { z } from "zod";
import { MiraMateError, isMiraMateError } from "../../../base/errors.ts";
import { languageOf } from "../../../language/detect.ts";
import type { ChatModel } from "../../../models/chat/port.ts";
import { completeStructured } from "../../../models/chat/structured.ts";
import type { Reranker } from "../../../models/reranker/port.ts";
import type { TokenCounter } from "../../../models/tokens/port.ts";
import { renderBlocks } from "../../../prompts/render.ts";
import { rerankPrompt } from "../../../prompts/rerank.ts";

export interface SmallModelRerankerNeeds {
  readonly model: ChatModel;
  readonly tokens: TokenCounter;
  readonly names: { readonly userName: string; readonly companionName: string };
  /** For one call, the second attempt included. */
  readonly deadlineMs: number;
}

/**
 * The answer's schema for `count` memories: numbers from 1, best first, those of no use left out. Exported for the prompt's
 * test.
 */
export function orderSchema(count: number) {
  return z.object({ order: z.array(z.int().min(1).max(count)) });
}

export function createSmallModelReranker({
  model,
  tokens,
  names,
  deadlineMs,
}: SmallModelRerankerNeeds): Reranker {
  return {
    name: model.name,
    async rerank(query, documents, signal) {
      signal?.throwIfAborted();
      if (documents.length === 0) return [];
      const language = languageOf(query);
      const slots = { ...names, question: query, memories: documents };
      try {
        const { value } = await completeStructured({
          model,
          messages: renderBlocks(rerankPrompt[language], slots, tokens).messages,
          schema: orderSchema(documents.length),
          name: "rerank",
          locale: language,
          deadlineMs,
          runName: "rerank",
          ...(signal === undefined ? {} : { signal }),
        });
        return scoresOf(value.order, documents.length);
      } catch (error) {
        signal?.throwIfAborted();
        if (!isMiraMateError(error)) throw error;
        throw failed(error);
      }
    },
  };
}

/** By place: 1 for the best, evenly less for each further one, 0 for those not named. A number counts where it stands first. */
function scoresOf(order: readonly number[], count: number): number[] {
  const scores = new Array<number>(count).fill(0);
  [...new Set(order)].forEach((number, place) => {
    scores[number - 1] = 1 - place / count;
  });
  return scores;
}

function failed(cause: MiraMateError): MiraMateError {
  return new MiraMateError(
    "RERANKER_FAILED",
    {
      zh: `小模型没有排出记忆的顺序。${cause.inLocale("zh")}也可以设置 MIRAMATE_RERANKER=builtin。`,
      en: `The small model did not put the memories in order. ${cause.inLocale("en")} Or set MIRAMATE_RERANKER=builtin.`,
    },
    { details: { code: cause.code }, cause },
  );
}
