/**
 * Companion life: eight weeks of one invented user's talk with a companion, and questions with their answers' places.
 * How it was written and what the labels mean is in the README beside it; this file reads it and gives it types.
 */
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { readLines } from "../../data-files.ts";

/** Kinds of question; the README says what each is. */
export const KINDS = [
  "plain",
  "paraphrase",
  "dated",
  "name",
  "number",
  "changed",
  "past",
  "hard_negative",
  "compound",
  "companion_said",
  "false_premise",
  "reference",
  "advice",
  "nothing",
  "smalltalk",
] as const;

/** Where the answer may be looked for; "none": nothing is to be looked up. */
export const ROUTES = ["dialog_logs", "facts", "user_preferences", "important_events", "none"] as const;

const instant = z.iso.datetime({ offset: true });

const TurnSchema = z.strictObject({
  /** Day and place in it from 1: "2026-03-02#3". */
  id: z.string().regex(/^\d{4}-\d\d-\d\d#[1-9]\d*$/),
  at: instant,
  user: z.string().min(1),
  companion: z.string().min(1),
});

const QuestionSchema = z.strictObject({
  id: z.string().regex(/^q\d{3}$/),
  text: z.string().min(1),
  /** Only turns before it are known. */
  askedAt: instant,
  /** Ids of all turns that answer it, in the order of time; empty when none does. */
  gold: z.array(z.string()),
  /** Whether one turn of `gold` is enough or every one is needed. */
  needs: z.enum(["any", "all"]),
  kind: z.enum(KINDS),
  /** Acceptable collections. */
  route: z.array(z.enum(ROUTES)).min(1),
  split: z.enum(["tune", "test"]),
  /** Of a `reference` question: what was said just before, oldest first, the user's and the companion's in turn. */
  before: z.array(z.string().min(1)).min(1).max(3).optional(),
  /** Of a `dated` question: its words mean the day it was told, or the day of the event it asks about or for. */
  time: z.enum(["told", "event"]).optional(),
});

export type CompanionLifeTurn = Readonly<z.infer<typeof TurnSchema>>;
export type CompanionLifeQuestion = Readonly<z.infer<typeof QuestionSchema>>;

/** Turns in the order of time, questions by id. Throws FILE_UNREADABLE with the line of whatever is not in its form. */
export async function loadCompanionLife(): Promise<{
  readonly turns: readonly CompanionLifeTurn[];
  readonly questions: readonly CompanionLifeQuestion[];
}> {
  const [turns, questions] = await Promise.all([
    readLines(fileURLToPath(new URL("./conversation.jsonl", import.meta.url)), TurnSchema),
    readLines(fileURLToPath(new URL("./questions.jsonl", import.meta.url)), QuestionSchema),
  ]);
  return { turns, questions };
}
