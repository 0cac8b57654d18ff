/**
 * Who an English clause is about, read off its front. The first verb's contraction is opened on the way ("I'm" gives
 * "am …"), so that the readers see one form.
 */
import { ROLE_EN, roleOf } from "../lexicon/people.ts";
import type { Subject } from "./clause.ts";
import type { SubjectFound } from "./subject-zh.ts";

const FULL_FORM: Readonly<Record<string, string>> = {
  "'m": "am ",
  "'re": "are ",
  "'s": "is ",
  "'ve": "have ",
  "'ll": "will ",
  "'d": "would ",
};
const OWN_PERSON = new RegExp(
  `^(?:my|our)\\s+(?:\\w+ )??(?<role>${ROLE_EN})s?(?:\\s+(?<name>[A-Z]\\p{L}+))?(?<of>'s(?=\\s(?:name|birthday|favou?rite|job|age)))?(?<verb>'s)?(?=\\s|$)`,
  "iu",
);
const USER_WORDS = /^(?<who>i|we)(?<verb>['’](?:m|re|ve|ll|d|s))?(?=\s|$)/i;
const MINE = /^(?:my|our|mine)(?=\s)/i;
const COMPANION_WORDS = /^(?:you|your)(?:['’](?:re|ve|ll|d))?(?=\s|$)/i;
const THIRD_PERSON = /^(?:he|she|it|they|his|her|its|their)(?<verb>['’](?:s|re|ve|ll|d))?(?=\s|$)/i;

/** The subject at the start of `text`, and what follows it; undefined when none stands there. */
export function subjectInEnglish(text: string): SubjectFound | undefined {
  const person = OWN_PERSON.exec(text);
  if (person !== null) {
    const role = roleOf(person.groups?.role ?? "");
    const possessive = person.groups?.of !== undefined;
    // The pattern ignores case, a name does not.
    const name = /^\p{Lu}/u.test(person.groups?.name ?? "") ? person.groups?.name : undefined;
    const rest =
      name === undefined && person.groups?.name !== undefined
        ? person.groups.name + text.slice(person[0].length)
        : verbOf(person) + text.slice(person[0].length).trimStart();
    const subject: Subject = {
      kind: "other",
      explicit: true,
      plural: false,
      possessive,
      ...(role === undefined ? {} : { role }),
      ...(name === undefined ? {} : { name }),
    };
    return { subject, possessive, rest };
  }
  const user = USER_WORDS.exec(text);
  if (user !== null) {
    const plural = user.groups?.who?.toLowerCase() === "we";
    return {
      subject: { kind: "user", explicit: true, plural, possessive: false },
      possessive: false,
      rest: verbOf(user) + text.slice(user[0].length).trimStart(),
    };
  }
  const mine = MINE.exec(text);
  if (mine !== null) {
    return {
      subject: { kind: "user", explicit: true, plural: false, possessive: true },
      possessive: true,
      rest: text.slice(mine[0].length).trimStart(),
    };
  }
  const companion = COMPANION_WORDS.exec(text);
  if (companion !== null) {
    return {
      subject: { kind: "companion", explicit: true, plural: false, possessive: false },
      possessive: false,
      rest: text.slice(companion[0].length).trimStart(),
    };
  }
  const third = THIRD_PERSON.exec(text);
  if (third !== null) {
    return {
      possessive: /^(?:his|her|its|their)/i.test(third[0]),
      rest: verbOf(third) + text.slice(third[0].length).trimStart(),
    };
  }
  return undefined;
}

function verbOf(match: RegExpExecArray): string {
  const verb = match.groups?.verb?.toLowerCase().replace("’", "'");
  return verb === undefined ? "" : (FULL_FORM[verb] ?? "");
}
