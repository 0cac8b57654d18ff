/**
 * MemoryBank-CN, read where it lies (https://github.com/zhongwanjun/MemoryBank-SiliconFriend, MIT). The history has only
 * days; a turn is placed at 09:00 plus 5 minutes a turn in Shanghai's time, so that its instant gives its id (date#index)
 * back.
 */
import path from "node:path";
import { z } from "zod";
import { UsageError } from "../../app/command-line/edge.ts";
import { readJson, readLines } from "../data-files.ts";

const BankSchema = z.record(
  z.string(),
  z.object({ history: z.record(z.string(), z.array(z.object({ query: z.string(), response: z.string() }))) }),
);

const QuestionSchema = z.object({
  user: z.string(),
  question: z.string(),
  gold_sessions: z.array(z.string()),
  gold_turns: z.array(z.string()),
  session_level_only: z.boolean(),
  false_premise: z.boolean(),
  date_in_question: z.string().nullable(),
});
export type Question = z.infer<typeof QuestionSchema>;

export interface BankTurn {
  /** date#index, as the evidence names it. */
  readonly id: string;
  readonly day: string;
  readonly at: Date;
  readonly query: string;
  readonly response: string;
}

export interface BankUser {
  readonly name: string;
  readonly turns: readonly BankTurn[];
  readonly questions: readonly Question[];
}

const FIRST_TURN = "T09:00:00+08:00";
const BETWEEN_TURNS_MS = 5 * 60_000;
/** The companion's answer, after the user's words. */
export const ANSWER_AFTER_MS = 10_000;

/**
 * Users in the order of the file. `folder` is the one that holds memory_bank_cn.json and the evidence. Throws
 * FILE_UNREADABLE when one is missing or not in its form.
 */
export async function readMemoryBank(folder: string): Promise<BankUser[]> {
  const bank = await readJson(path.join(folder, "memory_bank_cn.json"), BankSchema);
  const questions = await readLines(path.join(folder, "evidence_cn_UNOFFICIAL.jsonl"), QuestionSchema);
  return Object.entries(bank).map(([name, { history }]) => ({
    name,
    turns: Object.entries(history).flatMap(([day, said]) =>
      said.map((turn, index) => ({
        ...turn,
        id: `${day}#${index}`,
        day,
        at: new Date(Date.parse(`${day}${FIRST_TURN}`) + index * BETWEEN_TURNS_MS),
      })),
    ),
    questions: questions.filter((question) => question.user === name),
  }));
}

/** "all", how many of the file's order, or names with commas between. Throws UsageError for anything else. */
export function chooseUsers(users: readonly BankUser[], choice: string): BankUser[] {
  if (choice === "all") return [...users];
  if (/^[1-9]\d*$/.test(choice)) return users.slice(0, Number(choice));
  return choice.split(",").map((name) => {
    const user = users.find((one) => one.name === name.trim());
    if (user === undefined) throw new UsageError(`--users ${choice}`);
    return user;
  });
}

/** One line of the product's import format for each side of each turn. */
export function asImportLines(users: readonly BankUser[]): string[] {
  return users.flatMap(({ name, turns }) =>
    turns.flatMap(({ at, query, response }) => [
      JSON.stringify({ user: name, time: at.toISOString(), role: "user", content: query }),
      JSON.stringify({
        user: name,
        time: new Date(at.getTime() + ANSWER_AFTER_MS).toISOString(),
        role: "assistant",
        content: response,
      }),
    ]),
  );
}
