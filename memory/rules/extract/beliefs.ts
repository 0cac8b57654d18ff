/** Reads what has a key: the pattern tables of both languages, applied to a clause. */
import { localFields } from "../../../language/time/zone.ts";
import type { Belief } from "../../record.ts";
import { timeOf } from "./clause.ts";
import type { Clause, Reading } from "./clause.ts";
import { BELIEFS_EN, KEYED_EN } from "./beliefs-en.ts";
import { BELIEFS_ZH } from "./beliefs-zh.ts";
import type { BeliefPattern } from "./beliefs-zh.ts";
import { isPresent } from "./dates.ts";
import { KEYED_ZH } from "./keyed-zh.ts";
import { beliefSubject, factOf, found, profileItem } from "./found.ts";
import type { Fact, Found, ProfileItem } from "./found.ts";
import { nameOfSubject, tell } from "./perspective.ts";

/** Attributes of which a person has one at a time: a newer value supersedes. */
export const SINGLE_VALUED: ReadonlySet<string> = new Set([
  "name",
  "nickname",
  "english_name",
  "birthday",
  "age",
  "gender",
  "height",
  "zodiac",
  "personality",
  "hometown",
  "residence",
  "workplace",
  "occupation",
  "school",
  "major",
  "relationship_status",
  "diet",
  "partner",
  "phone",
  "relation",
]);

/**
 * Whether a newer value of this attribute takes the place of the old one. Besides SINGLE_VALUED, attributes that carry
 * their thing in the key ("likes:奶茶", "allergy:花生", "pet:豆豆", "favorite:颜色") hold one value a thing.
 */
