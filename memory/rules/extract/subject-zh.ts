/** Who a Chinese clause is about, read off its front. */
import { BARE_ROLE_ZH, ROLE_ZH, roleOf } from "../lexicon/people.ts";
import type { Subject } from "./clause.ts";

export interface SubjectFound {
  /** Undefined for a third-person pronoun: the caller knows who was spoken of. */
  readonly subject?: Subject;
  readonly possessive: boolean;
  readonly rest: string;
}

// 小王, 老张, 阿明, Tom; not 老是, 小时候.
const NAME =
  "(?:小(?![时学区声心气说狗猫孩])|老(?![是爱喜说想师板在了家去忘])|阿)[\\u4e00-\\u9fa5]|[A-Z][a-z]+";
const OWN_PERSON = new RegExp(
  `^(?:我|俺|咱)(?:们)?(?:家里?)?(?:的|那个?|这个?)?(?<role>${ROLE_ZH})(?!棋)(?<name>${NAME})?们?(?<of>的)?`,
);
const BARE_PERSON = new RegExp(`^(?<role>${BARE_ROLE_ZH})(?<name>${NAME})?们?(?<of>的)?`);
const USER_WORDS =
  /^(?:我(?:们|俩)?|咱(?:们|俩)?|俺(?:们)?|本人)(?:自己|个人|这个人|这人)?(?<home>家里?(?=有|住|在|是))?(?<of>的)?/;
const COMPANION_WORDS = /^(?:你们?|您)(?<of>的)?/;
const THIRD_PERSON = /^[他她它](?:们)?(?<of>的)?/;

/** The subject at the start of `text`, and what follows it; undefined when none stands there. */
export function subjectInChinese(text: string): SubjectFound | undefined {
  const person = OWN_PERSON.exec(text) ?? BARE_PERSON.exec(text);
  if (person !== null) {
    const role = roleOf(person.groups?.role ?? "");
    const rest = text.slice(person[0].length);
    const possessive = person.groups?.of !== undefined;
    // 我妈的同事…: about somebody whom only a name would tell.
    if (role === undefined || (possessive && BARE_PERSON.test(rest)))
      return { subject: unknown(), possessive, rest };
    const name = person.groups?.name;
    const subject: Subject = {
      kind: "other",
      explicit: true,
      plural: false,
      possessive,
      role,
      ...(name === undefined ? {} : { name }),
    };
    return { subject, possessive, rest };
  }
  const user = USER_WORDS.exec(text);
  if (user !== null) {
    const possessive = user.groups?.of !== undefined;
    return {
      subject: { kind: "user", explicit: true, plural: /^..?[们俩]|^.俩/.test(user[0]), possessive },
      possessive,
      rest: text.slice(user[0].length),
    };
  }
  const companion = COMPANION_WORDS.exec(text);
  if (companion !== null) {
    const possessive = companion.groups?.of !== undefined;
    return {
      subject: { kind: "companion", explicit: true, plural: false, possessive },
      possessive,
      rest: text.slice(companion[0].length),
    };
  }
  const third = THIRD_PERSON.exec(text);
  if (third !== null)
    return { possessive: third.groups?.of !== undefined, rest: text.slice(third[0].length) };
  return undefined;
}

function unknown(): Subject {
  return { kind: "unknown", explicit: true, plural: false, possessive: false };
}
