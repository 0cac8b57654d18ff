/**
 * References to what was said just before: 他那家店, "that shop", 今天呢？ The last fitting person or thing of the history
 * takes the pronoun's place, so that the query can be understood alone.
 */
import { keywordsOf } from "../../../language/segment.ts";
import { resolveTimes } from "../../../language/time/resolve.ts";
import type { Language, TimeReference } from "../../../language/types.ts";
import { ROLE_EN, ROLE_ZH, roleOf } from "../lexicon/people.ts";
import { COURTESY_EN, COURTESY_ZH } from "../lexicon/questions.ts";

export interface Message {
  readonly role: "user" | "companion";
  readonly text: string;
}

/** Somebody or something spoken of: how the user would name it, and what pronouns fit. */
interface Spoken {
  readonly words: string;
  readonly fits: RegExp;
}

const PRONOUN_ZH = /(?<![其吉])(?<pronoun>[他她它])们?(?!人|山|乡|杀|妈的)/;
const PRONOUN_EN = /\b(?<pronoun>he|him|his|she|her|hers|it|its|they|them|their)\b/i;
const POINTER_ZH =
  /那(?:家|个|件|部|本|次|首|位|只|条|场|款|座|间|里|儿|天|道)|这(?:件事|家店|部电影|本书)|(?:上次|刚才|刚刚|之前)(?:说|提|聊|讲)(?:到|过)?的/;
const POINTER_EN =
  /\bthat (?:\w+)\b|\bthere\b|\bthe (?:one|thing) (?:i|we|you) (?:mentioned|talked about)\b/i;
const NAMED_ZH =
  /(?:叫|名叫|是)(?<name>[\u4e00-\u9fa5]{2,4}?)(?=[，。！？,]|$)|(?<short>[小老阿][\u4e00-\u9fa5])(?=[，。！？,]|说|和|跟|来|去|在|要|今|昨|明|最|的|也|是|$)/g;
const NOT_NAMES = /^(?:小时|小心|小说|小学|小区|小吃|小声|老是|老师|老板|老家|老实|老爱|小孩|小猫|小狗)/;
const ROLES_ZH = new RegExp(`(?:我|咱)?(?:家|们)?(?:的)?(?:${ROLE_ZH})(?!棋|节)`, "g");
const ROLES_EN = new RegExp(`\\bmy (?:${ROLE_EN})(?: [A-Z]\\p{L}+)?`, "gu");
const NAMES_EN =
  /(?<=[a-z,] )(?!I\b|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|AI\b|English|Chinese)[A-Z][a-z]+\b/g;
const TITLES = /《[^》]+》/g;

/** The input with its references filled in from the history; unchanged where nothing fits. */
export function resolved(text: string, history: readonly Message[], language: Language): string {
  const zh = language === "zh";
  const pronoun = (zh ? PRONOUN_ZH : PRONOUN_EN).exec(text);
  if (pronoun !== null && !namesSomebody(text.slice(0, pronoun.index), language)) {
    const spoken = lastSpoken(history, pronoun.groups?.pronoun?.toLowerCase() ?? "", language);
    if (spoken !== undefined) {
      const rest = text.slice(pronoun.index + pronoun[0].length);
      const possessive =
        !zh && (/^(?:his|its|their)$/i.test(pronoun[0]) || (/^her$/i.test(pronoun[0]) && /^\s+\w/.test(rest)))
          ? "'s"
          : "";
      return text.slice(0, pronoun.index) + spoken.words + possessive + rest;
    }
  }
  if (pronoun === null && !(zh ? POINTER_ZH : POINTER_EN).test(text)) return text;
  // Nobody to put in: the last things said tell what is pointed at.
  const hint = lastKeywords(history, language);
  if (hint.length === 0 || hint.every((word) => text.includes(word))) return text;
  return zh ? `${hint.join(" ")}：${text}` : `${hint.join(" ")}: ${text}`;
}