export function holdsOneValue(attribute: string): boolean {
  return SINGLE_VALUED.has(attribute) || attribute.includes(":");
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const INTRODUCES = /你好|您好|大家好|认识|第一次|自我介绍|初次|\bhello\b|\bhi\b/i;
const FORMERLY =
  /以前|曾经?|之前|小时候|过去|原来|从前|那时候?|当时|\bused to\b|\bpreviously\b|\bformerly\b|\b(?:was|were|had|lived|worked|studied) /;

export function readBelief(clause: Clause, reading: Reading): Found | undefined {
  const birthday = readBirthdayToday(clause, reading);
  if (birthday !== undefined) return birthday;
  const { kind } = clause.subject;
  if (kind !== "user" && kind !== "other") return undefined;
  return readKeyed(clause, reading) ?? readSingle(clause, reading);
}

const BIRTHDAY_TODAY =
  /^(?:就|才|又|要)?(?:是|到|过)?(?<own>我|我自己|本人|my)?的?(?:\d+岁)?生日(?:了)?$|^(?:is|was) (?<mine>my) (?:\w+ )?birthday\b/i;

/** 今天是我的生日, 我女儿下周五过生日, "today is my birthday": the day that is named is the birthday. */
function readBirthdayToday(clause: Clause, reading: Reading): Found | undefined {
  const time = timeOf(clause);
  const match = BIRTHDAY_TODAY.exec(clause.predicate);
  if (time?.grain !== "day" || match === null) return undefined;
  const isOthers = clause.subject.kind === "other" && clause.subject.explicit;
  const isUsers =
    match.groups?.own !== undefined ||
    match.groups?.mine !== undefined ||
    (clause.subject.kind === "user" && clause.subject.explicit);
  if (!isOthers && !isUsers) return undefined;
  const { month, day } = localFields(time.start, reading.input.timezone);
  const value = reading.language === "zh" ? `${month}月${day}日` : `${MONTHS[month - 1] ?? ""} ${day}`;
  const belief = { subject: isOthers ? beliefSubject(clause.subject) : "user", attribute: "birthday", value };
  const profile = isOthers ? [] : [profileItem("birthday", value, clause, reading)];
  return found({ facts: [factOf(clause, reading, { belief, confidence: 0.9 })], profile });
}

function readSingle(clause: Clause, reading: Reading): Found | undefined {
  const zh = reading.language === "zh";
  const subject = beliefSubject(clause.subject);
  const facts: Fact[] = [];
  const profile: ProfileItem[] = [];
  const seen = new Set<string>();
  for (const entry of zh ? BELIEFS_ZH : BELIEFS_EN) {
    if (entry.only === "user" && clause.subject.kind !== "user") continue;
    if (seen.has(entry.attribute) || (entry.explicit === true && !clause.subject.explicit)) continue;
    if (entry.introduced === true && (clause.time !== undefined || !INTRODUCES.test(reading.input.userText)))
      continue;
    const match = entry.pattern.exec(restored(entry, clause));
    if (match === null) continue;
    const value = (entry.value ?? match.groups?.v ?? "").trim();
    if (value === "" || /＿|什么|哪|谁/.test(value)) continue;
    seen.add(entry.attribute);
    const past = isPast(entry, clause, match[0]);
    const belief: Belief = { subject, attribute: entry.attribute, value };
    const content =
      seen.size > 1 || (!zh && entry.attribute !== "workplace" && /\bat\b/.test(clause.predicate))
        ? contentOf(belief, clause, reading)
        : undefined;
    facts.push(
      factOf(clause, reading, {
        confidence: 0.9,
        ...(past ? {} : { belief }),
        ...(entry.undated === true ? { undated: true } : {}),
        ...(content === undefined ? {} : { content }),
      }),
    );
    if (!past && entry.profile !== undefined && clause.subject.kind === "user")
      profile.push(profileItem(entry.profile, value, clause, reading));
    if (!past && entry.attribute === "name" && clause.subject.role?.key !== undefined)
      profile.push(profileItem(clause.subject.role.key, value, clause, reading));
    if (zh) break;
  }
  if (facts.length === 0) return undefined;
  // In English one clause may tell two things ("a nurse at Riverside Clinic"): each is told by itself.
  const apart =
    facts.length > 1
      ? facts.map((fact) =>
          fact.belief === undefined
            ? fact
            : { ...fact, content: contentOf(fact.belief, clause, reading) ?? fact.content },
        )
      : facts;
  return found({ facts: apart, profile, takesAlong: true });
}

/** A date that is the fact itself may have been taken off the front as a time: it is put back. */
function restored(entry: BeliefPattern, clause: Clause): string {
  return entry.undated === true && clause.time !== undefined
    ? `${clause.time.text}${clause.predicate}`
    : clause.predicate;
}

/** States told of a time gone by hold no more; changes ("搬到") hold since. */
function isPast(entry: BeliefPattern, clause: Clause, matched: string): boolean {
  if (entry.change === true || entry.undated === true) return false;
  if (["name", "hometown", "zodiac", "gender", "school"].includes(entry.attribute)) return false;
  const time = timeOf(clause);
  const before = time !== undefined && !isPresent(time) && time.direction === "past";
  return before || FORMERLY.test(matched) || FORMERLY.test(time?.text ?? "");
}

/** Two beliefs of one English clause are told apart in plain words. */
function contentOf({ attribute, value }: Belief, clause: Clause, reading: Reading): string | undefined {
  const who = nameOfSubject(clause.subject, reading.input, reading.language);
  if (attribute === "occupation") return `${who} works as ${/^[aeiou]/i.test(value) ? "an" : "a"} ${value}`;
  if (attribute === "workplace" && value !== "none") return `${who} works at ${value}`;
  return undefined;
}

function readKeyed(clause: Clause, reading: Reading): Found | undefined {
  for (const entry of reading.language === "zh" ? KEYED_ZH : KEYED_EN) {
    const match = entry.pattern.exec(clause.predicate);
    const value = match?.groups?.v?.trim() ?? "";
    if (value === "" || /什么|哪|谁|你/.test(value)) continue;
    const subject = beliefSubject(clause.subject);
    const things = value
      .split(/、|和|跟|以及|,\s*(?:and )?| and /)
      .map((thing) => thing.trim())
      .filter((thing) => thing !== "");
    const content = tell(clause, reading);
    const facts = things.map((thing) =>
      factOf(clause, reading, {
        content: things.length === 1 ? content : content.replace(value, () => thing),
        belief: { subject, attribute: `${entry.attribute}:${thing}`, value: entry.value },
        confidence: 0.9,
        when: null,
      }),
    );
    const profile =
      entry.profile === undefined || clause.subject.kind !== "user"
        ? []
        : things.map((thing) => profileItem(entry.profile ?? entry.attribute, thing, clause, reading));
    return found({ facts, profile, takesAlong: things.length === 1 });
  }
  return undefined;
}
