/** Likes, dislikes, fears, habits and changes of them, in English. */
import { ADVERB_EN, DISLIKES_EN, FEARS_EN, LIKES_EN, tasteTypeOf, USE_VERBS_EN } from "../lexicon/tastes.ts";
import type { Clause, Reading } from "./clause.ts";
import { beliefSubject, factOf, found, tagsOf } from "./found.ts";
import type { Found } from "./found.ts";
import { tell } from "./perspective.ts";
import type { Stance } from "./tastes-zh.ts";

const POLARITY: Readonly<Record<Stance, number>> = { likes: 0.8, dislikes: -0.8, fears: -0.6, stopped: -0.3 };
const STRONG = /\b(?:love|adore|hate|detest|loathe|can't stand|obsessed|favou?rite|crazy)\b/i;
const THIRD: Readonly<Record<string, string>> = {
  loves: "love",
  likes: "like",
  adores: "adore",
  enjoys: "enjoy",
  prefers: "prefer",
  hates: "hate",
  dislikes: "dislike",
  detests: "detest",
  loathes: "loathe",
  fears: "fear",
  "doesn't": "don't",
  is: "am",
};

const LIKES = new RegExp(`^${ADVERB_EN}(?:${LIKES_EN})\\s+(?<what>.+)$`, "i");
const DISLIKES = new RegExp(`^${ADVERB_EN}(?:${DISLIKES_EN})\\s+(?<what>.+)$`, "i");
const FEARS = new RegExp(`^${ADVERB_EN}(?:${FEARS_EN})\\s+(?<what>.+)$`, "i");
/** 不讨厌 in English: no liking yet. */
const NOT_DISLIKED =
  /^(?:don't|do not|never|didn't) (?:really |actually )?(?:hate|dislike|mind|detest|fear)\b/i;
const FAVOURITE =
  /^(?:all-time )?favou?rite (?<kind>[\w ]{2,20}?) (?:is|are|has always been|would be) (?<what>.+)$/i;
const STOPPED =
  /^(?:have |finally |recently |just ){0,6}(?:(?:stopped|quit|gave up|given up) (?:drinking |eating |smoking |playing |watching |using |going to )?(?<what>[\w -]{3,25})|(?:don't|no longer|do not) (?:drink|eat|smoke|play|watch|like|love|enjoy|use|do) (?<gone>[\w -]{2,25}?)(?: any ?more)?)$/i;
const SWITCHED =
  /^(?:have |just |recently ){0,6}switched (?:from (?<from>[\w -]{2,25}) )?to (?<to>[\w -]{2,25})$|^(?:only |now )+(?:drink|eat|play|use|watch) (?<now>[\w -]{2,25})|^(?:drink|eat|play|use|watch) (?<instead>[\w -]{2,25}) (?:now|instead|these days)(?: instead)?$/i;
const AVOIDS = /^(?:don't|do not|can't|cannot|never) (?:really )?(?:eat|drink|smoke) (?<what>[\w -]{2,25})$/i;
const FORMERLY =
  /^used to (?:really )?(?:love|like|enjoy|hate|drink|eat|play|be into)\b|\b(?:as a (?:kid|child)|when i was (?:young|little|a (?:kid|child)))\b/i;
const HABIT =
  /^(?:usually|always|often|generally|normally|typically|never|rarely|every (?:day|morning|evening|night|week|weekend))\s+(?<what>.+)$|^(?<daily>[a-z]+ .+ (?:every|each) (?:single )?(?:day|morning|evening|night|week|weekend|sunday|monday|saturday|friday))$/i;
const HABIT_NOT =
  /\b(?:dislike|disliked|hated?|liked?|loved?|mind|it|them|this|that|those|you|your|feel|felt|thought|think|wanted|want|hope|wondered|been|dreamed|dreamt)\b/i;

const EMPTY_OBJECT =
  /^(?:you|your|that|this|it|to (?:hear|know|see|ask|chat|talk|thank|say|think|try|learn|share)|them|him|her|these|those|the (?:idea|way|sound|suggestion|advice)|how|what|when|being able|talking (?:to|with) you|chatting with you)\b|_/i;
const TRAILING =
  /\s+(?:a lot|so much|very much|too|as well|the most|more than anything|at all|anymore|any more|though|these days|now|and so on|etc|or something|and stuff|since .+|because .+|when .+|after .+|lately)$/i;

/** Preferences of the user; tastes of other people as facts about them. */
export function readTasteInEnglish(clause: Clause, reading: Reading): Found | undefined {
  if (clause.subject.kind !== "user" && clause.subject.kind !== "other") return undefined;
  const said = asFirstPerson(clause);
  if (NOT_DISLIKED.test(said)) return undefined;

  if (clause.subject.possessive) {
    const favourite = FAVOURITE.exec(said);
    if (favourite === null) return undefined;
    const { kind = "", what = "" } = favourite.groups ?? {};
    return tastes(
      clause,
      reading,
      "likes",
      [trimmed(what)].filter(isThing),
      `favorite:${kind.toLowerCase()}`,
    );
  }
  if (FORMERLY.test(said))
    return found({ facts: [factOf(clause, reading, { when: null, confidence: 0.8 })], takesAlong: true });

  const stopped = STOPPED.exec(said);
  const over =
    stopped?.groups?.what ?? (/any ?more$|no longer/i.test(said) ? stopped?.groups?.gone : undefined);
  if (over !== undefined && !/^(?:my|the) (?:job|work|clinic|company)|^(?:job|work)/i.test(over))
    return tastes(clause, reading, "stopped", [trimmed(over)].filter(isThing));
  const switched = SWITCHED.exec(said);
  if (switched !== null) {
    const { to, now, instead } = switched.groups ?? {};
    return tastes(clause, reading, "likes", [trimmed(to ?? now ?? instead ?? "")].filter(isThing));
  }
  const disliked = DISLIKES.exec(said) ?? AVOIDS.exec(said);
  if (disliked !== null) return tastes(clause, reading, "dislikes", thingsIn(disliked.groups?.what ?? ""));
  const feared = FEARS.exec(said);
  if (feared !== null) return tastes(clause, reading, "fears", thingsIn(feared.groups?.what ?? ""));
  const liked = LIKES.exec(said);
  if (liked !== null) return tastes(clause, reading, "likes", thingsIn(liked.groups?.what ?? ""));
  return readHabit(clause, reading, said);
}

function readHabit(clause: Clause, reading: Reading, said: string): Found | undefined {
  if (
    clause.subject.kind !== "user" ||
    !HABIT.test(said) ||
    said.split(" ").length < 3 ||
    HABIT_NOT.test(said)
  )
    return undefined;
  const content = tell(clause, reading, { times: "verbatim" });
  return found({
    tellsOn: true,
    preferences: [
      {
        content,
        type: "habit",
        polarity: 0,
        tags: tagsOf(content, reading),
        confidence: 0.7 * reading.certainty,
        quote: clause.text,
      },
    ],
  });
}

/** Other people's verbs in the form the patterns know: "hates cilantro" → "hate cilantro". */
function asFirstPerson(clause: Clause): string {
  const said = clause.predicate.replace(/’/g, "'");
  if (clause.subject.kind !== "other") return said;
  return said.replace(
    /^((?:really|absolutely|also|just|always) )*([\w']+)/i,
    (whole: string, adverb: string | undefined, verb: string) => {
      const base = THIRD[verb.toLowerCase()];
      return base === undefined ? whole : `${adverb ?? ""}${base}`;
    },
  );
}

function tastes(
  clause: Clause,
  reading: Reading,
  stance: Stance,
  things: readonly string[],
  attribute?: string,
): Found | undefined {
  if (things.length === 0) return undefined;
  const subject = beliefSubject(clause.subject);
  const alone = things.length === 1;
  const items = things.map((thing) => {
    const bare = thing
      .replace(USE_VERBS_EN, "")
      .replace(/^to /i, "")
      .replace(/^(?:the|a|an|some|my) /i, "")
      .toLowerCase();
    const content = alone
      ? tell(clause, reading)
      : tell({ ...clause, predicate: onlyThing(clause.predicate, things, thing) }, reading);
    const belief =
      attribute === undefined
        ? { subject, attribute: `likes:${bare}`, value: stance }
        : { subject, attribute, value: bare };
    return { thing: bare, content, belief };
  });
  if (clause.subject.kind === "other") {
    return found({
      facts: items.map(({ content, belief }) => factOf(clause, reading, { content, belief, when: null })),
      takesAlong: alone,
    });
  }
  const strength = STRONG.test(clause.predicate) ? 1.2 : 1;
  return found({
    preferences: items.map(({ thing, content, belief }) => ({
      content,
      belief,
      type: tasteTypeOf(`${clause.predicate.slice(0, alone ? undefined : 0)} ${thing}`),
      polarity: Math.max(-1, Math.min(1, POLARITY[stance] * strength)),
      tags: [...new Set([thing, ...tagsOf(content, reading, 3)])],
      confidence: 0.9 * reading.certainty,
      quote: clause.text,
    })),
    takesAlong: alone,
  });
}

function onlyThing(predicate: string, things: readonly string[], thing: string): string {
  const first = Math.min(...things.map((one) => predicate.indexOf(one)).filter((at) => at >= 0));
  return predicate.slice(0, first) + thing;
}

function thingsIn(what: string): string[] {
  const cleaned = trimmed(what);
  // "taking walks in the park and the woods" is one thing; lists have commas or short parts.
  const parts = cleaned.split(cleaned.includes(",") ? /,\s*(?:and\s+|or\s+)?|\s+and\s+/ : /\s+and\s+/);
  const isList = parts.every((part) => part.split(" ").length <= 4);
  return (isList ? parts : [cleaned]).map(trimmed).filter(isThing).slice(0, 8);
}

function isThing(thing: string): boolean {
  return thing.length >= 2 && thing.length <= 60 && !EMPTY_OBJECT.test(thing);
}

function trimmed(what: string): string {
  return what
    .trim()
    .replace(/^(?:especially|particularly|mainly|mostly|also|both) /i, "")
    .replace(TRAILING, "")
    .replace(/[.!,\s]+$/, "")
    .trim();
}
