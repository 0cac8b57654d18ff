/** From a turn and what was extracted from it to the records, buffer entries and focus events to keep. */
import { contentId } from "../../base/ids.ts";
import { languageOf } from "../../language/detect.ts";
import type { Buffered } from "../buffer.ts";
import type { Extraction } from "../extraction.ts";
import type { FocusEvent } from "../focus.ts";
import { tellsOfAnEnd } from "../focus.ts";
import { dialogueWords, indexed } from "../index-text.ts";
import type { MemoryRecord } from "../record.ts";
import type { Turn } from "../turn.ts";

export interface Names {
  readonly userName: string;
  readonly companionName: string;
}

/** The dialogue log of a turn: both sides, as they were said, secrets masked. */
export function dialogueRecord(
  turn: Turn,
  dialogue: Extraction["dialogue"],
  secrets: readonly string[],
  names: Names,
): MemoryRecord {
  const lines = [
    { speaker: names.userName, text: masked(turn.userText, secrets) },
    { speaker: names.companionName, text: masked(turn.companionText, secrets) },
  ].filter((line) => line.text !== "");
  const text = lines.map((line) => `${line.speaker}：${line.text}`).join("\n");
  const before = turn.before.at(-1);
  return indexed(
    {
      id: dialogueId(turn),
      user: turn.user,
      collection: "dialog_logs",
      text,
      origin: turn.userText === "" ? "companion" : "user",
      sources: [{ thread: turn.session, turn: turn.id }],
      derivedFrom: [],
      recordedAt: turn.said,
      importance: dialogue.importance,
      confidence: 1,
      emotion: dialogue.sentiment,
      topic: dialogue.topic,
      tags: dialogue.tags,
      possibleMajorEvent: dialogue.possibleMajorEvent,
      status: "active",
    },
    turn.timezone,
    languageOf(text),
    dialogueWords(before?.role === "companion" ? masked(before.text, secrets) : undefined, lines),
  );
}

export function dialogueId(turn: Turn): string {
  return contentId("dialog", turn.user, turn.id);
}

/** What goes to the buffer, each entry under an id derived from its content and the turn. */
export function bufferEntries(turn: Turn, extraction: Extraction): Buffered[] {
  const facts = extraction.facts.map((fact): Buffered => memory(turn, extraction, "facts", fact));
  const preferences = extraction.preferences.map((item): Buffered =>
    memory(turn, extraction, "user_preferences", item, item.type),
  );
  const profile = extraction.profile.map((item): Buffered => ({
    key: contentId("profile", turn.user, turn.id, item.key, item.value),
    entry: {
      kind: "profile",
      update: {
        key: item.key,
        value: item.value,
        confidence: item.confidence,
        source: turn.id,
        said: turn.said,
      },
    },
  }));
  const retractions = extraction.retracts.map((item): Buffered => ({
    key: contentId("retraction", turn.user, turn.id, item.attribute ?? "", item.value ?? "", item.quote),
    entry: { kind: "retraction", retraction: { ...item, source: turn.id, said: turn.said } },
  }));
  const notable: Buffered[] =
    extraction.dialogue.possibleMajorEvent || tellsOfAnEnd(turn.userText)
      ? [
          {
            key: contentId("notable", turn.user, turn.id),
            entry: {
              kind: "dialogue",
              dialogue: dialogueId(turn),
              source: { thread: turn.session, turn: turn.id },
              userText: turn.userText,
              said: turn.said,
            },
          },
        ]
      : [];
  // What is taken back goes first: the mended value of the same turn must survive it.
  return [...retractions, ...facts, ...preferences, ...profile, ...notable];
}

export function focusEvents(turn: Turn, extraction: Extraction): FocusEvent[] {
  return extraction.focus.map((item) => ({
    id: contentId("focus", turn.user, item.content, item.when.start),
    content: item.content,
    keywords: item.keywords,
    eventStart: item.when.start,
    eventEnd: item.when.end,
    eventGrain: item.when.grain,
    expiresAt: item.expires,
    createdAt: turn.said,
    source: turn.id,
  }));
}

type Item = Extraction["facts"][number];

function memory(
  turn: Turn,
  extraction: Extraction,
  collection: "facts" | "user_preferences",
  item: Item,
  kind?: string,
): Buffered {
  const id = contentId(collection === "facts" ? "fact" : "preference", turn.user, turn.id, item.content);
  const record = indexed(
    {
      id,
      user: turn.user,
      collection,
      text: item.content,
      origin: "user",
      sources: [{ thread: turn.session, turn: turn.id, quote: item.quote }],
      derivedFrom: [dialogueId(turn)],
      recordedAt: turn.said,
      ...(item.when === undefined
        ? {}
        : { eventStart: item.when.start, eventEnd: item.when.end, eventGrain: item.when.grain }),
      validFrom: turn.said,
      importance: Math.max(extraction.dialogue.importance, 0.3),
      confidence: item.confidence,
      emotion: extraction.dialogue.sentiment,
      tags: item.tags,
      ...(kind === undefined ? {} : { kind }),
      status: "active",
      ...(item.belief === undefined ? {} : { belief: item.belief }),
    },
    turn.timezone,
    languageOf(item.content),
  );
  return { key: id, entry: { kind: "memory", record } };
}

/** Each secret replaced by three stars. */
export function masked(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== "")
    .reduce((current, secret) => current.replaceAll(secret, () => "***"), text);
}
