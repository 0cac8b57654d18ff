/** Who and what belongs to the user: family, friends, pets with their names, and things that were bought. */
import { ROLE_EN, ROLE_ZH, roleOf } from "../lexicon/people.ts";
import type { Clause, Reading } from "./clause.ts";
import { daysFromToday } from "./dates.ts";
import { factOf, found, profileItem } from "./found.ts";
import type { Found } from "./found.ts";

const COUNT = "(?:[一两二三四五六七八九十几]|\\d+)?";
const MEASURE = "(?:只|条|个|位|对|匹|头|双|名|盆)?";
const NAME_ZH = "(?<name>(?!什么|做)[\\u4e00-\\u9fa5]{1,4}|[A-Z][A-Za-z]{1,12})";
const HAS_ZH = new RegExp(
  `^(?:家里?|现在|还|也|又|刚|最近|已经|就|都){0,6}(?:有|养(?:了|着|过)?|收养了?|领养了?|捡了?|认识了?|生了)(?<count>${COUNT}${MEASURE})(?<kind>(?:很可爱的|可爱的|\\d+岁的|调皮的|漂亮的|好|大|小|亲){0,6})(?<role>${ROLE_ZH})(?:们)?(?:[，,]?(?:它|他|她)?(?:的?名字)?(?:叫|名叫|叫做|叫作|名字是|取名)(?:做)?${NAME_ZH})?(?:的)?$`,
);
const NAMED_NEXT_ZH = new RegExp(
  `^(?:的?名字)?(?:就)?(?:叫|名叫|叫做|取名叫?|起名叫?|名字是)(?:做)?${NAME_ZH}$`,
);
const BOUGHT_ZH =
  /^(?:今天|昨天|最近|刚|刚刚|终于|又|还|已经|新|自己|花.{1,8}|在.{1,8}|网上){0,3}(?:买|入手|换|订|淘|租|提)(?:了|到了?|下了?)(?:一|两|几|\d+)?(?:个|台|部|辆|套|件|本|双|只|条|张|把|款|束|些|箱|支)?(?:新的?)?(?<thing>(?!单|菜|东西|点|很多|不少|票|一些)[^，]{2,20}?)$/;

const HAS_EN = new RegExp(
  `^(?:also |just |recently |now |still ){0,6}(?:have|has|got|adopted|own|raise)(?: got)? (?<count>an?|one|two|three|four|five|several|\\d+) (?<kind>(?:[a-z-]+ ){0,3}?)(?<role>${ROLE_EN})s?(?:,? (?:named|called|whose name is|and (?:his|her|its) name is) (?<name>[A-Z]\\p{L}+))?$`,
  "u",
);
const BOUGHT_EN =
  /^(?:just |finally |recently |have |also ){0,6}(?:bought|got myself|ordered|purchased) (?:myself )?(?<thing>(?:a|an|the|some|new|my) [\p{L}\d' -]{2,40})$/u;

/** 养了一只橘猫，叫豆豆 · 有个妹妹 · 有个朋友叫小王 · "have a dog named Rex". `next` may hold the name. */
export function readRelation(clause: Clause, reading: Reading, next?: Clause): Found | undefined {
  if (clause.subject.kind !== "user") return undefined;
  const match = (reading.language === "zh" ? HAS_ZH : HAS_EN).exec(clause.predicate);
  const role = roleOf(match?.groups?.role ?? "");
  if (match === null || role === undefined) return undefined;
  const follows =
    next !== undefined && next.sentence === clause.sentence && next.mood === "statement"
      ? NAMED_NEXT_ZH.exec(next.predicate)
      : null;
  const name = match.groups?.name ?? follows?.groups?.name;
  const kind = match.groups?.role ?? role.name;
  const many = /[两二三四五六七八九十几对]|[2-9]|two|three|four|five|several/.test(match.groups?.count ?? "");
  const attribute = role.pet === true ? "pet" : "family";
  const belief =
    name === undefined
      ? { subject: "user", attribute: role.pet === true ? "has_pet" : `has:${role.name}`, value: kind }
      : role.pet === true
        ? { subject: "user", attribute: `${attribute}:${name}`, value: kind }
        : role.many === true
          ? { subject: name, attribute: "relation", value: role.name }
          : { subject: role.name, attribute: "name", value: name };
  const profile =
    role.pet === true
      ? [
          profileItem(
            "pet",
            name === undefined ? kind : reading.language === "zh" ? `${kind}${name}` : `${kind} ${name}`,
            clause,
            reading,
          ),
        ]
      : role.key !== undefined && !many && name !== undefined
        ? [profileItem(role.key, name, clause, reading)]
        : [];
  return found({
    facts: [factOf(clause, reading, { belief, when: null, confidence: 0.9 })],
    profile,
    takesAlong: true,
    used: follows === null ? 0 : 1,
  });
}

/** 我同桌叫丁一, 我的猫叫豆豆, "my dog is called Rex": a name told of somebody. */
export function readNameOfOther(clause: Clause, reading: Reading): Found | undefined {
  const { role } = clause.subject;
  if (clause.subject.kind !== "other" || role === undefined) return undefined;
  const match =
    reading.language === "zh"
      ? NAMED_NEXT_ZH.exec(clause.predicate)
      : /^(?:name is|is (?:called|named)) (?<name>[A-Z]\p{L}+)$/u.exec(clause.predicate);
  const name = match?.groups?.name;
  if (name === undefined) return undefined;
  const belief =
    role.pet === true
      ? { subject: "user", attribute: `pet:${name}`, value: role.name }
      : role.many === true
        ? { subject: name, attribute: "relation", value: role.name }
        : { subject: role.name, attribute: "name", value: name };
  const key = role.pet === true ? "pet" : role.key;
  return found({
    facts: [factOf(clause, reading, { belief, when: null, confidence: 0.9 })],
    profile:
      key === undefined
        ? []
        : [profileItem(key, role.pet === true ? `${role.name}${name}` : name, clause, reading)],
    takesAlong: true,
  });
}

/** 刚买了iPhone 15 Pro: a possession, bought on the day it is told unless another is named. */
export function readPurchase(clause: Clause, reading: Reading): Found | undefined {
  if (clause.subject.kind !== "user") return undefined;
  const match = (reading.language === "zh" ? BOUGHT_ZH : BOUGHT_EN).exec(clause.predicate);
  if (match === null) return undefined;
  const dated = clause.time !== undefined || clause.innerTimes.length > 0;
  return found({
    facts: [factOf(clause, reading, dated ? {} : { when: daysFromToday(reading, 0) })],
    takesAlong: true,
  });
}
