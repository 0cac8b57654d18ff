/**
 * MemDaily (MemSim; Zhang et al. 2024, arXiv:2409.20163): one person's messages, in Chinese. All messages of a user are
 * one pool, messages with the same words are one document.
 */
import path from "node:path";
import { z } from "zod";
import { readJson } from "../read.ts";
import type { Pool, PoolDocument, PoolQuestion, RetrievalSet } from "../types.ts";

const TrajectorySchema = z.object({
  message_list: z.array(
    z.object({ mid: z.union([z.number(), z.string()]), message: z.string(), time: z.string() }),
  ),
  question_list: z
    .array(
      z.object({
        question: z.string(),
        answer: z.unknown(),
        target_step_id: z.array(z.union([z.number(), z.string()])),
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

interface Growing {
  readonly documents: PoolDocument[];
  readonly questions: PoolQuestion[];
  readonly byText: Map<string, string>;
}

export async function readMemDailySets(folder: string, files: readonly string[]): Promise<RetrievalSet[]> {
  const users = new Map<number, Growing>();
  for (const file of files.filter((name) => name.endsWith(".json"))) {
    const trajectories = await readJson(path.join(folder, file), z.array(TrajectorySchema));
    const perUser = Math.max(1, Math.floor(trajectories.length / USERS));
    trajectories.forEach((trajectory, at) => {
      const number = Math.floor(at / perUser);
      const user = users.get(number) ?? { documents: [], questions: [], byText: new Map<string, string>() };
      users.set(number, user);
      add(user, trajectory, `${file} ${at}`, KINDS[file.slice(0, 2)] ?? "other");
    });
  }
  const pools = [...users].map(([number, { documents, questions }]): Pool => ({
    name: `user ${number}`,
    language: "zh",
    documents,
    questions,
  }));
  return [{ name: "memdaily-merged", unit: "document", pools }];
}

function add(user: Growing, trajectory: z.infer<typeof TrajectorySchema>, id: string, kind: string): void {
  const ids = new Map<number | string, string>();
  for (const { mid, message, time } of trajectory.message_list) {
    const known = user.byText.get(message);
    const document = known ?? String(user.documents.length);
    if (known === undefined) {
      user.byText.set(message, document);
      user.documents.push({ id: document, text: message, at: instantOf(time) });
    }
    ids.set(mid, document);
  }
  const [question] = trajectory.question_list;
  if (question === undefined || question.question === "[ERRORQ]" || question.answer === "[ERRORA]") return;
  const gold = question.target_step_id.flatMap((step) => ids.get(step) ?? []);
  user.questions.push({ id, text: question.question, gold: [...new Set(gold)], kinds: [kind] });
}

/** "2024年04月01日 周一 08:07" */
function instantOf(words: string): Date {
  const [, year, month, day, time] = /^(\d+)年(\d+)月(\d+)日.*?(\d+:\d+)/.exec(words) ?? [];
  return new Date(`${year}-${month}-${day}T${time}:00+08:00`);
}
