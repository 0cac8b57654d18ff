/**
 * RGB, Chinese (Chen et al. 2023, arXiv:2309.01431): questions on news, with passages that answer them and others that
 * only look so. All passages of a file are one pool.
 */
import path from "node:path";
import { z } from "zod";
import { readLines } from "../../data-files.ts";
import type { PoolDocument, PoolQuestion, RetrievalSet } from "../types.ts";

const LineSchema = z.object({
  query: z.string(),
  positive: z.array(z.union([z.string(), z.array(z.string())])),
  negative: z.array(z.string()),
});

const NAMES: Readonly<Record<string, string>> = {
  "zh_refine.json": "rgb-passages",
  "zh_int.json": "rgb-integration",
  "zh_fact.json": "rgb-counterfactual",
};

export async function readRgbSets(folder: string, files: readonly string[]): Promise<RetrievalSet[]> {
  const present = Object.entries(NAMES).filter(([file]) => files.includes(file));
  return Promise.all(
    present.map(async ([file, name]) => setOf(name, await readLines(path.join(folder, file), LineSchema))),
  );
}

function setOf(name: string, lines: readonly z.infer<typeof LineSchema>[]): RetrievalSet {
  const ids = new Map<string, string>();
  const documents: PoolDocument[] = [];
  const idOf = (text: string): string => {
    const known = ids.get(text) ?? String(documents.length);
    if (!ids.has(text)) {
      ids.set(text, known);
      documents.push({ id: known, text });
    }
    return known;
  };
  const questions = lines.flatMap(({ query, positive, negative }, at): PoolQuestion[] => {
    const gold = [...new Set(positive.flat().map(idOf))];
    negative.forEach(idOf);
    return gold.length === 0 ? [] : [{ id: String(at), text: query, gold, kinds: [] }];
  });
  return { name, unit: "document", pools: [{ name: "news", language: "zh", documents, questions }] };
}
