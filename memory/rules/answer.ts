/**
 * The offline companion's reply: plain, warm, short. It quotes what was recalled, says so when nothing was, and never
 * makes anything up.
 */
import { FEELINGS } from "../../language/sentiment.ts";
import { localFields } from "../../language/time/zone.ts";
import type { Language } from "../../language/types.ts";
import { isDialogue } from "../record.ts";
import type { AnswerInput } from "./answer/input.ts";
import { plain, toldToUser } from "./answer/quote.ts";
import { bearing, gist, recollection } from "./answer/recollect.ts";
import { asksOffRecord } from "./extract/private.ts";
import { nameToBeCalled } from "./extract/requests.ts";
import { ROLE_EN, ROLE_ZH } from "./lexicon/people.ts";
import { FORGET, IDENTITY } from "./lexicon/questions.ts";
import { PROFILE_ANSWERS, REPLIES } from "./lexicon/replies.ts";

export type { AnswerInput, RecalledText } from "./answer/input.ts";

const THANKS = /谢|感激|辛苦|\bthank|\bthx\b|appreciate/i;
const GOOD_NIGHT = /晚安|好梦|睡了|睡觉|good ?night|going to bed|sleep well/i;
const GOODBYE =
  /再见|拜拜?|回头见|明天见|下次|回聊|先走|先忙|先撤|到这里|\bbye\b|goodbye|see you|talk to you|gotta go|take care/i;
const SAID_BY_COMPANION =
  /你.{0,6}(?:推荐|建议|分享|说|讲|教|告诉|介绍|给)(?:过|了|我)|\b(?:did|have) you\b/i;
const TASTE = /喜欢|爱|讨厌|不吃|不喝|过敏|\b(?:loves?|likes?|hates?|prefers?|allergic|enjoys?)\b/i;
/** Below and above these a feeling is answered as unpleasant or pleasant. */
const UNPLEASANT = -0.2;
const PLEASANT = 0.2;

/** See the header. Never empty. */
export function answerByRules(input: AnswerInput): string {
  const { text, understanding, language } = input;
  const replies = REPLIES[language];
  switch (understanding.intent) {
    case "greeting":
      return greeting(input);
    case "small_talk":
      return pick(moodReplies(understanding.emotion, language) ?? replies.chat, text);
    case "share":
      return shared(input);
    case "ask_memory":
      return remembered(input);
    case "ask_advice":
      return advice(input);
    case "ask_companion":
      return IDENTITY.test(text)
        ? replies.who(input.companionName)
        : remembered(input, pick(replies.noSelf, text));
    case "ask_knowledge":
      return replies.noModel;
    case "instruct":
      return instructed(input);
    case "correct":
      return pick(replies.corrected, text);
  }
}

function greeting(input: AnswerInput): string {
  const { text, language, now, timezone, profile, userName, focus } = input;
  const replies = REPLIES[language];
  if (THANKS.test(text)) return pick(replies.thanks, text);
  if (GOOD_NIGHT.test(text)) return pick(replies.goodNight, text);
  if (GOODBYE.test(text)) return pick(replies.goodbye, text);
  const { hour } = localFields(now, timezone);
  const hello = replies.hello.find(([before]) => hour < before)?.[1] ?? "";
  const name = plain(profile.nickname ?? profile.name ?? userName);
  const greeted = language === "zh" ? `${hello}，${name}。` : `${hello}, ${name}.`;
  const event = focus[0];
  return event === undefined
    ? greeted
    : spaced([greeted, replies.focus(toldToUser(event, userName, language))], language);
}

/** Fitting the feeling; every other share is asked on about, so that it is no interrogation. */
function shared({ text, understanding, language }: AnswerInput): string {
  const replies = REPLIES[language];
  const acknowledged = pick(moodReplies(understanding.emotion, language) ?? replies.even, text);
  return hash(text) % 2 === 0 ? spaced([acknowledged, pick(replies.askOn, text)], language) : acknowledged;
}

function remembered(
  input: AnswerInput,
  otherwise = pick(REPLIES[input.language].unknown, input.text),
): string {
  const { language, text, understanding } = input;
  const known = understanding.aboutPast === true ? undefined : fromProfile(input);
  if (known !== undefined) return sentence(known, language);
  const side = SAID_BY_COMPANION.test(text) ? "companion" : "user";
  const told = bearing(input)
    .map((memory) => recollection(memory, input, side))
    .find((words) => words !== undefined);
  return told === undefined ? otherwise : sentence(told, language);
}

/** The profile answers what is asked of the user, not of somebody near. */
function fromProfile({ text, profile, language }: AnswerInput): string | undefined {
  const others = language === "zh" ? new RegExp(ROLE_ZH) : new RegExp(`\\b(?:${ROLE_EN})\\b`, "i");
  const question = text.trim().replace(/(?:来着|呢|吗|呀|啊|[？?。.!！\s])+$/, "");
  if (others.test(question)) return undefined;
  const entry = PROFILE_ANSWERS.find(({ key, asked }) => profile[key] !== undefined && asked.test(question));
  return entry === undefined ? undefined : entry[language](plain(profile[entry.key] ?? ""));
}

/** Up to two tastes or facts that bear on it, told back as the ground to choose on. */
function advice(input: AnswerInput): string {
  const { language, recalled, text } = input;
  const replies = REPLIES[language];
  const tastes = recalled.filter(
    (memory) =>
      !isDialogue(memory.collection) &&
      (memory.collection === "user_preferences" ||
        memory.collection === "preferences" ||
        TASTE.test(memory.text)),
  );
  const ground = [
    ...new Set([...tastes, ...bearing(input)].flatMap((memory) => gist(memory, input) ?? [])),
  ].slice(0, 2);
  if (ground.length === 0) return pick(replies.noAdvice, text);
  const told =
    language === "zh" ? `我记得${ground.join("，")}。` : `I remember that ${ground.join(", and ")}.`;
  return spaced([told, replies.followAdvice], language);
}

function instructed({ text, language, deletesOnRequest = false }: AnswerInput): string {
  const replies = REPLIES[language];
  if (asksOffRecord(text)) return replies.offRecord;
  const name = nameToBeCalled(text, language);
  if (name !== undefined) return replies.called(plain(name));
  if (!FORGET.test(text)) return pick(replies.remembered, text);
  return deletesOnRequest ? replies.deletes : replies.forget;
}

function moodReplies(emotion: string, language: Language): readonly string[] | undefined {
  const valence = FEELINGS.find((feeling) => feeling.emotion === emotion)?.valence ?? 0;
  if (valence <= UNPLEASANT) return REPLIES[language].unpleasant;
  return valence >= PLEASANT ? REPLIES[language].pleasant : undefined;
}

function sentence(words: string, language: Language): string {
  const capital = language === "en" ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  return `${capital}${language === "zh" ? "。" : "."}`;
}

function spaced(sentences: readonly string[], language: Language): string {
  return sentences.join(language === "zh" ? "" : " ");
}

/** The same text is always answered in the same words. */
function pick(wordings: readonly string[], text: string): string {
  return wordings[hash(text) % wordings.length] ?? "";
}

function hash(text: string): number {
  let value = 7;
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return value;
}
