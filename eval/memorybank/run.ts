/**
 * MemoryBank-CN through the product: each user's history is taken in, consolidated, and then asked about in new
 * sessions a day later, offline. A question counts when a gold turn is among the memories that reached the prompt.
 */
import { createCompanion } from "../../app/companion.ts";
import type { CompanionOptions } from "../../app/companion.ts";
import type { Companion, HeldMemory } from "../../app/types.ts";
import type { Recalled } from "../../memory/recall/types.ts";
import { createTokenCounter } from "../../models/tokens/tiktoken.ts";
import { summariseRanks } from "../metrics.ts";
import type { RankSummary } from "../metrics.ts";
import { ANSWER_AFTER_MS } from "./dataset.ts";
import type { BankUser, Question } from "./dataset.ts";

export interface AskedQuestion {
  readonly user: string;
  readonly question: string;
  readonly kind: "dated" | "false premise" | "session" | "other";
  readonly gold: readonly string[];
  /** Rank of the first gold memory in the prompt, from 1; undefined when none got there. */
  readonly rank: number | undefined;
  /** How many reached the prompt, and the tokens of their texts. */
  readonly memories: number;
  readonly tokens: number;
  /** From asking to the answer's first token. */
  readonly firstTokenMs: number;
  readonly degraded: readonly string[];
}

export interface MemoryBankReport {
  readonly asked: readonly AskedQuestion[];
  readonly overall: RankSummary;
  readonly byKind: Readonly<Record<string, RankSummary>>;
  readonly memoriesPerQuestion: number;
  readonly tokensPerQuestion: number;
  /** Questions that nothing at all was recalled for. */
  readonly nothingRecalled: number;
}

const TIMEZONE = "Asia/Shanghai";
const DAY_MS = 86_400_000;

export async function runMemoryBank(
  users: readonly BankUser[],
  dataFolder: string,
  tell: (asked: AskedQuestion) => void,
  options: CompanionOptions = {},
): Promise<MemoryBankReport> {
  const companion = await createCompanion({
    ...options,
    env: { MIRAMATE_DATA: dataFolder, MIRAMATE_TIMEZONE: TIMEZONE, ...options.env },
  });
  const tokens = createTokenCounter();
  const asked: AskedQuestion[] = [];
  try {
    for (const user of users) {
      const lastTurn = await takeIn(companion, user);
      const turnIds = await turnIdsOf(companion, user);
      for (const [index, question] of user.questions.entries()) {
        const begun = performance.now();
        let firstTokenMs = Number.NaN;
        const answered = await companion.turn({
          onToken: () => {
            if (Number.isNaN(firstTokenMs)) firstTokenMs = performance.now() - begun;
          },
          user: user.name,
          session: `question ${index}`,
          text: question.question,
          now: new Date(lastTurn.getTime() + DAY_MS),
        });
        const held = new Map((await companion.memories(user.name)).map((memory) => [memory.id, memory]));
        const entry: AskedQuestion = {
          user: user.name,
          question: question.question,
          kind: kindOf(question),
          gold: question.gold_turns.length > 0 ? question.gold_turns : question.gold_sessions,
          rank: rankOfGold(answered.recalled, question, held, turnIds),
          memories: answered.recalled.length,
          tokens: answered.recalled.reduce((sum, { text }) => sum + tokens.count(text), 0),
          firstTokenMs,
          degraded: answered.degraded.map(({ part }) => part),
        };
        asked.push(entry);
        tell(entry);
      }
    }
  } finally {
    await companion.close();
  }
  return reportOf(asked);
}

export function reportOf(asked: readonly AskedQuestion[]): MemoryBankReport {
  const ranksOf = (entries: readonly AskedQuestion[]): RankSummary =>
    summariseRanks(entries.map(({ rank }) => rank));
  const mean = (count: (entry: AskedQuestion) => number): number =>
    asked.reduce((sum, entry) => sum + count(entry), 0) / Math.max(1, asked.length);
  const kinds = [...new Set(asked.map(({ kind }) => kind))];
  return {
    asked,
    overall: ranksOf(asked),
    byKind: Object.fromEntries(
      kinds.map((kind) => [kind, ranksOf(asked.filter((entry) => entry.kind === kind))]),
    ),
    memoriesPerQuestion: mean(({ memories }) => memories),
    tokensPerQuestion: mean(({ tokens }) => tokens),
    nothingRecalled: asked.filter(({ memories }) => memories === 0).length,
  };
}

/** Returns the instant of the last turn. */
async function takeIn(companion: Companion, user: BankUser): Promise<Date> {
  const days = new Map<string, BankUser["turns"][number][]>();
  for (const turn of user.turns) days.set(turn.day, [...(days.get(turn.day) ?? []), turn]);
  for (const [day, turns] of days) {
    await companion.past({
      user: user.name,
      session: `import:${day}`,
      utterances: turns.flatMap(({ at, query, response }) => [
        { who: "user" as const, text: query, at },
        { who: "companion" as const, text: response, at: new Date(at.getTime() + ANSWER_AFTER_MS) },
      ]),
      intoSession: false,
    });
  }
  const last = user.turns.at(-1)?.at ?? new Date(0);
  await companion.idle(user.name, { now: last });
  return last;
}

/** From the product's turn ids to the data set's (date#index), by the time of the dialogue. */
async function turnIdsOf(companion: Companion, user: BankUser): Promise<Map<string, string>> {
  const byInstant = new Map(user.turns.map((turn) => [turn.at.toISOString(), turn.id]));
  const logs = (await companion.memories(user.name)).filter(({ collection }) => collection === "dialog_logs");
  return new Map(
    logs.flatMap(({ sources, recordedAt }) => {
      const id = byInstant.get(recordedAt);
      return id === undefined ? [] : sources.map(({ turn }): [string, string] => [turn, id]);
    }),
  );
}

/** A memory is gold when one of the turns it rests on is; for a question about a day, any turn of that day. */
export function rankOfGold(
  recalled: readonly Pick<Recalled, "id" | "source">[],
  question: Pick<Question, "gold_turns" | "gold_sessions">,
  held: ReadonlyMap<string, Pick<HeldMemory, "sources">>,
  turnIds: ReadonlyMap<string, string>,
): number | undefined {
  const isGold = (turn: string): boolean => {
    const id = turnIds.get(turn);
    if (id === undefined) return false;
    return question.gold_turns.length > 0
      ? question.gold_turns.includes(id)
      : question.gold_sessions.includes(id.split("#")[0] ?? "");
  };
  const position = recalled.findIndex((memory) =>
    (held.get(memory.id)?.sources ?? [memory.source]).some(
      (source) => source !== undefined && isGold(source.turn),
    ),
  );
  return position < 0 ? undefined : position + 1;
}

export function kindOf(
  question: Pick<Question, "false_premise" | "session_level_only" | "date_in_question">,
): AskedQuestion["kind"] {
  if (question.false_premise) return "false premise";
  if (question.session_level_only) return "session";
  return question.date_in_question === null ? "other" : "dated";
}
