/**
 * The text that a memory is found by: a header in plain words, then the text. Time stands in words, since questions
 * ask in words; topic, feeling and tags bring in what the text itself may not say (MiraMate v2's layout).
 */
import { feelingName } from "../language/sentiment.ts";
import { dateInWords, timeInWords } from "../language/time/words.ts";
import type { Language } from "../language/types.ts";
import { COLLECTION_NAMES } from "./labels.ts";
import type { MemoryRecord } from "./record.ts";

type Indexed = Omit<MemoryRecord, "indexText">;

export function indexTextOf(record: Indexed, timezone: string, language: Language): string {
  const recorded = timeInWords(new Date(record.recordedAt), timezone, language);
  const happens =
    record.eventStart === undefined ? "" : dateInWords(new Date(record.eventStart), timezone, language);
  const feeling =
    record.emotion === undefined || record.emotion === "neutral" ? "" : feelingName(record.emotion, language);
  const header =
    language === "zh"
      ? [
          `${recorded}的${COLLECTION_NAMES.zh[record.collection]}`,
          happens && `时间：${happens}`,
          record.kind && `类型：${record.kind}`,
          record.summary && `概要：${record.summary}`,
          record.topic && `话题：${record.topic}`,
          feeling && `心情：${feeling}`,
          record.tags.length > 0 && `标签：${record.tags.join("、")}`,
        ]
      : [
          `${COLLECTION_NAMES.en[record.collection]} of ${recorded}`,
          happens && `when: ${happens}`,
          record.kind && `type: ${record.kind}`,
          record.summary && `summary: ${record.summary}`,
          record.topic && `topic: ${record.topic}`,
          feeling && `feeling: ${feeling}`,
          record.tags.length > 0 && `tags: ${record.tags.join(", ")}`,
        ];
  const separator = language === "zh" ? "；" : "; ";
  return `${header.filter((part) => typeof part === "string" && part !== "").join(separator)}\n${record.text}`;
}

/** Completes a record with its index text. */
export function indexed(record: Indexed, timezone: string, language: Language): MemoryRecord {
  return { ...record, indexText: indexTextOf(record, timezone, language) };
}
