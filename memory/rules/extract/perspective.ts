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
    `${OWN_PERSON_ZH.source}|(?<plural>我们|咱们|咱俩|我俩)|(?<idiom>自我|我行我素|我国|我的天|忘我)|(?<own>我|俺)|(?<you>你们|你|您)|(?<companion>${escaped(companionName)})`,
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

function viewInEnglish(text: string, { userName, companionName }: Names): string {
  const words = new RegExp(
    `\\b(?:(?<own>I|me)(?<verb>'(?:m|ve|ll|d))?|(?<my>my|mine|our|ours)|(?<self>myself)|(?<we>we|us)(?<weVerb>'(?:re|ve|ll|d))?|(?<you>you)(?<youVerb>'(?:re|ve|ll|d))?|(?<your>your|yours)|(?<companion>${escaped(companionName)}))(?![\\w'])`,
    "giu",
  );
  return text.replace(/’/g, "'").replace(words, (whole: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    if (groups.own !== undefined)
      return (
        userName +
        (groups.verb === undefined
          ? ""
          : groups.verb.toLowerCase() === "'m"
            ? " is"
            : groups.verb.toLowerCase() === "'ve"
              ? " has"
              : groups.verb)
      );
    if (groups.my !== undefined) return `${userName}'s`;
    if (groups.self !== undefined) return "themselves";
    if (groups.we !== undefined) return `${userName} and the others${groups.weVerb ?? ""}`;
    if (groups.you !== undefined)
      return groups.youVerb?.toLowerCase() === "'re" ? "I am" : `I${groups.youVerb ?? ""}`;
    if (groups.your !== undefined) return "my";
    return groups.companion === undefined ? whole : "I";
  });
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

function replaceTime(text: string, mention: TimeMention, reading: Reading): string {
  return text
    .replace(mention.text, () => writtenOut(mention, reading))
    .replace(/ {2,}/g, " ")
    .trimEnd();
}

function nameOfRole(word: string): string {
  const canonical = roleOf(word)?.name ?? word;
  return TOLD_IN_FULL.has(canonical) ? canonical : word;
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
