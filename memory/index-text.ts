/**
 * The text that a memory is found by: a header in plain words, then the words. Time stands in words, since questions
 * ask in words; topic, feeling and tags bring in what the text itself may not say (MiraMate v2's layout).
 *
 * Keywords are looked up in all of it, the vector is made of the words alone: with the header in it vectors of a day are
 * alike whatever was said, and embedding takes half as long again (docs/recall.md).
 */
import { closingQuestion } from "../language/closing-question.ts";
import { feelingName } from "../language/sentiment.ts";
import { dateInWords, timeInWords } from "../language/time/words.ts";
import type { Language } from "../language/types.ts";
import { COLLECTION_NAMES } from "./labels.ts";
import type { MemoryRecord } from "./record.ts";

type Indexed = Omit<MemoryRecord, "indexText">;

/** `words` are what it is found by where that is not simply its text (dialogueWords). */
export function indexTextOf(
  record: Indexed,
  timezone: string,
  language: Language,
  words: string = record.text,
): string {
  const recorded = timeInWords(new Date(record.recordedAt), timezone, language);
  const happens =
    record.eventStart === undefined ? "" : dateInWords(new Date(record.eventStart), timezone, language);
  const feeling =
    record.emotion === undefined || record.emotion === "neutral" ? "" : feelingName(record.emotion, language);
  const about = record.belief === undefined || record.belief.subject === "user" ? "" : record.belief.subject;
  const header =
    language === "zh"
      ? [
          `${recorded}的${COLLECTION_NAMES.zh[record.collection]}`,
          about && `关于：${about}`,
          happens && `时间：${happens}`,
          record.kind && `类型：${record.kind}`,
          record.summary && `概要：${record.summary}`,
          record.topic && `话题：${record.topic}`,
          feeling && `心情：${feeling}`,
          record.tags.length > 0 && `标签：${record.tags.join("、")}`,
        ]
      : [
          `${COLLECTION_NAMES.en[record.collection]} of ${recorded}`,
          about && `about: ${about}`,
          happens && `when: ${happens}`,
          record.kind && `type: ${record.kind}`,
          record.summary && `summary: ${record.summary}`,
          record.topic && `topic: ${record.topic}`,
          feeling && `feeling: ${feeling}`,
          record.tags.length > 0 && `tags: ${record.tags.join(", ")}`,
        ];
  const separator = language === "zh" ? "；" : "; ";
  return `${header.filter((part) => typeof part === "string" && part !== "").join(separator)}\n${words}`;
}

/** The part of an index text that is embedded. */
export function embeddedText({ indexText }: Pick<MemoryRecord, "indexText">): string {
  return indexText.slice(indexText.indexOf("\n") + 1);
}

/** Completes a record with its index text. */
export function indexed(record: Indexed, timezone: string, language: Language, words?: string): MemoryRecord {
  return { ...record, indexText: indexTextOf(record, timezone, language, words) };
}

export interface Line {
  readonly speaker: string;
  readonly text: string;
}

/**
 * What a dialogue is found by: the question that it answers, which stands at the end of what was said before, then what
 * is told in it. A question that it closes with is about what comes next, and is found there: "八个人左右" belongs to "你们组
 * 有多少人？" and not to what was told with it.
 */
export function dialogueWords(before: string | undefined, lines: readonly Line[]): string {
  const answered = before === undefined ? "" : closingQuestion(before).asked;
  const last = lines.length - 1;
  return [
    answered,
    ...lines.map(
      ({ speaker, text }, at) => `${speaker}：${at === last && at > 0 ? closingQuestion(text).told : text}`,
    ),
  ]
    .filter((line) => line !== "")
    .join("\n");
}
