/** What the user asks to be called, and what the user asks to be remembered. */
import type { Language } from "../../../language/types.ts";
import type { Clause, Reading } from "./clause.ts";
import { factOf, found, profileItem } from "./found.ts";
import type { Found } from "./found.ts";

const CALL_ME_ZH =
  /(?:叫|喊|称呼)我(?:为|做)?(?<v>(?!起床|去|来|吃|帮|别|不|回|过|早|出|干|做|一声|什么|怎么|醒|喝|看|滚|闭|走|进|上|下)[\u4e00-\u9fa5A-Za-z·]{1,8}?)(?:吧|就好|就行|就可以|好了|了|呀|啊|哦|哈|呢){0,6}$/;
const CALL_ME_EN =
  /\b(?:call me|go by)(?: just)? (?<v>(?!back|later|when|if|crazy|maybe|tomorrow|today|tonight|at|a |an |the |on |in |after|before)[\p{L}'-]{2,20})$/iu;
const REMEMBER_ZH = /^(?:请|你)?(?:一定)?(?:要)?(?:帮我|给我)?(?:记住|记一下|记着|记得|记下来|别忘了)/;
const REMEMBER_EN = /^(?:please )?(?:remember|note|keep in mind|don't forget)\b/i;

/** 以后叫我小晨吧 · "call me Max": a nickname, in whatever mood it is said but a question. */
export function readCallMe(clause: Clause, reading: Reading): Found | undefined {
  if (clause.mood !== "statement" && clause.mood !== "request") return undefined;
  const name = (reading.language === "zh" ? CALL_ME_ZH : CALL_ME_EN).exec(
    clause.text.replace(/[。！!.～~\s]+$/, ""),
  )?.groups?.v;
  if (name === undefined) return undefined;
  const { userName } = reading.input;
  const content =
    reading.language === "zh" ? `${userName}希望我叫TA${name}` : `${userName} wants to be called ${name}`;
  return found({
    facts: [
      factOf(clause, reading, {
        content,
        belief: { subject: "user", attribute: "nickname", value: name },
        when: null,
        confidence: 0.95,
      }),
    ],
    profile: [profileItem("nickname", name, clause, reading)],
  });
}

/** The name that the text asks to be called by: the last clause that names one. */
export function nameToBeCalled(text: string, language: Language): string | undefined {
  const clauses = text.split(/[，,。！!？?\n]/).map((clause) => clause.replace(/[.～~\s]+$/, ""));
  return clauses
    .map((clause) => (language === "zh" ? CALL_ME_ZH : CALL_ME_EN).exec(clause)?.groups?.v)
    .findLast((name) => name !== undefined);
}

/** Whether the text asks to be called by some name. */
export function asksToBeCalled(text: string, language: Language): boolean {
  return nameToBeCalled(text, language) !== undefined;
}

/** Whether the text asks to remember something. */
export function asksToRemember(text: string): boolean {
  return text
    .split(/[。！？!?\n]/)
    .some((sentence) => REMEMBER_ZH.test(sentence.trim()) || REMEMBER_EN.test(sentence.trim()));
}

/** What the user asked to remember and no other reader knows, if it tells something of the user: 记住我的车停在B2层. */
export function readRemembered(clause: Clause, reading: Reading): Found | undefined {
  const { kind, explicit } = clause.subject;
  const tellsOfUser = explicit && (kind === "user" || kind === "other");
  if (!tellsOfUser || clause.predicate.length < 3 || /你|您|\byou\b|[<>]/i.test(clause.text))
    return undefined;
  return found({ facts: [factOf(clause, reading, { confidence: 0.9 })], takesAlong: true });
}
