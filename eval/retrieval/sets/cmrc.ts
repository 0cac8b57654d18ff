/** CMRC 2018 (Cui et al. 2019, arXiv:1810.07366): questions on paragraphs of the Chinese Wikipedia; used for fitting. */
import path from "node:path";
import { z } from "zod";
import { readJson } from "../../data-files.ts";
import type { RetrievalSet } from "../types.ts";

const FileSchema = z.object({
  data: z.array(
    z.object({
      paragraphs: z.array(
        z.object({
          id: z.string(),
          context: z.string(),
          qas: z.array(z.object({ id: z.string(), question: z.string() })),
        }),
      ),
    }),
  ),
});

export async function readCmrcSets(folder: string): Promise<RetrievalSet[]> {
  const { data } = await readJson(path.join(folder, "cmrc2018_dev.json"), FileSchema);
  const paragraphs = data.flatMap((article) => article.paragraphs);
  return [
    {
      name: "cmrc-paragraphs",
      unit: "document",
      pools: [
        {
          name: "wikipedia",
          language: "zh",
          documents: paragraphs.map(({ id, context }) => ({ id, text: context })),
          questions: paragraphs.flatMap(({ id: paragraph, qas }) =>
            qas.map(({ id, question }) => ({ id, text: question, gold: [paragraph], kinds: [] })),
          ),
        },
      ],
    },
  ];
}
