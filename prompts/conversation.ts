/** How prompts show what was said: as quoted data, one message a line, speaker and time before it. */
import type { Language } from "../language/types.ts";
import { quoteAsData } from "./quote.ts";
import type { QuoteTag } from "./quote.ts";
import type { Names, Said, Section } from "./types.ts";

/** Context only: the beginning of a long message says what it was about. */
const SHOWN_CHARACTERS = 600;

/** Earlier messages, oldest first; long ones are cut, so that none pushes out those after it. */
export function conversation(said: readonly Said[], names: Names, language: Language): Section {
  const items = said.map((message) => labelled({ ...message, text: beginning(message.text) }, names));
  return quoteAsData(items, language, "conversation");
}

function beginning(text: string): string {
  const points = [...text];
  return points.length <= SHOWN_CHARACTERS ? text : `${points.slice(0, SHOWN_CHARACTERS).join("")}…`;
}

/** A single message, such as the input. */
export function oneMessage(said: Said, names: Names, language: Language, tag: QuoteTag = "message"): Section {
  return quoteAsData([labelled(said, names)], language, tag);
}

function labelled(
  { role, text, time }: Said,
  { userName, companionName }: Names,
): { label: string; text: string } {
  const speaker = role === "user" ? userName : companionName;
  return { label: time === undefined ? speaker : `${time} ${speaker}`, text };
}

/** An example's result, as the model should write it. */
export function json(value: unknown): string {
  return JSON.stringify(value);
}
