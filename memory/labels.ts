/** How a memory is named to a person or a model: its kind and its time, in words. */
import { agoInWords, dateInWords } from "../language/time/words.ts";
import type { Language } from "../language/types.ts";
import type { Recalled } from "./recall/types.ts";
import type { AnyCollection } from "./record.ts";

export const COLLECTION_NAMES: Readonly<Record<Language, Readonly<Record<AnyCollection, string>>>> = {
  zh: {
    dialog_logs: "对话",
    facts: "事实",
    user_preferences: "偏好",
    important_events: "重要事件",
    episodic: "情节",
    preferences: "喜好",
    relationship: "关系事件",
    user_profile: "个人信息",
  },
  en: {
    dialog_logs: "Conversation",
    facts: "Fact",
    user_preferences: "Preference",
    important_events: "Important event",
    episodic: "Episode",
    preferences: "Taste",
    relationship: "Relationship event",
    user_profile: "Personal detail",
  },
};

const HOLDS_NO_LONGER: Readonly<Record<Language, string>> = {
  zh: "（以前的情况，现在已经变了）",
  en: " (as it was; no longer so)",
};

/** E.g. 事实，2025年5月3日星期六（3天前）说的; what holds no longer says so. */
export function memoryLabel(
  memory: Pick<Recalled, "collection" | "recordedAt" | "status">,
  now: Date,
  timezone: string,
  language: Language,
): string {
  const said = new Date(memory.recordedAt);
  const [date, ago] = [dateInWords(said, timezone, language), agoInWords(said, now, timezone, language)];
  const name = COLLECTION_NAMES[language][memory.collection];
  const label = language === "zh" ? `${name}，${date}（${ago}）说的` : `${name}, said on ${date} (${ago})`;
  return memory.status === "superseded" ? `${label}${HOLDS_NO_LONGER[language]}` : label;
}
