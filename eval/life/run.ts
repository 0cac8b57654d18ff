/**
 * The project's own set (eval/sets/companion-life) through the whole companion, offline: the conversation is taken in day
 * by day and consolidated every night, and each question goes through the companion graph as far as the answer. The graph
 * is stopped before it writes back, so that no question meets another one among the memories.
 */
import { createCompanion } from "../../app/companion.ts";
import type { Companion } from "../../app/types.ts";
import { fixedClock } from "../../base/clock.ts";
import { openServices } from "../../config/services.ts";
import type { Services } from "../../config/services.ts";
import { readSettings } from "../../config/settings.ts";
import { startRuntime } from "../../config/runtime.ts";
import type { Runtime } from "../../config/runtime.ts";
import { routeOf } from "../../memory/understanding.ts";
import type { Embedder } from "../../models/embedder/port.ts";
import { companionMessage, userMessage } from "../../nodes/messages.ts";
import type { CompanionStateType } from "../../state/companion.ts";
import { judge } from "../metrics.ts";
import type { Judged } from "../metrics.ts";
import { asJudged } from "../retrieval/run.ts";
import type { CompanionLifeQuestion, CompanionLifeTurn } from "../sets/companion-life/dataset.ts";

export interface AskedOfLife extends Judged {
  readonly id: string;
  readonly text: string;
  readonly kind: CompanionLifeQuestion["kind"];
  readonly split: CompanionLifeQuestion["split"];
  /** Whether something answers it. */
  readonly hasGold: boolean;
  /** Rank of the first memory that rests on a gold turn, from 1. */
  readonly rank: number | undefined;
  /** Memories that reached the prompt, and the tokens of their texts. */
  readonly memories: number;
  readonly tokens: number;
  /** Where it was looked up first; undefined where all collections were alike. */
  readonly route: string | undefined;
  readonly routed: boolean;
  /** Milliseconds of the node that recalls, the embedding of the question included. */
  readonly recallMs: number;
  readonly degraded: readonly string[];
}

const USER = "life";
const TIMEZONE = "Asia/Shanghai";
/** The companion's answer, after the user's words. */
const ANSWER_AFTER_MS = 10_000;
/** From the last words of a day to the night's consolidation. */
const UNTIL_NIGHT_MS = 30 * 60_000;

export interface LifeOptions {
  /** Empty, and the caller's to remove. */
  readonly dataFolder: string;
  readonly embedder: Embedder;
  readonly tell: (asked: AskedOfLife) => void;
}

/** Every question is asked when it says, after all that was said by then. */
export async function runLife(
  turns: readonly CompanionLifeTurn[],
  questions: readonly CompanionLifeQuestion[],
  { dataFolder, embedder, tell }: LifeOptions,
): Promise<AskedOfLife[]> {
  const env = { MIRAMATE_DATA: dataFolder, MIRAMATE_TIMEZONE: TIMEZONE };
  const clock = fixedClock(turns[0]?.at ?? new Date(0));
  const services = await openServices(readSettings(env), { clock, embedder });
  const companion = await createCompanion({ env, ...services });
  const asking = await startRuntime(services, { background: false });
  const asked: AskedOfLife[] = [];
  const ids = new Map<string, string>();
  try {
    const days = daysOf(turns);
    for (const question of [...questions].sort((a, b) => Date.parse(a.askedAt) - Date.parse(b.askedAt))) {
      while (days[0] !== undefined && lastOf(days[0]) < new Date(question.askedAt)) {
        await takeIn(companion, days.shift() ?? [], ids, (now) => clock.set(now));
      }
      clock.set(question.askedAt);
      const entry = await ask(asking, companion, question, ids, services);
      asked.push(entry);
      tell(entry);
    }
  } finally {
    await companion.close();
    await asking.close();
  }
  return asked;
}

/** Turns of a conversation, by the day in their ids: words at one in the morning may belong to the evening before. */
function daysOf(turns: readonly CompanionLifeTurn[]): CompanionLifeTurn[][] {
  const days = new Map<string, CompanionLifeTurn[]>();
  for (const turn of turns) {
    const [day = ""] = turn.id.split("#");
    days.set(day, [...(days.get(day) ?? []), turn]);
  }
  return [...days.values()];
}

