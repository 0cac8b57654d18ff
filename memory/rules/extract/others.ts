/** What is told of other people and has no key of its own: 我表哥在成都开火锅店, 我妈是个急性子. */
import { CHATTER_EN, CHATTER_ZH } from "../lexicon/events.ts";
import type { Clause, Reading } from "./clause.ts";
import { factOf, found } from "./found.ts";
import type { Found } from "./found.ts";

const TELLS_ZH =
  /^(?:现在|目前|一直|以前|最近|从小|已经|刚刚?|也|都|还|就|特别|很|非常|今年|正|打算|准备|快){0,6}(?:(?:在|是在)[^，]{1,12}?(?:开|读|上|当|做|工作|打工|学|教|卖|养|住|留学|创业|经营|实习)|开了?(?!心|玩笑|始|车|会|口)|经营|卖|教(?!我)|学(?!会说)|读|当|做(?!.{0,4}给我)|养|是(?!不|因为|想|说)|有[一两二三四五六七八九个只]|会(?!不|有|来|很)|退休|留学|考|怀|生了|要(?:结婚|生|退休|当)|喜欢|比我|跟我同|和我同)/;
const TELLS_EN =
  /^(?:now |also |just |currently |still |recently ){0,6}(?:runs?|owns?|opened|works?|stud(?:y|ies)|is (?:an?|the|studying|working|living|training|getting|pregnant|retired)|teaches|plays|has (?:an?|two|three)|makes|sells|speaks|lives?|moved|got|started|can )\b/i;
const TALK = /\b(?:said|says|told|asked|thinks)\b|说|告诉|问我|给我|让我|叫我|对我|骂|夸/;

/** A stable trait or circumstance of somebody near the user, when that person stands in the clause. */
export function readAboutOther(clause: Clause, reading: Reading): Found | undefined {
  const { kind, explicit, role } = clause.subject;
  if (kind !== "other" || !explicit || role === undefined || clause.predicate.length < 3) return undefined;
  const zh = reading.language === "zh";
  if (TALK.test(clause.predicate) || (zh ? CHATTER_ZH : CHATTER_EN).test(clause.predicate)) return undefined;
  if (!(zh ? TELLS_ZH : TELLS_EN).test(clause.predicate)) return undefined;
  return found({ facts: [factOf(clause, reading, { confidence: 0.7 })], takesAlong: true });
}
