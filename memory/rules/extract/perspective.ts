/**
 * Tells the user's words from the companion's view: 我 becomes the user's name, 我妈 the user's mother, 你 becomes 我;
 * "I love jazz" becomes "Alex loves jazz". Otherwise the words stay as they are.
 */
import type { Language, TimeMention } from "../../../language/types.ts";
import { ROLE_ZH, roleOf } from "../lexicon/people.ts";
import type { Clause, Reading, Subject } from "./clause.ts";
import { writtenOut } from "./dates.ts";
import { thirdPerson } from "./third-person.ts";

const OWN_PERSON_ZH = new RegExp(`(?:我|俺|咱)(?:们)?(?:家里?)?(?:的)?(${ROLE_ZH})(?!棋)`, "g");
/** Everyday short forms are told in full, so that one person has one name: 我妈, 老妈 → 妈妈. */
const TOLD_IN_FULL = new Set(["妈妈", "爸爸", "哥哥", "弟弟", "姐姐", "妹妹"]);

/** The names that stand for user and companion. */
export interface Names {
  readonly userName: string;
  readonly companionName: string;
}

/** Pronouns of any text of the user, turned to the companion's view. */
export function fromCompanionsView(text: string, names: Names, language: Language): string {
  return language === "zh" ? viewInChinese(text, names) : viewInEnglish(text, names);
}

function viewInChinese(text: string, { userName, companionName }: Names): string {
  // One pass, so that a name that holds 我 or 你 is not rewritten again.
  const words = new RegExp(
    `${OWN_PERSON_ZH.source}|(?<plural>我们|咱们|咱俩|我俩)|(?<idiom>《[^》]*》|自我|我行我素|我国|我的天|忘我)|(?<own>我|俺)|(?<you>你们|你|您)|(?<companion>${escaped(companionName)})`,
    "g",
  );
  return text.replace(words, (whole: string, role: string | undefined, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    if (role !== undefined) return `${userName}的${nameOfRole(role)}`;
    if (groups.plural !== undefined) return `${userName}他们`;
    if (groups.own !== undefined) return userName;
    if (groups.you !== undefined) return groups.you === "你们" ? "我们" : "我";
    return groups.companion === undefined ? whole : "我";
  });
}

/** Stands for the user's name until all pronouns are done, so that a name holding one is safe. */
const NAME = "\u0001";
const PRONOUNS_EN: Readonly<Record<string, string>> = {
  me: NAME,
  my: `${NAME}'s`,
  mine: `${NAME}'s`,
  our: `${NAME}'s`,
  ours: `${NAME}'s`,
  myself: "themselves",
  we: `${NAME} and the others`,
  us: `${NAME} and the others`,
  you: "I",
  "you're": "I am",
  your: "my",
  yours: "mine",
  yourself: "myself",
};

function viewInEnglish(text: string, { userName, companionName }: Names): string {
  const companion = new RegExp(`\\b${escaped(companionName)}\\b`, "gi");
  return nominative(text.replace(/’/g, "'"))
    .replace(
      /\b(?:you're|myself|yourself|yours|your|you|mine|my|me|ours|our|us|we)\b/gi,
      (word) => PRONOUNS_EN[word.toLowerCase()] ?? word,
    )
    .replace(companion, "I")
    .replaceAll(NAME, userName);
}

/** "I really love" → "Alex really loves"; contractions are opened. */
function nominative(text: string): string {
  return text
    .replace(/\bI'm\b/gi, `${NAME} is`)
    .replace(/\bI've\b/gi, `${NAME} has`)
    .replace(/\bI'(ll|d)\b/gi, `${NAME}'$1`)
    .replace(
      /\bI ((?:[a-z]+ ){0,3}[a-z]+(?:'t)?)/g,
      (_whole, following: string) => `${NAME} ${thirdPerson(following)}`,
    )
    .replace(/\bI\b/g, NAME);
}

/** 小伙伴, 小伙伴的妈妈, "Alex's mother"; the pronoun it replaces decides about 的 and 's. */
export function nameOfSubject(subject: Subject, names: Names, language: Language): string {
  const { userName } = names;
  if (subject.kind !== "other" || subject.role === undefined) {
    if (subject.plural) return language === "zh" ? `${userName}他们` : `${userName} and the others`;
    return userName;
  }
  const person = subject.name ?? "";
  return language === "zh"
    ? `${userName}的${subject.role.name}${person}`
    : `${userName}'s ${subject.role.name}${person === "" ? "" : ` ${person}`}`;
}

export interface TellOptions {
  /**
   * written (default): words of time are written out as dates. verbatim: they stay, for dates that are themselves the
   * fact (a birthday) and for habits. none: the leading one is left out, the others stay.
   */
  readonly times?: "written" | "verbatim" | "none";
  /** Stands in place of the leading time. */
  readonly day?: string;
}

/** The clause as the companion would note it down: who, when, what. */
export function tell(clause: Clause, reading: Reading, { times = "written", day }: TellOptions = {}): string {
  const { language, input } = reading;
  const who = nameOfSubject(clause.subject, input, language);
  const said = fromCompanionsView(clause.predicate, input, language);
  const what =
    times === "written"
      ? clause.innerTimes.reduce((text, mention) => replaceTime(text, mention, reading), said)
      : said;
  const when = day ?? leadingTime(clause, reading, times);
  if (language === "zh") {
    // 今天是我生日: the day is the subject.
    if (when !== "" && !clause.subject.explicit && what.startsWith("是")) return `${when}${what}`;
    return `${who}${clause.subject.possessive ? "的" : ""}${when}${what}`;
  }
  if (when !== "" && !clause.subject.explicit && /^(?:is|was) /.test(what)) return `${when} ${what}`;
  const verbal = clause.subject.possessive ? `'s ${what}` : ` ${inEnglish(what, clause.subject)}`;
  return `${who}${verbal}${when === "" ? "" : ` (${when})`}`;
}

function leadingTime({ time }: Clause, reading: Reading, times: TellOptions["times"]): string {
  if (time === undefined || times === "none") return "";
  return times === "verbatim" ? time.text : writtenOut(time, reading);
}

/** The user's verb goes into the third person; other people's stands there already. */
function inEnglish(what: string, subject: Subject): string {
  if (subject.plural) return what.replace(/^am\b/, "are");
  return subject.kind === "user" ? thirdPerson(what) : what;
}

/** A clause that tells on of what the one before began: its words, from the companion's view, times written out. */
export function tellOn(clause: Clause, reading: Reading): string {
  const { language, input } = reading;
  const said = fromCompanionsView(clause.text, input, language);
  const times = clause.time === undefined ? clause.innerTimes : [clause.time, ...clause.innerTimes];
  return times
    .reduce((text, mention) => replaceTime(text, mention, reading), said)
    .replace(/[吧呢啊呀哦啦嘛]+$/, "");
}

/** English words of time take their preposition along and stand in brackets, wherever in the sentence they stood. */
function replaceTime(text: string, mention: TimeMention, reading: Reading): string {
  const words = writtenOut(mention, reading);
  if (reading.language === "zh" || words === "") {
    return text
      .replace(mention.text, () => words)
      .replace(/ {2,}/g, " ")
      .trimEnd();
  }
  const at = text.indexOf(mention.text);
  if (at < 0 || /^['’]s/.test(text.slice(at + mention.text.length))) return text;
  return `${text.slice(0, at)}(${words})${text.slice(at + mention.text.length)}`;
}

function nameOfRole(word: string): string {
  const canonical = roleOf(word)?.name ?? word;
  return TOLD_IN_FULL.has(canonical) ? canonical : word;
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