function lastOf(day: readonly CompanionLifeTurn[]): Date {
  return new Date(day.at(-1)?.at ?? 0);
}

/** Notes in `ids` which of the product's turns is which of the set's. */
async function takeIn(
  companion: Companion,
  day: readonly CompanionLifeTurn[],
  ids: Map<string, string>,
  setClock: (now: Date) => void,
): Promise<void> {
  const { turns } = await companion.past({
    user: USER,
    session: `day ${day[0]?.id ?? ""}`,
    utterances: day.flatMap(({ at, user, companion: answer }) => [
      { who: "user" as const, text: user, at: new Date(at) },
      { who: "companion" as const, text: answer, at: new Date(Date.parse(at) + ANSWER_AFTER_MS) },
    ]),
    intoSession: false,
  });
  turns.forEach((turn, position) => ids.set(turn, day[position]?.id ?? ""));
  const night = new Date(lastOf(day).getTime() + UNTIL_NIGHT_MS);
  setClock(night);
  await companion.idle(USER, { now: night });
}

async function ask(
  { companion: graph }: Runtime,
  companion: Companion,
  question: CompanionLifeQuestion,
  ids: ReadonlyMap<string, string>,
  { tokens }: Services,
): Promise<AskedOfLife> {
  const state = (await graph.invoke(
    { messages: messagesOf(question) },
    {
      configurable: { thread_id: `question ${question.id}` },
      context: {
        user: USER,
        session: `question ${question.id}`,
        now: new Date(question.askedAt).toISOString(),
        timezone: TIMEZONE,
        locale: undefined,
      },
      interruptBefore: ["write_back"],
    },
  )) as CompanionStateType;
  if (state.understanding === null) throw new Error(`question ${question.id} was not understood`);
  const held = new Map((await companion.memories(USER)).map(({ id, sources }) => [id, sources]));
  const { ranking, gold } = asJudged(
    rankedTurns(
      state.recalled.map(({ id, source }) => ({
        id,
        turns: (held.get(id) ?? [source]).flatMap((one) => ids.get(one?.turn ?? "") ?? []),
      })),
      question.gold,
    ),
    question,
  );
  const first = ranking.findIndex((id) => gold.includes(id));
  const route = routeOf(state.understanding);
  return {
    id: question.id,
    text: question.text,
    kind: question.kind,
    split: question.split,
    hasGold: question.gold.length > 0,
    rank: first < 0 ? undefined : first + 1,
    memories: state.recalled.length,
    tokens: state.recalled.reduce((sum, { text }) => sum + tokens.count(text), 0),
    route,
    routed: route !== undefined && (question.route as readonly string[]).includes(route),
    recallMs: state.timings["retrieve"] ?? 0,
    degraded: state.degraded.map(({ part }) => part),
    ...judge(ranking, gold),
  };
}

/** What was said before, as of a conversation that goes on; the companion spoke last. */
function messagesOf({ id, text, before: said = [], askedAt }: CompanionLifeQuestion) {
  const asked = new Date(askedAt);
  return [
    ...said.map((words, position) => {
      const at = new Date(asked.getTime() - (said.length - position) * ANSWER_AFTER_MS);
      return (said.length - position) % 2 === 1
        ? companionMessage(words, at, `before ${id}`)
        : userMessage(words, at, `before ${id}`);
    }),
    userMessage(text, asked, `question ${id}`),
  ];
}

/** Recalled memories by the first gold turn that each rests on and none before it did, or else by their own ids. */
export function rankedTurns(
  recalled: readonly { readonly id: string; readonly turns: readonly string[] }[],
  gold: readonly string[],
): string[] {
  const found = new Set<string>();
  return recalled.map(({ id, turns }) => {
    const turn = turns.find((one) => gold.includes(one) && !found.has(one));
    if (turn !== undefined) found.add(turn);
    return turn ?? id;
  });
}
