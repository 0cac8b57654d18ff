/**
 * Important events by rules: rare and life-shaping only (a marriage, a death, a birth, a move, a new job), never daily
 * plans or moods. Runs in consolidation over the last dialogues.
 */
import { languageOf } from "../../language/detect.ts";
import type { When } from "../extraction.ts";
import type { Reading } from "./extract/clause.ts";
import { majorEventsIn } from "./extract/events.ts";
import { parseClauses } from "./extract/parse.ts";
import { asksOffRecord } from "./extract/private.ts";

export interface DialogueTurn {
  readonly id: string;
  readonly userText: string;
  readonly said: Date;
}

export interface ImportantEvent {
  /** Told from the companion's view, date written out. */
  readonly content: string;
  /** One line: the event without the date. */
  readonly summary: string;
  /** "marriage", "death", "move", …: see MAJOR_EVENTS. */
  readonly kind: string;
  readonly tags: string[];
  /** 0..1 */
  readonly importance: number;
  /** The dialogue it was told in, and the words. */
  readonly dialogue: string;
  readonly quote: string;
  readonly when: When;
}

export interface ImportantOptions {
  readonly timezone: string;
  readonly nightOwlHour: number;
  readonly userName: string;
  readonly companionName: string;
}

/** Events in the order told; the same event told twice is there once. */
export function importantEventsByRules(
  dialogues: readonly DialogueTurn[],
  options: ImportantOptions,
): ImportantEvent[] {
  const seen = new Set<string>();
  return dialogues.flatMap(({ id, userText, said }) => {
    if (asksOffRecord(userText)) return [];
    const reading: Reading = {
      input: { userText, companionText: "", before: [], said, ...options },
      language: languageOf(userText),
      certainty: 1,
      reference: { now: said, timezone: options.timezone, nightOwlHour: options.nightOwlHour },
    };
    return majorEventsIn(parseClauses(userText, reading), reading)
      .filter(({ kind, summary }) => !seen.has(`${kind} ${summary}`) && seen.add(`${kind} ${summary}`))
      .map((event) => ({ ...event, dialogue: id }));
  });
}
