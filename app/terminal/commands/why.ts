import type { Leg, Recalled } from "../../../memory/recall/types.ts";
import type { TurnResult } from "../../types.ts";
import { printable, short } from "../view.ts";
import type { Command, CommandContext } from "./command.ts";

/** /why: what the last answer recalled, how each memory was found, what it scored and where it was said. */
export const whyCommand: Command = {
  name: "/why",
  run: async (_argument, context) => {
    const { lastTurn, messages } = context;
    if (lastTurn === null) return { text: messages.why.noAnswerYet };
    const recalled = lastTurn.recalled.map((memory, index) => entry(memory, index + 1, context));
    return {
      text: [
        question(lastTurn, context),
        ...(recalled.length === 0 ? [messages.why.nothing] : recalled),
        ...lastTurn.degraded.map(({ part, reason, instead }) => messages.why.degraded(part, reason, instead)),
        messages.why.timings(numbers(lastTurn.timings)),
      ].join("\n"),
    };
  },
};

function question({ understanding }: TurnResult, { messages }: CommandContext): string {
  if (!understanding.needsMemory) return messages.why.didNotLook;
  return messages.why.looked(understanding.intent, printable(understanding.memoryQuery));
}

function entry(memory: Recalled, place: number, { messages, view, clock }: CommandContext): string {
  const { why, collections, legs } = messages;
  const found = bestOfEachLeg(memory.legs)
    .map(({ leg, rank, score }) => why.leg(legs[leg], rank, short(score)))
    .join(" · ");
  const marks = [
    ...(memory.status === "active" ? [] : [messages.statuses[memory.status]]),
    ...(memory.buffered ? [messages.buffered] : []),
  ];
  const event = view.eventTime(memory);
  const details = [
    found !== "" ? found : memory.beside === undefined ? why.fromCache : why.beside,
    ...(Object.keys(memory.factors).length === 0 ? [] : [why.factors(numbers(memory.factors))]),
    ...(memory.source === undefined ? [] : [why.source(printable(memory.source.thread), memory.source.turn)]),
    ...(memory.source?.quote === undefined ? [] : [why.quote(printable(memory.source.quote))]),
    why.recorded(view.time(memory.recordedAt), view.ago(memory.recordedAt, clock.now())),
    ...(event === null ? [] : [messages.memories.about(event)]),
    ...(marks.length === 0 ? [] : [marks.join(" · ")]),
  ];
  const head = `${place}. ${view.paint("bold", short(memory.score))} ${view.paint("cyan", collections[memory.collection])}`;
  const text = printable(memory.text).replaceAll("\n", "\n   ");
  return [`${head} ${text}`, ...details.map((detail) => `   ${view.paint("dim", detail)}`)].join("\n");
}

/** A leg that looked with several queries is told once, by where it found the memory best. */
function bestOfEachLeg(legs: readonly Leg[]): Leg[] {
  const best = new Map<Leg["leg"], Leg>();
  for (const found of legs) {
    const known = best.get(found.leg);
    if (known === undefined || found.rank < known.rank) best.set(found.leg, found);
  }
  return [...best.values()];
}

function numbers(values: Readonly<Record<string, number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${short(value)}`)
    .join(" · ");
}
