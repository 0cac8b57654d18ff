/**
 * The feeling a person's words tell of, by a lexicon, with negation, intensity and emoji. It reads what is said, not what is
 * meant: irony and feelings that only the situation shows are beyond it, and then it answers "neutral".
 */
import { normaliseForSearch } from "./normalise.ts";
import { EMOJI, FEELINGS, WORDS } from "./sentiment/lexicon.ts";
import type { Emotion } from "./sentiment/lexicon.ts";
import type { Feeling, Language } from "./types.ts";

export { FEELINGS } from "./sentiment/lexicon.ts";

const BY_EMOTION: ReadonlyMap<string, (typeof FEELINGS)[number]> = new Map(
  FEELINGS.map((feeling) => [feeling.emotion, feeling]),
);

/** The feeling's name for people; an unknown one is given back as it is. */
export function feelingName(emotion: string, language: Language): string {
  return BY_EMOTION.get(emotion)?.[language] ?? emotion;
}

const STRONG = 0.8;
const PLAIN = 0.55;

/** Every word of the lexicon with its feeling and weight. */
const LEXICON: ReadonlyMap<string, { readonly emotion: Emotion; readonly weight: number }> = new Map(
  WORDS.flatMap(([emotion, strong, plain]) => [
    ...entries(strong, emotion, STRONG),
    ...entries(plain, emotion, PLAIN),
  ]),
);

function entries(words: string, emotion: Emotion, weight: number) {
  return words
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => [word.replaceAll("_", " "), { emotion, weight }] as const);
}

/** Longest words first, so that 不舒服 is not read as 舒服; English ones whole; emoji one by one. */
const CUE = new RegExp(
  [...LEXICON.keys()]
    .sort((a, b) => b.length - a.length)
    .map((word) => (/[a-z]/.test(word) ? `\\b${word}\\b` : word))
    .concat("\\p{Extended_Pictographic}")
    .join("|"),
  "gu",
);

const CLAUSE = /[^，。！？；,.!?;\n]+[，。！？；,.!?;\n]*/g;

/** A comforting or an asking about the other one's feelings tells nothing of the speaker's own. */
const CONSOLING = /(?:别|不要|不用|don't be )\s?(?:再|太|那么|so |too )?$/;
const ASKED = /(?:^|[^我])你.*[吗？?]|\b(?:are|do|did) you\b/;

/** 没那么难过, 不太开心: less of it, not the opposite. */
const LESSENED = /(?:没|没有|不)(?:那么|这么|太|怎么|是很|算太?|大)\s?$|\bnot (?:so|that|very|too|really) $/;
const NEGATED =
  /(?:不|没|没有|没什么|不再|并不|并没有|从不|毫不|无|未|谈不上|算不上)(?:感到|觉得|是|会|能|怎么)?\s?$|\b(?:not|never|no longer|isn't|wasn't|don't|didn't|doesn't|can't|without)(?: feel| feeling| at all)? $/;

const INTENSITY: readonly (readonly [RegExp, number])[] = [
  [/(?:有点儿?|有些|稍微|略|一点点?|a bit|a little|slightly|kind of|kinda|somewhat) ?$/, 0.6],
  [
    /(?:超级?|太|特别|非常|极其?|极度|巨|贼|好|真的?|最|so|very|extremely|really|super|too|incredibly) ?$/,
    1.3,
  ],
  [/(?:很|挺|蛮|十分|相当|比较|quite|pretty) ?$/, 1.1],
];

/**
 * The leading feeling of a text with its pleasantness and strength. Later clauses count a little more, and what follows a
 * "but" more than what it takes back. "neutral", 0, 0 when no feeling is told.
 */
export function readFeeling(text: string): Feeling {
  const weights = new Map<Emotion, number>();
  const clauses = normaliseForSearch(text).match(CLAUSE) ?? [];
  for (const [index, clause] of clauses.entries()) {
    if (/^(?:但|可是|不过|然而|but\b|however\b)/.test(clause.trim())) {
      for (const [emotion, weight] of weights) weights.set(emotion, weight * 0.4);
    }
    const recency = 1 + (0.1 * index) / clauses.length;
    for (const { emotion, weight } of cuesOf(clause)) {
      weights.set(emotion, (weights.get(emotion) ?? 0) + weight * recency);
    }
  }
  return summed(weights);
}

interface Cue {
  readonly emotion: Emotion;
  readonly weight: number;
}

function cuesOf(clause: string): Cue[] {
  const cues: Cue[] = [];
  for (const match of clause.matchAll(CUE)) {
    const emoji = EMOJI.get(match[0]);
    if (emoji !== undefined) cues.push({ emotion: emoji, weight: STRONG });
    const entry = LEXICON.get(match[0]);
    if (entry === undefined) continue;
    const cue = inContext(entry, clause.slice(Math.max(0, match.index - 12), match.index), clause);
    if (cue !== undefined) cues.push(cue);
  }
  return cues;
}

/** The cue as the words before it change it; undefined when it says nothing of the speaker. */
function inContext({ emotion, weight }: Cue, before: string, clause: string): Cue | undefined {
  if (CONSOLING.test(before) || ASKED.test(clause)) return undefined;
  if (LESSENED.test(before)) return opposite(emotion, weight * 0.5);
  const [degree, factor] = intensityOf(before);
  if (NEGATED.test(degree)) return opposite(emotion, weight * 0.8);
  const emphasis = /[!！]/.test(clause) ? 1.15 : 1;
  return { emotion, weight: weight * factor * emphasis };
}

/** What stands before the adverb of degree, and what the adverb is worth. */
function intensityOf(before: string): readonly [string, number] {
  for (const [pattern, factor] of INTENSITY) {
    const match = pattern.exec(before);
    if (match !== null) return [before.slice(0, match.index), factor];
  }
  return [before, 1];
}

/** Not happy is sad; not sad is calm. What is neither (surprise, longing) is then not told at all. */
function opposite(emotion: Emotion, weight: number): Cue | undefined {
  const valence = BY_EMOTION.get(emotion)?.valence ?? 0;
  if (emotion === "love") return { emotion: "disgust", weight };
  if (emotion === "relieved" || emotion === "calm") return { emotion: "fear", weight };
  if (valence > 0.3) return { emotion: "sadness", weight };
  return valence < -0.2 ? { emotion: "calm", weight: weight * 0.5 } : undefined;
}

function summed(weights: ReadonlyMap<Emotion, number>): Feeling {
  let leading: Emotion = "neutral";
  let most = 0;
  let total = 0;
  let pleasant = 0;
  for (const [emotion, weight] of weights) {
    total += weight;
    pleasant += weight * (BY_EMOTION.get(emotion)?.valence ?? 0);
    if (weight > most) [leading, most] = [emotion, weight];
  }
  if (total === 0) return { emotion: "neutral", valence: 0, strength: 0 };
  const strength = Math.min(1, most);
  // The lexicon's valence is that of the feeling in full; a faint one is less pleasant or unpleasant.
  return {
    emotion: leading,
    valence: round((pleasant / total) * (0.5 + strength / 2)),
    strength: round(strength),
  };
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
