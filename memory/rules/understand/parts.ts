/**
 * The parts of a compound question, each a question of its own: 小伙伴喜欢什么颜色和什么花 asks for two things that stand in
 * two memories. What the first part says once (who, the verb) is said again in the others.
 */
import type { Language } from "../../../language/types.ts";
import { ROLE_EN, ROLE_ZH } from "../lexicon/people.ts";

const ASKS_ZH =
  /什么|啥|谁|哪|几(?![乎经])|多少|多[大久高长远]|怎么|怎样|如何|为何|是不是|有没有|何时|[吗么]$/;
const ASKS_EN =
  /\b(?:what|who|whom|whose|which|when|where|why|how|did|do|does|is|are|was|were|can|could|will)\b/i;

/** Marks and words that part questions. A joining word parts only where both sides ask. */
const JOINT_ZH =
  /[，；？,;?]+(?:还有|以及|另外|并且|而且|然后|又|那)?|还有|以及|另外|(?<=[^，]{2})(?:和|跟|及)(?=(?:什么|啥|谁|哪|几|多少|多大|怎么|为什么))/;
const JOINT_EN =
  /[,;?]+\s*(?:and|also|then|plus)?\s+|\s+and\s+(?=(?:what|who|whose|which|when|where|why|how|did|do|does|is|are|was|were)\b)/i;

/** Who or what a Chinese question is about: all before the word that asks, and its verb, which stands right before. */
const HEAD_ZH = /^(?<head>.+?)(?:什么|啥|谁|哪|几|多少|多[大久高长远])/;
/** Opens a part that has a subject of its own. */
const OWN_SUBJECT_ZH = /^(?:我|你|他|她|它|小伙伴|.{1,8}的|.{1,6}(?:是|叫|在|有|喜欢|爱))/;

const PEOPLE_ZH = new RegExp(
  `^(?<before>.*?(?:的)?)(?<first>${ROLE_ZH})(?:和|跟|与|、|还有)(?:[^，]{1,8}?的)?(?<second>${ROLE_ZH})(?<rest>(?:的|都|分别|各自?).+)$`,
);
const PEOPLE_EN = new RegExp(
  `^(?<before>.*?)(?<first>[A-Za-z]+'s (?:${ROLE_EN}))(?:'s)? and (?:[A-Za-z]+'s |their )?(?<second>${ROLE_EN})(?<rest>(?:'s)?\\b.*)$`,
  "i",
);

/** At least two parts, or none where one thing is asked. `query` is told from the companion's view. */
export function partsOf(query: string, language: Language): string[] {
  return language === "zh" ? partsInChinese(query) : partsInEnglish(query);
}

function partsInChinese(query: string): string[] {
  const people = PEOPLE_ZH.exec(query)?.groups;
  if (people !== undefined && ASKS_ZH.test(people["rest"] ?? "")) {
    const rest = (people["rest"] ?? "").replace(/^(?:都|分别|各自?)+|(?<=的.{1,6})(?:都|分别|各自?)/g, "");
    return [people["first"], people["second"]].map(
      (person) => `${people["before"] ?? ""}${person ?? ""}${rest}`,
    );
  }
  const pieces = query
    .split(JOINT_ZH)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
  const asking = pieces.filter((piece) => ASKS_ZH.test(piece));
  if (asking.length < 2) return [];
  // A clause that tells (我昨天买了鞋) belongs to the question after it.
  const whole: string[] = [];
  let told = "";
  for (const piece of pieces) {
    if (!ASKS_ZH.test(piece)) told += `${piece}，`;
    else {
      whole.push(told + piece);
      told = "";
    }
  }
  const head = HEAD_ZH.exec(whole[0] ?? "")?.groups?.["head"] ?? "";
  const subject = /^.{0,6}?(?:的(?:[^的]{1,3}(?=生日|名字|工作|电话))?|小伙伴)/.exec(head)?.[0] ?? "";
  return whole.map((piece, at) => {
    if (at === 0 || OWN_SUBJECT_ZH.test(piece)) return piece;
    return (/^(?:什么|啥|谁|哪|几|多少)/.test(piece) ? head : subject) + piece;
  });
}

function partsInEnglish(query: string): string[] {
  const people = PEOPLE_EN.exec(query)?.groups;
  if (people !== undefined && ASKS_EN.test(people["before"] ?? "")) {
    const owner = (people["first"] ?? "").split(" ")[0] ?? "";
    return [people["first"], `${owner} ${people["second"] ?? ""}`].map(
      (person) => `${people["before"] ?? ""}${person ?? ""}${people["rest"] ?? ""}`,
    );
  }
  const pieces = query
    .split(JOINT_EN)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
  const asking = pieces.filter((piece) => ASKS_EN.test(piece));
  if (asking.length < 2) return [];
  // "which colour and which flower does Alex like": the verb stands after the last of them.
  const tail = /\b(?:do|does|did|is|are|was|were|have|has)\s.+$/i.exec(asking.at(-1) ?? "")?.[0] ?? "";
  return asking.map((piece) =>
    /^(?:what|which)\s+\w+$/i.test(piece) && tail !== "" ? `${piece} ${tail}` : piece,
  );
}
