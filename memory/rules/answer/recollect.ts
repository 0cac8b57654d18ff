/** Which of the recalled memories answers the question, and how it is said. */
import { synonymsOf } from "../../../language/synonyms.ts";
import { agoInWords } from "../../../language/time/words.ts";
import { isDialogue } from "../../record.ts";
import type { AnswerInput, RecalledText } from "./input.ts";
import { inQuotes, lineOf, plain, toldToUser } from "./quote.ts";

/** Words that stand in nearly every memory and prove nothing. */
const WEAK = /^(?:我|你|喜欢|什么|名字|叫|说|去|做|是|有|时候|今天|like|name|do|go|have)$/i;

/** The memories that bear on the question, best first: they share a key word with it, or were asked for by time. */
export function bearing({ understanding, recalled }: AnswerInput): RecalledText[] {
  const words = understanding.keywords
    .flatMap((word) => [word, ...synonymsOf(word)])
    .map((word) => word.toLowerCase());
  const strong = words.filter((word) => !WEAK.test(word));
  if (understanding.timeRange !== undefined && strong.length === 0) return [...recalled];
  const telling = strong.length > 0 ? strong : words;
  const shared = recalled.filter(({ text }) => telling.some((word) => text.toLowerCase().includes(word)));
  // Whoever asks about a time ("明天有什么安排") was given what is of that time, whatever its words.
  return shared.length === 0 && understanding.timeRange !== undefined ? [...recalled] : shared;
}

/** "你说过你对花生过敏（3天前）", or the words of a dialogue in quotation marks. */
export function recollection(
  memory: RecalledText,
  input: AnswerInput,
  side: "user" | "companion",
): string | undefined {
  const { language, userName, companionName } = input;
  const zh = language === "zh";
  if (isDialogue(memory.collection)) {
    const said = lineOf(memory.text, side === "user" ? userName : companionName);
    if (said === undefined) return undefined;
    const quote = inQuotes(said, language);
    if (zh) return `${whenSaid(memory, input)}${side === "user" ? "你" : "我"}说过：${quote}`;
    return `${side === "user" ? "you" : "I"} said ${quote}${whenSaid(memory, input)}`;
  }
  const told = toldToUser(memory.text, userName, language);
  if (zh)
    return told.startsWith("你")
      ? `你说过${told}${bracketed(memory, input)}`
      : `我记得${told}${bracketed(memory, input)}`;
  return `you told me that ${told}${whenSaid(memory, input)}`;
}

/** The memory in a few plain words, without saying when. */
export function gist(memory: RecalledText, input: AnswerInput): string | undefined {
  if (!isDialogue(memory.collection)) return toldToUser(memory.text, input.userName, input.language);
  const said = lineOf(memory.text, input.userName);
  return said === undefined
    ? undefined
    : input.language === "zh"
      ? `你说过${inQuotes(said, "zh")}`
      : `you said ${inQuotes(said, "en")}`;
}

function whenSaid(memory: RecalledText, { now, timezone, language }: AnswerInput): string {
  const when =
    memory.when ??
    (memory.recordedAt === undefined ? "" : agoInWords(new Date(memory.recordedAt), now, timezone, language));
  if (when === "") return "";
  return language === "zh" ? plain(when) : ` (${plain(when)})`;
}

function bracketed(memory: RecalledText, input: AnswerInput): string {
  const when = whenSaid(memory, input);
  return when === "" ? "" : `（${when}说的）`;
}
