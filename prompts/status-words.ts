/** The status in words: models feel their way by words better than by numbers. */
import { feelingName } from "../language/sentiment.ts";
import type { Language } from "../language/types.ts";
import { inert } from "./quote.ts";
import type { Names } from "./types.ts";

/** The part of the status that prompts show; memory's `Status` fits it. */
export interface StatusView {
  readonly companion: {
    readonly mood: string;
    /** 0..1 */
    readonly moodStrength: number;
    readonly feelingTowardsUser: string;
    /** 0..1 */
    readonly intimacy: number;
    /** 1..10 */
    readonly relationship: number;
    readonly recentTopics: readonly string[];
  };
  readonly user: {
    readonly emotion: string;
    readonly topic: string;
    /** 0..1 */
    readonly energy: number;
  };
}

/** Three lines: the companion's mood, the relationship, the user. */
export function statusInWords(status: StatusView, names: Names, language: Language): string {
  const { companion, user } = status;
  // Topics and feelings come from models and users: they are made inert like everything else of theirs.
  const feeling = (word: string): string => inert(feelingName(word, language));
  const topics = companion.recentTopics.slice(0, 4).map(inert);
  if (language === "zh") {
    return [
      `${names.companionName}的心情：${strengthInWords(companion.moodStrength, "zh")}${feeling(companion.mood)}`,
      `两人的关系：${relationshipInWords(companion.relationship, "zh")}，${intimacyInWords(companion.intimacy, "zh")}；${names.companionName}对${names.userName}的感觉：${feeling(companion.feelingTowardsUser)}`,
      `${names.userName}近来：${feeling(user.emotion)}，${energyInWords(user.energy, "zh")}${topics.length === 0 ? "" : `；最近聊过：${topics.join("、")}`}`,
    ].join("\n");
  }
  return [
    `${names.companionName}'s mood: ${strengthInWords(companion.moodStrength, "en")} ${feeling(companion.mood)}`,
    `Relationship: ${relationshipInWords(companion.relationship, "en")}, ${intimacyInWords(companion.intimacy, "en")}; ${names.companionName} feels towards ${names.userName}: ${feeling(companion.feelingTowardsUser)}`,
    `${names.userName} lately: ${feeling(user.emotion)}, ${energyInWords(user.energy, "en")}${topics.length === 0 ? "" : `; talked about: ${topics.join(", ")}`}`,
  ].join("\n");
}

type Words = readonly [from: number, zh: string, en: string][];

function wordFor(value: number, words: Words, language: Language): string {
  const [, zh = "", en = ""] = words.findLast(([from]) => value >= from) ?? words[0] ?? [];
  return language === "zh" ? zh : en;
}

const STRENGTH: Words = [
  [0, "有一点", "slightly"],
  [0.35, "比较", "rather"],
  [0.7, "非常", "very"],
];
/** Levels 1-2, 3-4, 5-6, 7-8, 9-10. */
const RELATIONSHIP: Words = [
  [0, "刚认识，客气而有距离", "new to each other, polite and at a distance"],
  [3, "开始信任彼此", "beginning to trust each other"],
  [5, "熟悉而自在", "familiar and at ease"],
  [7, "亲近，什么都可以说", "close and open"],
  [9, "非常亲密，彼此深深牵挂", "deeply close"],
];
const INTIMACY: Words = [
  [0, "还不太亲近", "not yet near"],
  [0.3, "有些亲近", "somewhat near"],
  [0.6, "很亲近", "very near"],
];
const ENERGY: Words = [
  [0, "没什么精神", "low in energy"],
  [0.35, "精神一般", "of ordinary energy"],
  [0.7, "精神很好", "full of energy"],
];

function strengthInWords(value: number, language: Language): string {
  return wordFor(value, STRENGTH, language);
}

/** A relationship level of 1..10 in words. */
export function relationshipInWords(level: number, language: Language): string {
  return wordFor(level, RELATIONSHIP, language);
}

function intimacyInWords(value: number, language: Language): string {
  return wordFor(value, INTIMACY, language);
}

function energyInWords(value: number, language: Language): string {
  return wordFor(value, ENERGY, language);
}

/** How the companion feels and how close the two are, with the figure that the memory manager counts in. */
export interface ManagerStatusView {
  readonly emotion: string;
  /** 0..1 */
  readonly intensity: number;
  /** 1..10 */
  readonly relationship: number;
}

/** Two lines: the companion's emotion, the relationship. */
export function statusWords(status: ManagerStatusView, names: Names, language: Language): string {
  const feeling = `${strengthInWords(status.intensity, language)}${language === "zh" ? "" : " "}${inert(feelingName(status.emotion, language))}`;
  const level = `${Math.round(status.relationship * 10) / 10}/10`;
  const relation = relationshipInWords(status.relationship, language);
  return language === "zh"
    ? `${names.companionName}当前的情绪：${feeling}\n当前的关系：${level}，${relation}`
    : `${names.companionName} feels: ${feeling}\nRelationship: ${level}, ${relation}`;
}
