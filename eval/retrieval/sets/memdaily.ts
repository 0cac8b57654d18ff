/**
 * MemDaily (MemSim; Zhang et al. 2024, arXiv:2409.20163): one person's messages, in Chinese. All messages of a user are
 * one pool. A user says much more than once, and only the copy of a question's own trajectory is labelled: in the first
 * set any message with the same words counts, in the second only the labelled one, as in figures found elsewhere.
 */
import path from "node:path";
import { z } from "zod";
import { readJson } from "../../data-files.ts";
import type { Pool, PoolDocument, PoolQuestion, RetrievalSet } from "../types.ts";

/** "2024年04月01日 周一 08:07" */
const InstantSchema = z
  .string()
  .regex(/^\d{4}年\d\d月\d\d日.* \d\d:\d\d$/)
  .transform((words) => {
    const [year = "", month = "", day = "", hour = "", minute = ""] = words.match(/\d+/g) ?? [];
    return new Date(`${year}-${month}-${day}T${hour}:${minute}:00+08:00`);
  });

const TrajectorySchema = z.object({
  message_list: z.array(
    z.object({ mid: z.union([z.number(), z.string()]), message: z.string(), time: InstantSchema }),
  ),
  question_list: z
    .array(
      z.object({
        question: z.string(),
        answer: z.unknown(),
        target_step_id: z.array(z.union([z.number(), z.string()])),
        time: InstantSchema,
      }),
    )
    .min(1),
});

/** Trajectories of a file belong to 50 users, in order. */
const USERS = 50;
const KINDS: Readonly<Record<string, string>> = {
  "01": "simple",
  "02": "conditional",
  "03": "comparative",
  "04": "aggregative",
  "05": "post-processing",
  "06": "noisy",
};

interface User {
  readonly documents: PoolDocument[];
  readonly questions: PoolQuestion[];
}

export async function readMemDailySets(folder: string, files: readonly string[]): Promise<RetrievalSet[]> {
  const users = new Map<number, User>();
  for (const file of files.filter((name) => /^\d\d_\w+\.json$/.test(name))) {
    const trajectories = await readJson(path.join(folder, file), z.array(TrajectorySchema));
    const perUser = Math.max(1, Math.floor(trajectories.length / USERS));
    trajectories.forEach((trajectory, at) => {
      const number = Math.floor(at / perUser);
      const user = users.get(number) ?? { documents: [], questions: [] };
      users.set(number, user);
      take(user, trajectory, `${file} ${at}`, KINDS[file.slice(0, 2)] ?? "other");
    });
  }
  const labelled = [...users].map(([number, { documents, questions }]): Pool => ({
    name: `user ${number}`,
    language: "zh",
    documents,
    questions,
  }));
  return [
    { name: "memdaily-merged", unit: "document", pools: labelled.map(merged) },
    { name: "memdaily-labelled", unit: "document", pools: labelled },
  ];
}

function take(user: User, trajectory: z.infer<typeof TrajectorySchema>, id: string, kind: string): void {
  const ids = new Map<number | string, string>();
  for (const { mid, message, time } of trajectory.message_list) {
    const document = String(user.documents.length);
    user.documents.push({ id: document, text: message, at: time });
    ids.set(mid, document);
  }
  const [question] = trajectory.question_list;
  if (question === undefined || question.question === "[ERRORQ]" || question.answer === "[ERRORA]") return;
  const gold = new Set(question.target_step_id.flatMap((step) => ids.get(step) ?? []));
  if (gold.size === 0) return;
  user.questions.push({ id, text: question.question, now: question.time, gold: [...gold], kinds: [kind] });
}

/** A copy counts as what it copies. */
function merged(pool: Pool): Pool {
  const first = new Map<string, string>();
  const counts = new Map<string, string>();
  for (const { id, text } of pool.documents) {
    first.set(text, first.get(text) ?? id);
    counts.set(id, first.get(text) ?? id);
  }
  return {
    ...pool,
    documents: pool.documents.map((document) => {
      const copyOf = counts.get(document.id) ?? document.id;
      return copyOf === document.id ? document : { ...document, copyOf };
    }),
    questions: pool.questions.map((question) => ({
      ...question,
      gold: [...new Set(question.gold.map((id) => counts.get(id) ?? id))],
    })),
  };
}
