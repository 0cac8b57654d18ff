/** What the scripted model will be asked about: every turn of the replayed conversations, with what was said before it. */
import { parseInstant } from "../../app/command-line/instants.ts";
import { MESSAGES_BEFORE } from "../../memory/turn.ts";
import type { Spoken } from "../../memory/turn.ts";
import type { FaultCase } from "../failures/cases.ts";
import type { BankUser } from "../memorybank/dataset.ts";

export interface KnownTurn {
  readonly text: string;
  /** "" where the companion has not answered. */
  readonly reply: string;
  /** Of the same conversation, oldest first. */
  readonly before: readonly Spoken[];
  readonly at: Date;
  readonly timezone: string;
}

interface Line extends Spoken {
  readonly at: Date;
}

const TIMEZONE = "Asia/Shanghai";
const DAY_MS = 86_400_000;

/** The history, a conversation a day, and the questions, each asked in a conversation of its own a day after it. */
export function turnsOfUser({ turns, questions }: BankUser): KnownTurn[] {
  const days = new Map<string, (typeof turns)[number][]>();
  for (const turn of turns) days.set(turn.day, [...(days.get(turn.day) ?? []), turn]);
  const asked = new Date((turns.at(-1)?.at ?? new Date(0)).getTime() + DAY_MS);
  return [
    ...[...days.values()].flatMap((day) =>
      turnsOf(
        day.flatMap(({ query, response, at }): Line[] => [
          { role: "user", text: query, at },
          { role: "companion", text: response, at },
        ]),
        TIMEZONE,
      ),
    ),
    ...questions.flatMap(({ question }) => turnsOf([{ role: "user", text: question, at: asked }], TIMEZONE)),
  ];
}

export function turnsOfCase({ turns, ask, timezone }: FaultCase): KnownTurn[] {
  const line = (role: Spoken["role"], text: string, time: string): Line => ({
    role,
    text,
    at: parseInstant(time, timezone) ?? new Date(Number.NaN),
  });
  const said = turns.flatMap((turn) => ("who" in turn ? [line(turn.who, turn.text, turn.time)] : []));
  if (ask === undefined) return turnsOf(said, timezone);
  const question = line("user", ask.text, ask.time);
  return ask.sameSession
    ? turnsOf([...said, question], timezone)
    : [...turnsOf(said, timezone), ...turnsOf([question], timezone)];
}

function turnsOf(lines: readonly Line[], timezone: string): KnownTurn[] {
  return lines.flatMap(({ role, text, at }, position): KnownTurn[] => {
    if (role !== "user") return [];
    const next = lines[position + 1];
    const before = lines
      .slice(Math.max(0, position - MESSAGES_BEFORE), position)
      .map(({ role, text }) => ({ role, text }));
    return [{ text, reply: next?.role === "companion" ? next.text : "", before, at, timezone }];
  });
}
