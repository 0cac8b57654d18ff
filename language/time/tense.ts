/**
 * Where the speaker looks, by the words of the clause around a time: decides whether a bare 周三 or 9号 is the last or the
 * coming one. Future marks win over past ones, since a plan often ends in 了 (周三要考试了).
 */
import type { Tense } from "./grammar.ts";

const CLAUSE_END = /[，。！？；,!?;\n]|\.\s/;

const FUTURE_ZH =
  /要(?!是)|[会将]|打算|准备|计划|想去|想要|得去|该|安排|[约订]了|预约|提醒|别忘|记得去|之前完成|截止|再[去来说看]|见[吧面啊。！]?$|吧$/;
const PAST_ZH =
  /了(?!解)|过(?![年节生完])|刚|曾|以前|当时|那天|来着|的时候|[做写买吃去来]的|为什么没|怎么没|没[去来做吃]/;
const FUTURE_EN =
  /\b(?:will|going to|gonna|need to|have to|has to|must|should|supposed|scheduled|plan(?:ning|ned)? to|want to|about to|remind|due)\b|'ll\b/;
const PAST_EN =
  /\b(?:was|were|did|had|went|saw|met|got|came|made|took|ate|bought|told|said|felt|found|left|lost|ran|quit|been|(?!need|feed|speed|indeed|hundred)\w{2,}ed)\b/;
/** A present tense beside a time tells of a plan, unless something in the clause is past. */
const PRESENT_EN = /\b(?:is|are|am)\b|'(?:m|re)\b/;

/** No clause that anybody says is longer, and a text without punctuation must not be read again for each of its times. */
const LONGEST_CLAUSE = 60;

/** The tense of the clause of `text` that holds [start, end). Text is folded. */
export function tenseAround(text: string, start: number, end: number): Tense {
  const before =
    text
      .slice(Math.max(0, start - LONGEST_CLAUSE), start)
      .split(CLAUSE_END)
      .at(-1) ?? "";
  const after = text.slice(end, end + LONGEST_CLAUSE).split(CLAUSE_END);
  // "周六，我们去爬山了": a time alone in its clause belongs to the next one.
  const clause = `${before} ${(after[0]?.trim() === "" ? after[1] : after[0]) ?? ""}`;
  if (FUTURE_ZH.test(clause) || FUTURE_EN.test(clause)) return "future";
  if (PAST_ZH.test(clause) || PAST_EN.test(clause)) return "past";
  return PRESENT_EN.test(clause) ? "future" : "none";
}
