/**
 * Memora, weekly (https://github.com/geniesinc/Memora, Apache-2.0): sessions of a person with an assistant, in English.
 * The evidence names sessions, so sessions are judged.
 */
import path from "node:path";
import { z } from "zod";
import { readJson, readLines } from "../read.ts";
import type { Pool, PoolDocument, PoolQuestion, RetrievalSet } from "../types.ts";

const SessionSchema = z.object({
  session_id: z.number(),
  date: z.string().optional(),
  conversation: z.array(z.object({ speaker: z.string(), message: z.string() })),
});
const QuestionsSchema = z.object({
  questions: z.record(
    z.string(),
    z.array(z.object({ question: z.string(), memory_evidence: z.unknown().optional() })),
  ),
});
const BETWEEN_TURNS_MS = 60_000;
const SUFFIX = ".sessions.jsonl";

export async function readMemoraSets(folder: string, files: readonly string[]): Promise<RetrievalSet[]> {
  const pools: Pool[] = [];
  for (const file of files.filter((name) => name.endsWith(SUFFIX))) {
    const persona = file.slice(0, -SUFFIX.length);
    const sessions = await readLines(path.join(folder, file), SessionSchema);
    const asked = await readJson(path.join(folder, `${persona}.questions.json`), QuestionsSchema);
    const known = new Set(sessions.map(({ session_id }) => session_id));
    const questions = Object.entries(asked.questions).flatMap(([kind, list]) =>
      list.flatMap(({ question, memory_evidence }, at): PoolQuestion[] => {
        const gold = [...new Set(sessionIds(memory_evidence))].filter((id) => known.has(id));
        if (gold.length === 0) return [];
        return [{ id: `${persona} ${kind} ${at}`, text: question, gold: gold.map(String), kinds: [kind] }];
      }),
    );
    pools.push({ name: persona, language: "en", documents: sessions.flatMap(turnsOf), questions });
  }
  return [{ name: "memora-sessions", unit: "thread", pools }];
}

function turnsOf({ session_id, date, conversation }: z.infer<typeof SessionSchema>): PoolDocument[] {
  const day = date === undefined ? Number.NaN : Date.parse(date);
  return conversation.map(({ speaker, message }, at) => ({
    id: `${session_id}#${at}`,
    text: message,
    speaker,
    thread: String(session_id),
    ...(Number.isNaN(day) ? {} : { at: new Date(day + at * BETWEEN_TURNS_MS) }),
  }));
}

/** Evidence is nested differently from kind to kind; session ids are numbers under the same key everywhere. */
function sessionIds(evidence: unknown): number[] {
  if (Array.isArray(evidence)) return evidence.flatMap(sessionIds);
  if (typeof evidence !== "object" || evidence === null) return [];
  return Object.entries(evidence).flatMap(([key, value]) =>
    key === "session_id" && typeof value === "number" ? [value] : sessionIds(value),
  );
}
