/**
 * LoCoMo (Maharana et al. 2024, arXiv:2402.17753): two people's conversations over months, in English. Categories as
 * numbered in the data: 1 several hops, 2 temporal, 3 open domain, 4 one hop, 5 adversarial. Images' captions are left
 * out, as are evidence ids that name no turn, and questions that have no other.
 */
import path from "node:path";
import { z } from "zod";
import { readJson } from "../../data-files.ts";
import type { Pool, PoolDocument, PoolQuestion, RetrievalSet } from "../types.ts";

const TurnSchema = z.object({ speaker: z.string(), dia_id: z.string(), text: z.string() });
const ConversationSchema = z.object({
  sample_id: z.string(),
  conversation: z.record(z.string(), z.unknown()).transform(turnsOf),
  qa: z.array(
    z.object({ question: z.string(), evidence: z.array(z.string()).default([]), category: z.number() }),
  ),
});
type Conversation = z.infer<typeof ConversationSchema>;

const KINDS: Readonly<Record<number, string>> = {
  1: "multi-hop",
  2: "temporal",
  3: "open-domain",
  4: "single-hop",
  5: "adversarial",
};
const BETWEEN_TURNS_MS = 60_000;

export async function readLocomoSets(folder: string): Promise<RetrievalSet[]> {
  const conversations = await readJson(path.join(folder, "locomo10.json"), z.array(ConversationSchema));
  const turns = (categories: readonly number[]): Pool[] =>
    conversations.map((conversation) => poolOf(conversation, categories, (id) => id));
  const sessions = conversations.map((conversation) =>
    poolOf(conversation, [1, 2, 3, 4], (id) => id.split(":")[0] ?? id),
  );
  return [
    { name: "locomo-turn", unit: "document", pools: turns([1, 2, 3, 4]) },
    { name: "locomo-session", unit: "thread", pools: sessions },
    { name: "locomo-adversarial", unit: "document", pools: turns([5]) },
  ];
}

function poolOf(
  { sample_id, conversation, qa }: Conversation,
  categories: readonly number[],
  goldOf: (turn: string) => string,
): Pool {
  const known = new Set(conversation.map(({ id }) => id));
  const questions = qa.flatMap(({ question, evidence, category }, at): PoolQuestion[] => {
    const gold = new Set(evidence.flatMap(turnIds).filter((id) => known.has(id)));
    if (!categories.includes(category) || gold.size === 0) return [];
    return [
      {
        id: `${sample_id} ${at}`,
        text: question,
        gold: [...new Set([...gold].map(goldOf))],
        kinds: [KINDS[category] ?? "other"],
      },
    ];
  });
  return { name: sample_id, language: "en", documents: conversation, questions };
}

/** `session_1`, `session_1_date_time` and so on; a session without its turns or time is a fault of the file. */
function turnsOf(conversation: Readonly<Record<string, unknown>>, context: z.RefinementCtx): PoolDocument[] {
  const sessions = Object.keys(conversation)
    .flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  return sessions.flatMap((session) => {
    const began = instantOf(conversation[`session_${session}_date_time`]);
    const turns = z.array(TurnSchema).safeParse(conversation[`session_${session}`]);
    if (began === undefined || !turns.success) {
      context.addIssue({ code: "custom", message: `session_${session} has no turns or no time` });
      return [];
    }
    return turns.data.map(({ dia_id, speaker, text }, at) => ({
      id: dia_id,
      text,
      speaker,
      at: new Date(began.getTime() + at * BETWEEN_TURNS_MS),
      thread: `D${session}`,
    }));
  });
}

/** "1:56 pm on 8 May, 2023", as wall-clock time in Shanghai, since the system reads it there. */
function instantOf(words: unknown): Date | undefined {
  if (typeof words !== "string") return undefined;
  const [, time, half, day, month, year] = /^(\d+:\d+) (am|pm) on (\d+) (\w+), (\d+)$/i.exec(words) ?? [];
  const instant = new Date(`${month} ${day} ${year} ${time} ${half} GMT+0800`);
  return time === undefined || Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** Some evidence holds several ids, or ids with a colon too many. */
function turnIds(evidence: string): string[] {
  return [...evidence.matchAll(/D:?(\d+):(\d+)/g)].map(
    ([, session, turn]) => `D${Number(session)}:${Number(turn)}`,
  );
}