/**
 * "今天呢？", "what about my mom?": the question before, asked again of something else. Undefined when the input is no
 * such thing or nothing was asked before.
 */
export function followUp(
  text: string,
  history: readonly Message[],
  language: Language,
  reference: TimeReference,
): string | undefined {
  const match =
    language === "zh"
      ? /^(?:那|那么)?(?<topic>[^，。？！?!你]{1,8}?)呢[？?！!。]*$/.exec(text)
      : /^(?:and |so )?(?:what|how) about (?<topic>[\w' ]{2,25})\??$/i.exec(text);
  const topic = match?.groups?.topic;
  if (topic === undefined) return undefined;
  const asked = history.findLast(
    (message) =>
      message.role === "user" &&
      /[？?吗呢]\s*$|什么|哪|谁|怎么|^(?:what|where|who|when|how|which|do|does|is|are)\b/i.test(message.text),
  );
  if (asked === undefined) return undefined;
  if (resolveTimes(topic, reference).length > 0) {
    const old = resolveTimes(asked.text, reference)[0];
    if (old !== undefined) return asked.text.replace(old.text, () => topic);
  }
  return language === "zh" ? `${topic}${asked.text}` : `${asked.text.replace(/\?$/, "")} (${topic})?`;
}

function namesSomebody(before: string, language: Language): boolean {
  return language === "zh"
    ? new RegExp(ROLE_ZH).test(before) || TITLES.test(before)
    : new RegExp(`\\bmy (?:${ROLE_EN})\\b`, "i").test(before);
}

/** The last person or thing of the history that the pronoun fits, else the last at all of its sort. */
function lastSpoken(history: readonly Message[], pronoun: string, language: Language): Spoken | undefined {
  const all = history.flatMap((message) => spokenIn(message, language)).reverse();
  return all.find(({ fits }) => fits.test(pronoun));
}

function spokenIn(message: Message, language: Language): Spoken[] {
  const found: { at: number; spoken: Spoken }[] = [];
  const people = language === "zh" ? ROLES_ZH : ROLES_EN;
  for (const match of message.text.matchAll(people)) {
    const word = match[0].replace(/^(?:我|咱|my )(?:家|们)?的?/, "");
    const role = roleOf(word) ?? roleOf(word.split(" ")[0] ?? "");
    if (role === undefined) continue;
    found.push({
      at: match.index,
      spoken: {
        words: language === "zh" ? `我的${word}` : `my ${word}`,
        fits: pronounsOf(role.gender, role.pet === true),
      },
    });
  }
  const names = language === "zh" ? NAMED_ZH : NAMES_EN;
  for (const match of message.text.matchAll(names)) {
    const name = match.groups?.name ?? match.groups?.short ?? match[0];
    if (!NOT_NAMES.test(name))
      found.push({ at: match.index, spoken: { words: name, fits: pronounsOf(undefined, false) } });
  }
  for (const match of message.text.matchAll(TITLES))
    found.push({ at: match.index, spoken: { words: match[0], fits: /^(?:它|it|its)$/ } });
  return found.sort((a, b) => a.at - b.at).map(({ spoken }) => spoken);
}

function pronounsOf(gender: "female" | "male" | undefined, pet: boolean): RegExp {
  if (pet) return /^(?:它|他|她|it|its|he|him|his|she|her|they|them)$/;
  if (gender === "female") return /^(?:她|she|her|hers|they|them|their)$/;
  if (gender === "male") return /^(?:他|he|him|his|they|them|their)$/;
  return /^(?:他|她|he|him|his|she|her|hers|they|them|their)$/;
}

function lastKeywords(history: readonly Message[], language: Language): string[] {
  const courtesy = language === "zh" ? COURTESY_ZH : COURTESY_EN;
  const last = history.findLast(
    (message) => message.role === "user" && !courtesy.test(message.text.replace(/[。！!？?.\s]+$/, "")),
  );
  return last === undefined ? [] : keywordsOf(last.text, 3);
}
