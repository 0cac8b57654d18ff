/** What an input wants of the companion: one of the intents of memory/understanding.ts. */
import type { Language } from "../../../language/types.ts";
import type { INTENTS } from "../../understanding.ts";
import type { Clause } from "../extract/clause.ts";
import { isPresent } from "../extract/dates.ts";
import { marksCorrection } from "../extract/corrections.ts";
import { asksOffRecord } from "../extract/private.ts";
import { asksToBeCalled } from "../extract/requests.ts";
import { BARE_ROLE_ZH, ROLE_EN, ROLE_ZH } from "../lexicon/people.ts";
import {
  ADVICE_EN,
  ADVICE_ZH,
  COURTESY_EN,
  COURTESY_ZH,
  FORGET,
  GREETING,
  RECALL_EN,
  RECALL_ZH,
  REMEMBER,
} from "../lexicon/questions.ts";

export type Intent = (typeof INTENTS)[number];

const PERSON_ZH = new RegExp(`[他她](?!们都说)|(?:我|咱)(?:的)?(?:${ROLE_ZH})|${BARE_ROLE_ZH}`);
const PERSON_EN = new RegExp(`\\b(?:he|she|him|her|his|my (?:${ROLE_EN}))\\b`, "i");
const ABOUT_SOMEBODY_ZH =
  /^(?!你)[\u4e00-\u9fa5A-Za-z·]{1,8}?(?:最近|现在|后来|今天|还){0,6}(?:怎么样|好吗|好点|还好|在哪|去哪|在干嘛|怎么了)(?:了|了吗|吗)?$/;
const ABOUT_SOMEBODY_EN = /^(?:how (?:is|are|was)|what about|where is|how's) (?!you\b|it going)[A-Z]\w+/;
const COMPANION_ZH = /[你您]/;
const COMPANION_EN = /\byou(?:r|rself)?\b/i;
/** Asks how the user's own mood or day was, without asking what to do about it. */
const OWN_PAST_ZH = /我(?:的)?(?:心情|感觉|状态)(?:是)?(?:怎么样|如何|怎样)(?:的|了)?/;
const LIGHT_REQUEST = /陪我|聊(?:聊|天|一聊|会)|让我们|我们来|\blet's\b|\bchat\b/i;

const LONGEST_COURTESY = 40;

/** The clauses that say more than hello, thanks, yes and bye. */
export function substanceOf(clauses: readonly Clause[], language: Language, companionName: string): Clause[] {
  const courtesy = language === "zh" ? COURTESY_ZH : COURTESY_EN;
  return clauses.filter((clause) => {
    const text = clause.text
      .replaceAll(companionName, "")
      .replace(/[\s~～!！.。、^_☆★♪]+$|^[\s，,]+|\p{Extended_Pictographic}/gu, "")
      .trim();
    return text !== "" && (text.length > LONGEST_COURTESY || !courtesy.test(text));
  });
}

/** `substance` are the clauses of `text` that substanceOf leaves. */
export function intentOf(text: string, substance: readonly Clause[], language: Language, now: Date): Intent {
  if (substance.length === 0) return GREETING.test(text) ? "greeting" : "small_talk";
  if (marksCorrection(text)) return "correct";
  if (REMEMBER.test(text) || FORGET.test(text) || asksOffRecord(text) || asksToBeCalled(text, language))
    return "instruct";
  const asked = substance.filter(({ mood }) => mood === "question" || mood === "request");
  if (asked.length > 0) return askedFor(asked, contextOf(asked, substance), language, now);
  return substance.some(tellsOfLife) ? "share" : "small_talk";
}

/** The clauses of the sentences that ask: "在5月6号我读了一本书，它的名字是？" asks by its second clause of its first. */
function contextOf(asked: readonly Clause[], substance: readonly Clause[]): Clause[] {
  const sentences = new Set(asked.map(({ sentence }) => sentence));
  return substance.filter(({ sentence }) => sentences.has(sentence));
}

function askedFor(
  asked: readonly Clause[],
  context: readonly Clause[],
  language: Language,
  now: Date,
): Intent {
  const question = asked.map(({ text }) => text).join("，");
  const zh = language === "zh";
  const isRequest = asked.every(({ mood }) => mood === "request");
  const sentence = context.map(({ text }) => text).join("，");
  const own = zh ? /我|咱|俺/ : /\b(?:i|my|me|mine|we|our)\b/i;
  if ((zh ? RECALL_ZH : RECALL_EN).test(sentence)) return "ask_memory";
  if (own.test(sentence) && (asksOfPast(asked, context, now) || OWN_PAST_ZH.test(question)))
    return "ask_memory";
  if (ABOUT_SOMEBODY_ZH.test(question) || ABOUT_SOMEBODY_EN.test(question)) return "ask_memory";
  if ((zh ? ADVICE_ZH : ADVICE_EN).test(question)) return "ask_advice";
  if (isRequest) return LIGHT_REQUEST.test(question) ? "small_talk" : "ask_knowledge";
  if (own.test(sentence)) return "ask_memory";
  if ((zh ? PERSON_ZH : PERSON_EN).test(question)) return "ask_memory";
  if ((zh ? COMPANION_ZH : COMPANION_EN).test(question)) return "ask_companion";
  return "ask_knowledge";
}

/** A time gone by stands in the question itself, or by itself before it ("在5月2号，我的心情怎么样？"). */
function asksOfPast(asked: readonly Clause[], context: readonly Clause[], now: Date): boolean {
  return context.some((clause) => {
    const times = clause.time === undefined ? clause.innerTimes : [clause.time, ...clause.innerTimes];
    const past = times.find((mention) => !isPresent(mention) && mention.end <= now);
    return past !== undefined && (asked.includes(clause) || clause.text.length - past.text.length <= 3);
  });
}

/** A statement, wish or report in which the user or somebody near stands. */
function tellsOfLife(clause: Clause): boolean {
  const { kind, explicit } = clause.subject;
  if (kind !== "user" && kind !== "other") return false;
  return explicit || clause.time !== undefined || clause.innerTimes.length > 0
    ? clause.predicate.length >= 2 && !/^(?:天气|阳光|太阳|下雨|是(?:周|星期))/.test(clause.predicate)
    : false;
}
