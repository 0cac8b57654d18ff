/** Whether what a case asks for is true. Pure: what is held and what was recalled come in, faults come out. */
import type { HeldMemory, TurnResult } from "../../app/types.ts";
import { calendarDay } from "../../language/time/zone.ts";
import type { FocusEvent } from "../../memory/focus.ts";
import type { Profile } from "../../memory/profile.ts";
import { isDialogue } from "../../memory/record.ts";
import type { FaultCase } from "./cases.ts";

/** Everything that is held of a user, whichever place it is in. */
export interface Held {
  readonly memories: readonly HeldMemory[];
  readonly profile: Profile;
  readonly focus: readonly FocusEvent[];
}

/** In these kinds the words must be nowhere; elsewhere a dialogue log may quote the user verbatim. */
const NOWHERE = /secret|asked not to remember|deletion/;

/** What the memory manager keeps under other names than the workflow. */
const SAME_KIND: Readonly<Record<string, string>> = {
  preferences: "user_preferences",
  user_profile: "facts",
};

interface Statement {
  /** A collection, "profile" or "focus". */
  readonly place: string;
  readonly text: string;
  readonly eventStart?: string | undefined;
}

export function faultsAfter({ after, kind, timezone }: FaultCase, held: Held): string[] {
  if (after === undefined) return [];
  const statements = statementsOf(held);
  const beliefs = statements.filter(({ place }) => !isDialogue(place));
  const faults: string[] = [];
  for (const words of after.holds) {
    if (!beliefs.some(holding(words))) faults.push(`does not hold ${words.join(" + ")}`);
  }
  for (const words of after.lacks) {
    const found = (NOWHERE.test(kind) ? statements : beliefs).find(holding(words));
    if (found !== undefined) faults.push(`holds ${words.join(" + ")} in ${found.place}: ${found.text}`);
  }
  for (const { words, date } of after.dates ?? []) {
    const days = beliefs.filter(holding(words)).map((statement) => dayOf(statement, timezone));
    if (!days.includes(date)) {
      faults.push(`${words.join(" + ")} on ${days.join(", ") || "no day"} instead of ${date}`);
    }
  }
  if (after.dates?.length === 0) {
    const dated = beliefs.find(({ eventStart }) => eventStart !== undefined);
    if (dated !== undefined) faults.push(`gives a date to: ${dated.text}`);
  }
  if (after.countAtMost !== undefined) {
    const { words, kinds, n } = after.countAtMost;
    const count = beliefs
      .filter(({ place }) => kinds.includes(place) || kinds.includes(SAME_KIND[place] ?? place))
      .filter(holding(words)).length;
    if (count > n) faults.push(`holds ${words.join(" + ")} ${count} times`);
  }
  return faults;
}

/** `focus` is what was held when the turn was asked; only what stands in its prompt counts. */
export function faultsOfAnswer(
  { ask }: FaultCase,
  turn: Pick<TurnResult, "recalled" | "prompt">,
  focus: readonly FocusEvent[] = [],
): string[] {
  if (ask === undefined) return [];
  const prompt = turn.prompt.messages.map(({ content }) => content).join("\n");
  const recalled = turn.recalled.map(({ text }) => ({ text }));
  const inMind = focus.map(({ content }) => ({ text: content })).filter(({ text }) => prompt.includes(text));
  const faults: string[] = [];
  for (const words of ask.recalls) {
    if (![...recalled, ...inMind].some(holding(words))) faults.push(`does not recall ${words.join(" + ")}`);
  }
  for (const words of ask.recallsNot) {
    const found = recalled.find(holding(words));
    if (found !== undefined) faults.push(`recalls ${words.join(" + ")}: ${found.text}`);
  }
  if (ask.nothing && recalled[0] !== undefined) faults.push(`recalls something: ${recalled[0].text}`);
  if (ask.promptKeepsQuote) {
    faults.push(...strayClosings(prompt).map((tag) => `a recalled text closes <${tag}>`));
  }
  return faults;
}

function statementsOf({ memories, profile, focus }: Held): Statement[] {
  return [
    ...memories
      .filter(({ status }) => status === "active")
      .map(({ collection, text, eventStart }) => ({ place: collection, text, eventStart })),
    ...Object.entries(profile.items).map(([key, { value }]) => ({
      place: "profile",
      text: `${key} ${value}`,
    })),
    ...focus.map(({ content, eventStart }) => ({ place: "focus", text: content, eventStart })),
  ];
}

function holding(words: readonly string[]): (statement: { readonly text: string }) => boolean {
  return ({ text }) => words.every((word) => text.includes(word));
}

function dayOf({ eventStart }: Statement, timezone: string): string | undefined {
  return eventStart === undefined ? undefined : calendarDay(new Date(eventStart), timezone);
}

/** Tags that are closed more often than opened. */
function strayClosings(prompt: string): string[] {
  const count = (marks: string): number => prompt.split(marks).length - 1;
  const closed = new Set([...prompt.matchAll(/<\/([\w-]+)>/g)].map(([, tag = ""]) => tag));
  return [...closed].filter((tag) => count(`</${tag}>`) > count(`\n<${tag}>\n`));
}
