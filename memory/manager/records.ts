/**
 * The records of the memory manager's four collections: documents and metadata as MiraMate v1 lays them out, in the one
 * record type of all memories, so that index, recall, export and migration treat them like any other.
 *
 * | collection   | document                                  | metadata                                                     |
 * |--------------|-------------------------------------------|--------------------------------------------------------------|
 * | episodic     | time, both sides, the user's feeling      | type, timestamp, importance, decay_factor, last_accessed, user_emotion, context |
 * | preferences  | who likes or dislikes what                | category, item, sentiment, certainty, timestamp, last_confirmed |
 * | relationship | what happened between the two             | type, timestamp, importance, relationship_level, impact      |
 * | user_profile | a detail of the user                      | category, value, confidence, source, timestamp, last_updated |
 */
import { contentId } from "../../base/ids.ts";
import { languageOf } from "../../language/detect.ts";
import { feelingName, readFeeling } from "../../language/sentiment.ts";
import { timeInWords } from "../../language/time/words.ts";
import type { Language } from "../../language/types.ts";
import type { Extraction, When } from "../extraction.ts";
import { dialogueWords, indexed } from "../index-text.ts";
import type { ManagerCollection, MemoryRecord } from "../record.ts";
import type { Turn } from "../turn.ts";
import { dialogueId } from "../write-back/records.ts";
import { categoryKey, categoryLabel, isKnownCategory } from "./categories.ts";
import type { EffectOf } from "./effects.ts";

interface Names {
  readonly userName: string;
  readonly companionName: string;
}

/** What every record of a turn has in common. */
function recordOf(
  turn: Turn,
  collection: ManagerCollection,
  id: string,
  text: string,
  more: Partial<MemoryRecord> & Pick<MemoryRecord, "metadata" | "importance">,
  words?: string,
): MemoryRecord {
  return indexed(
    {
      id,
      user: turn.user,
      collection,
      text,
      origin: "user",
      sources: [{ thread: turn.session, turn: turn.id, quote: turn.userText }],
      derivedFrom: [dialogueId(turn)],
      recordedAt: turn.said,
      validFrom: turn.said,
      confidence: 1,
      tags: [],
      status: "active",
      ...more,
    },
    turn.timezone,
    languageOf(text),
    words,
  );
}

/** An episode matters at least this much: it then stays in view for two weeks without being looked at. */
const LEAST_IMPORTANCE = 0.5;

/** The turn as it was lived. `thoughts` is the companion's inner thought about it, "" when there was none. */
export function episodeOf(
  turn: Turn,
  dialogue: Extraction["dialogue"],
  thoughts: string,
  names: Names,
): MemoryRecord {
  const language = languageOf(turn.userText === "" ? turn.companionText : turn.userText);
  const lines = [
    { speaker: names.userName, text: turn.userText },
    { speaker: names.companionName, text: turn.companionText },
  ].filter(({ text }) => text !== "");
  const { emotion, valence, strength } = readFeeling(turn.userText);
  const time = timeInWords(new Date(turn.said), turn.timezone, language);
  const zh = language === "zh";
  const text = [
    ...lines.map((line) => `${line.speaker}：${line.text}`),
    zh ? `时间：${time}` : `Time: ${time}`,
    ...(emotion === "neutral"
      ? []
      : [
          `${zh ? `${names.userName}的情绪：` : `${names.userName}'s feeling: `}${feelingName(emotion, language)}`,
        ]),
  ].join("\n");
  const importance = Math.max(LEAST_IMPORTANCE, dialogue.importance);
  const before = turn.before.at(-1);
  return recordOf(
    turn,
    "episodic",
    contentId("episode", turn.user, turn.id),
    text,
    {
      importance,
      origin: turn.userText === "" ? "companion" : "user",
      sources: [{ thread: turn.session, turn: turn.id }],
      emotion: dialogue.sentiment,
      topic: dialogue.topic,
      tags: dialogue.tags,
      metadata: {
        type: "conversation",
        timestamp: turn.said,
        importance,
        decay_factor: 1,
        last_accessed: turn.said,
        ...(emotion === "neutral"
          ? {}
          : { user_emotion: JSON.stringify({ emotion, valence, intensity: strength }) }),
        ...(thoughts === "" ? {} : { context: `${zh ? "内心思考：" : "Inner thought: "}${thoughts}` }),
      },
    },
    dialogueWords(before?.role === "companion" ? before.text : undefined, lines),
  );
}

export function preferenceOf(turn: Turn, effect: EffectOf<"preference">, names: Names): MemoryRecord {
  const { category, item, sentiment, certainty } = effect;
  const language = languageOf(`${item}${turn.userText}`);
  return recordOf(
    turn,
    "preferences",
    contentId("taste", turn.user, turn.id, category, item, sentiment < 0 ? "-" : "+"),
    tasteInWords(effect, names.userName, language),
    {
      importance: 0.5 + Math.abs(sentiment) / 4,
      confidence: certainty,
      kind: category,
      metadata: { category, item, sentiment, certainty, timestamp: turn.said, last_confirmed: turn.said },
    },
  );
}

function tasteInWords(
  { category, item, sentiment }: EffectOf<"preference">,
  user: string,
  language: Language,
): string {
  if (language === "zh") return `${user}${sentiment < 0 ? "不喜欢" : "喜欢"}${category}：${item}`;
  return `${user} ${sentiment < 0 ? "dislikes" : "likes"} ${category}: ${item}`;
}

/** `level` is the relationship's when it happened. */
export function relationshipEventOf(
  turn: Turn,
  {
    description,
    importance,
    impact,
  }: Pick<EffectOf<"relationship">, "description" | "importance" | "impact">,
  level: number,
  when: When | undefined,
): MemoryRecord {
  return recordOf(turn, "relationship", contentId("bond", turn.user, turn.id, description), description, {
    importance,
    ...eventOf(when),
    metadata: {
      type: "relationship_event",
      timestamp: turn.said,
      importance,
      relationship_level: level,
      impact,
    },
  });
}

export function profileDetailOf(
  turn: Turn,
  { category, value, confidence, source }: EffectOf<"profile">,
  when: When | undefined,
  names: Names,
): MemoryRecord {
  const language = languageOf(`${value}${turn.userText}`);
  const label = categoryLabel(category, language);
  const text =
    language === "zh" ? `${names.userName}的${label}：${value}` : `${names.userName}'s ${label}: ${value}`;
  return recordOf(
    turn,
    "user_profile",
    contentId("detail", turn.user, turn.id, categoryKey(category), value),
    text,
    {
      importance: 0.7,
      confidence,
      kind: label,
      ...eventOf(when),
      ...(isKnownCategory(category)
        ? { belief: { subject: "user", attribute: categoryKey(category), value } }
        : {}),
      metadata: { category: label, value, confidence, source, timestamp: turn.said, last_updated: turn.said },
    },
  );
}

function eventOf(when: When | undefined): Partial<MemoryRecord> {
  return when === undefined ? {} : { eventStart: when.start, eventEnd: when.end, eventGrain: when.grain };
}

/** A text of the metadata; "" where it has none. */
export function textOf(record: MemoryRecord, name: string): string {
  const value = record.metadata?.[name];
  return value === undefined ? "" : String(value);
}

/** A number of the metadata; 0 where it has none. */
export function numberOf(record: MemoryRecord, name: string): number {
  const value = Number(record.metadata?.[name]);
  return Number.isFinite(value) ? value : 0;
}
