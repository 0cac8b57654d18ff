/**
 * Corrections: "啊不对，说错了，是5月18号". The new value is put into what was said before, which is then read again; what
 * was wrong is retracted.
 */
import { resolveTimes } from "../../../language/time/resolve.ts";
import type { Extraction } from "../../extraction.ts";
import type { Reading } from "./clause.ts";
import { beliefsOf, quotedAs } from "./found.ts";
import type { Items } from "./found.ts";

export interface Correction {
  readonly found: Items;
  readonly retracts: Extraction["retracts"];
}

type Read = (text: string, reading: Reading) => Items;

const HESITATION =
  "(?:(?:啊|哎呀?|哦|噢|呃|等等|等一下|抱歉|不好意思|oh|oops|wait|sorry|no|hmm)[，,。！!… ]*){0,6}";
const WRONG =
  "(?:不对|不不不?|说错了?|我说错了?|(?:我)?记错了?|(?:我)?打错了?|(?:我)?写错了?|更正(?:一下)?|纠正(?:一下)?|口误|搞错了?|弄错了?|" +
  "i meant?|i misspoke|i was wrong|correction|scratch that|my mistake|i got (?:it|that) wrong|my bad|not quite right)";
/** One mark or several in a row, at the start of a clause: 啊不对，说错了，… */
const MARK = new RegExp(
  `(?:^|[，,。！!；;…\\s])(?:${HESITATION}${WRONG}(?:了?[，,。！!：:… ]+|了|$|(?=是|应该)))+`,
  "giu",
);
const NOT_BUT =
  /(?:^|[，,。])\s*(?:我)?(?:是)?不是(?<old>[^，,。]{1,15})[，,]\s*(?:而)?(?:我)?是(?<value>[^，,。！!]{1,20})/;
const NOT_BUT_EN =
  /\b(?:not|isn't|it's not|wasn't) (?<old>[\w ]{2,25})[,;] (?:it's |it is |but |actually ){0,6}(?<value>[\w ]{2,25})/i;
/** Earlier messages of the user that a correction may be about. */
const LOOK_BACK = 3;

/** Whether the text says that something said before was wrong. */
export function marksCorrection(text: string): boolean {
  return text.search(MARK) >= 0;
}

/** The correction that the user's text makes, or undefined when it corrects nothing that can be found. */
export function correctionIn(text: string, reading: Reading, read: Read): Correction | undefined {
  const earlier = reading.input.before
    .filter(({ role }) => role === "user")
    .map((message) => message.text)
    .slice(-LOOK_BACK)
    .reverse();
  const marks = [...text.matchAll(MARK)];
  const mark = marks.at(-1);
  if (mark !== undefined) {
    const first = marks[0]?.index ?? 0;
    const inline = text.slice(0, first).replace(/[，,\s]+$/, "");
    const said = text.slice(mark.index + mark[0].length);
    return corrected(
      said,
      inline === "" ? earlier : [inline, ...earlier],
      inline !== "",
      text,
      reading,
      read,
    );
  }
  const swap = NOT_BUT.exec(text) ?? NOT_BUT_EN.exec(text);
  const { old, value } = swap?.groups ?? {};
  if (old === undefined || value === undefined) return undefined;
  const message = earlier.find((one) => one.includes(old));
  if (message === undefined) return undefined;
  const found = read(
    message.replace(old, () => trimmed(value)),
    reading,
  );
  return { found: quotedAs(found, text.trim()), retracts: retractionsOf(read(message, reading), old, text) };
}

function corrected(
  said: string,
  earlier: readonly string[],
  inline: boolean,
  text: string,
  reading: Reading,
  read: Read,
): Correction | undefined {
  const own = read(said, reading);
  const ownBeliefs = beliefsOf(own);
  if (ownBeliefs.length > 0) {
    const before = earlier.flatMap((message) => beliefsOf(read(message, reading)));
    const wrong = before.filter((one) =>
      ownBeliefs.some(
        (belief) =>
          belief.subject === one.subject && belief.attribute === one.attribute && belief.value !== one.value,
      ),
    );
    return {
      found: own,
      retracts: wrong.map(({ attribute, value }) => ({ quote: said.trim(), attribute, value })),
    };
  }
  const value = trimmed(said);
  if (value === "" || value.length > 30) return undefined;
  for (const [at, message] of earlier.entries()) {
    const was = read(message, reading);
    const old = replaceable(message, was, value, reading);
    if (old === undefined) continue;
    const now = read(
      message.replace(old, () => value),
      reading,
    );
    // Of an earlier message only what the correction changed is told again.
    const known = new Set([...was.facts, ...was.preferences].map(({ content }) => content));
    const knownProfile = new Set(was.profile.map((item) => `${item.key}=${item.value}`));
    const fresh =
      inline && at === 0
        ? now
        : {
            ...now,
            facts: now.facts.filter(({ content }) => !known.has(content)),
            preferences: now.preferences.filter(({ content }) => !known.has(content)),
            profile: now.profile.filter((item) => !knownProfile.has(`${item.key}=${item.value}`)),
          };
    if (fresh.facts.length + fresh.preferences.length + fresh.profile.length === 0) continue;
    return {
      found: quotedAs(fresh, text.trim()),
      retracts: inline && at === 0 ? [] : retractionsOf(was, old, text),
    };
  }
  return undefined;
}

/** The words of the earlier message that the new value stands for: of the same sort (a time for a time), last first. */
function replaceable(message: string, was: Items, value: string, reading: Reading): string | undefined {
  const isTime = resolveTimes(value, reading.reference).length > 0;
  const values = beliefsOf(was).map((belief) =>
    belief.attribute.includes(":") ? belief.attribute.slice(belief.attribute.indexOf(":") + 1) : belief.value,
  );
  const times = resolveTimes(message, reading.reference).map((mention) => mention.text);
  const candidates = isTime
    ? [...values.filter((one) => resolveTimes(one, reading.reference).length > 0), ...times]
    : values.filter((one) => resolveTimes(one, reading.reference).length === 0);
  return candidates.findLast((one) => one !== "" && message.includes(one) && one !== value);
}

function retractionsOf(was: Items, old: string, quote: string): Extraction["retracts"] {
  const beliefs = beliefsOf(was).filter(
    ({ value, attribute }) => value === old || attribute.endsWith(`:${old}`),
  );
  if (beliefs.length > 0) return beliefs.map(({ attribute, value }) => ({ quote, attribute, value }));
  // No key: the old content itself is what is taken back.
  return was.facts.filter(({ when }) => when !== undefined).map(({ content }) => ({ quote, value: content }));
}

function trimmed(said: string): string {
  return said
    .trim()
    .replace(/^(?:应该是|其实是|是|改成|it's|it is|it should be|on|to|i meant?)\s*/i, "")
    .replace(/[。！!.，,才对吧呀啊哦啦\s]+$/, "")
    .trim();
}
