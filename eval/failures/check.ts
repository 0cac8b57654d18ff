/** Whether what a case asks for is true. Pure: what is held and what was recalled come in, faults come out. */
import { calendarDay } from "../../language/time/zone.ts";
import type { HeldMemory, TurnResult } from "../../app/types.ts";
import type { FaultCase } from "./cases.ts";

/** In these kinds the words must be nowhere; elsewhere a dialogue log may quote the user verbatim. */
const NOWHERE = /secret|asked not to remember|deletion/;

const holdsAll = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(word));

export function faultsAfter({ after, kind, timezone }: FaultCase, memories: readonly HeldMemory[]): string[] {
  if (after === undefined) return [];
  const active = memories.filter(({ status }) => status === "active");
  const beliefs = active.filter(({ collection }) => collection !== "dialog_logs");
  const searched = NOWHERE.test(kind) ? active : beliefs;
  const dayOf = (memory: HeldMemory): string | undefined =>
    memory.eventStart && calendarDay(new Date(memory.eventStart), timezone);
  const faults: string[] = [];
  for (const words of after.holds) {
    if (!beliefs.some(({ text }) => holdsAll(text, words))) faults.push(`does not hold ${words.join(" + ")}`);
  }
  for (const words of after.lacks) {
    const found = searched.find(({ text }) => holdsAll(text, words));
    if (found !== undefined) faults.push(`holds ${words.join(" + ")}: ${found.text}`);
  }
  for (const { words, date } of after.dates ?? []) {
    if (!beliefs.some((memory) => holdsAll(memory.text, words) && dayOf(memory) === date)) {
      faults.push(`nothing of ${words.join(" + ")} on ${date}`);
    }
  }
  if (after.dates?.length === 0) {
    const dated = beliefs.find((memory) => memory.eventStart !== undefined);
    if (dated !== undefined) faults.push(`gives a date to: ${dated.text}`);
  }
  if (after.countAtMost !== undefined) {
    const { words, kinds, n } = after.countAtMost;
    const count = beliefs.filter(
      ({ text, collection }) => kinds.includes(collection) && holdsAll(text, words),
    ).length;
    if (count > n) faults.push(`holds ${words.join(" + ")} ${count} times`);
  }
  return faults;
}

export function faultsOfAnswer({ ask }: FaultCase, turn: TurnResult): string[] {
  if (ask === undefined) return [];
  const texts = turn.recalled.map(({ text }) => text);
  const faults: string[] = [];
  for (const words of ask.recalls) {
    if (!texts.some((text) => holdsAll(text, words))) faults.push(`does not recall ${words.join(" + ")}`);
  }
  for (const words of ask.recallsNot) {
    if (texts.some((text) => holdsAll(text, words))) faults.push(`recalls ${words.join(" + ")}`);
  }
  if (ask.nothing && texts.length > 0) faults.push(`recalls something: ${texts[0] ?? ""}`);
  const prompt = turn.prompt.messages.map(({ content }) => content).join("\n");
  if (ask.promptKeepsQuote && prompt.split("\n").filter((line) => line.includes("</memor")).length > 1) {
    faults.push("a recalled text closes its quote");
  }
  return faults;
}
