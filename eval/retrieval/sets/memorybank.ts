/**
 * MemoryBank-CN (Zhong et al. 2023, arXiv:2305.10250): invented users and a companion. Labels are unofficial. A turn is
 * the user's words and the answer; a session is a day.
 */
import { readMemoryBank } from "../../memorybank/dataset.ts";
import type { BankUser, Question } from "../../memorybank/dataset.ts";
import type { Pool, PoolQuestion, RetrievalSet } from "../types.ts";

const DAY_MS = 86_400_000;

export async function readMemoryBankSets(folder: string): Promise<RetrievalSet[]> {
  const users = await readMemoryBank(folder);
  const own = users.map((user) => poolOf(user, turnQuestions(user)));
  const pooled: Pool = {
    name: "all users",
    language: "zh",
    documents: own.flatMap(({ documents }) => documents),
    questions: own.flatMap(({ questions }) => questions),
  };
  return [
    { name: "memorybank-turn-own", unit: "document", pools: own },
    { name: "memorybank-turn-pooled", unit: "document", pools: [pooled] },
    {
      name: "memorybank-session-own",
      unit: "thread",
      pools: users.map((user) => poolOf(user, sessionQuestions(user))),
    },
  ];
}

function poolOf(user: BankUser, questions: PoolQuestion[]): Pool {
  return {
    name: user.name,
    language: "zh",
    documents: user.turns.map(({ id, day, at, query, response }) => ({
      id: own(user, id),
      text: query,
      reply: response,
      at,
      thread: own(user, day),
    })),
    questions,
  };
}

function turnQuestions(user: BankUser): PoolQuestion[] {
  return user.questions.flatMap((question, at) =>
    question.gold_turns.length === 0 ? [] : [asked(user, question, at, question.gold_turns)],
  );
}

function sessionQuestions(user: BankUser): PoolQuestion[] {
  return user.questions.map((question, at) => asked(user, question, at, question.gold_sessions));
}

function asked(user: BankUser, question: Question, at: number, gold: readonly string[]): PoolQuestion {
  const last = user.turns.at(-1)?.at ?? new Date(0);
  return {
    id: `${user.name} ${at}`,
    text: question.question,
    now: new Date(last.getTime() + DAY_MS),
    gold: gold.map((id) => own(user, id)),
    kinds: [
      question.false_premise ? "false premise" : "true premise",
      question.date_in_question === null ? "undated" : "dated",
    ],
  };
}

/** Turn ids are dates and numbers: the same for every user. */
const own = (user: BankUser, id: string): string => `${user.name} ${id}`;
