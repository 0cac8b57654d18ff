/**
 * Memora, weekly (https://github.com/geniesinc/Memora, Apache-2.0): sessions of a person with an assistant, in English.
 * The evidence names sessions, so sessions are judged. The data has only days: a session is placed at nine in the
 * morning, a question at eleven in the evening, in Shanghai's time, which the system reads. A persona whose questions are
 * not there is left out.
 */
import path from "node:path";
import { z } from "zod";
import { readJson, readLines } from "../../data-files.ts";
import type { Pool, PoolDocument, PoolQuestion, RetrievalSet } from "../types.ts";

const SessionSchema = z.object({
  session_id: z.number(),
  date: z.iso.date(),
  conversation: z.array(z.object({ speaker: z.string(), message: z.string() })),
});
const QuestionsSchema = z.object({
  questions: z.record(
    z.string(),
    z.array(
      z.object({
        question: z.string(),
        question_date: z.iso.date(),
        memory_evidence: z.unknown().optional(),
      }),
    ),
  ),
});
const BETWEEN_TURNS_MS = 60_000;
const ASSISTANT = "ai_agent";
const SUFFIX = ".sessions.jsonl";

export async function readMemoraSets(folder: string, files: readonly string[]): Promise<RetrievalSet[]> {
  const pools: Pool[] = [];
  const personas = files.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
  for (const persona of personas.filter((name) => files.includes(`${name}.questions.json`))) {
    const sessions = await readLines(path.join(folder, `${persona}${SUFFIX}`), SessionSchema);
    const asked = await readJson(path.join(folder, `${persona}.questions.json`), QuestionsSchema);
    const known = new Set(sessions.map(({ session_id }) => session_id));
    const questions = Object.entries(asked.questions).flatMap(([kind, list]) =>
      list.flatMap(({ question, question_date, memory_evidence }, at): PoolQuestion[] => {
        const gold = [...new Set(sessionIds(memory_evidence))].filter((id) => known.has(id));
        if (gold.length === 0) return [];
        const now = new Date(`${question_date}T23:00:00+08:00`);
        return [
          { id: `${persona} ${kind} ${at}`, text: question, now, gold: gold.map(String), kinds: [kind] },
        ];
      }),
    );
    pools.push({ name: persona, language: "en", documents: sessions.flatMap(turnsOf), questions });
  }
  return [{ name: "memora-sessions", unit: "thread", pools }];
}

/** The assistant's answer belongs to the words before it, as in the product; what it says first stands alone. */
function turnsOf({ session_id, date, conversation }: z.infer<typeof SessionSchema>): PoolDocument[] {
  const began = Date.parse(`${date}T09:00:00+08:00`);
  return conversation.flatMap(({ speaker, message }, at) => {
    if (speaker === ASSISTANT && at > 0 && conversation[at - 1]?.speaker !== ASSISTANT) return [];
    const next = conversation[at + 1];
    return [
      {
        id: `${session_id}#${at}`,
        text: message,
        ...(speaker !== ASSISTANT && next?.speaker === ASSISTANT ? { reply: next.message } : {}),
        at: new Date(began + at * BETWEEN_TURNS_MS),
        thread: String(session_id),
      },
    ];
  });
}

/** Evidence is nested differently from kind to kind; session ids are numbers under the same key everywhere. */
function sessionIds(evidence: unknown): number[] {
  if (Array.isArray(evidence)) return evidence.flatMap(sessionIds);
  if (typeof evidence !== "object" || evidence === null) return [];
  return Object.entries(evidence).flatMap(([key, value]) =>
    key === "session_id" && typeof value === "number" ? [value] : sessionIds(value),
  );
}
