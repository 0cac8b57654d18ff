/**
 * KdConv, travel (Zhou et al. 2020, arXiv:2004.04100): a knowledge base of triples, and conversations whose turns are
 * annotated with those they use. The question is what was said before such a turn: three utterances, or the last alone.
 */
import path from "node:path";
import { z } from "zod";
import { readJson } from "../../data-files.ts";
import type { PoolDocument, PoolQuestion, RetrievalSet } from "../types.ts";

const BaseSchema = z.record(z.string(), z.array(z.tuple([z.string(), z.string(), z.string()])));
const ConversationsSchema = z.array(
  z.object({
    messages: z.array(
      z.object({
        message: z.string(),
        attrs: z
          .array(z.object({ name: z.string(), attrname: z.string(), attrvalue: z.string() }))
          .default([]),
      }),
    ),
  }),
);

/** Utterances of a question. */
const UTTERANCES = 3;

export async function readKdConvSets(folder: string): Promise<RetrievalSet[]> {
  const base = await readJson(path.join(folder, "kb_travel.json"), BaseSchema);
  const conversations = await readJson(path.join(folder, "test.json"), ConversationsSchema);
  const ids = new Map<string, string>();
  const documents: PoolDocument[] = [];
  for (const [head, relation, tail] of Object.values(base).flat()) {
    const key = keyOf(head, relation, tail);
    if (ids.has(key)) continue;
    ids.set(key, String(documents.length));
    documents.push({
      id: String(documents.length),
      text: [head, relation, tail].join(" "),
      triple: { head, relation, tail },
    });
  }
  const questions = conversations.flatMap(({ messages }, conversation) =>
    messages.flatMap(({ attrs }, at): PoolQuestion[] => {
      const said = messages.slice(Math.max(0, at - UTTERANCES), at).map(({ message }) => message);
      const text = said.pop();
      const gold = attrs.flatMap(
        ({ name, attrname, attrvalue }) => ids.get(keyOf(name, attrname, attrvalue)) ?? [],
      );
      if (text === undefined || gold.length === 0) return [];
      return [{ id: `${conversation}#${at}`, text, before: said, gold: [...new Set(gold)], kinds: [] }];
    }),
  );
  const pool = { name: "travel", language: "zh", documents, questions } as const;
  return [
    { name: "kdconv-3-utterances", unit: "document", pools: [pool] },
    {
      name: "kdconv-1-utterance",
      unit: "document",
      pools: [{ ...pool, questions: questions.map((question) => ({ ...question, before: [] })) }],
    },
  ];
}

const keyOf = (head: string, relation: string, tail: string): string =>
  JSON.stringify([head, relation, tail]);
