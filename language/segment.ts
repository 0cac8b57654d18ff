/**
 * Words of a text: as displayed (`segment`), as the keyword index holds and looks them up (`searchTokens`), and the
 * few that a question is about (`keywordsOf`). Chinese is cut by jieba with the dictionary of its package.
 *
 * Names are what a companion is asked about and what no dictionary holds. Where the dictionary cuts a stretch into single
 * characters (丁|一, 林|薇), the pairs of that stretch become tokens too, so a name is found however its sentence was cut.
 */
import { Jieba } from "@node-rs/jieba";
import { dict } from "@node-rs/jieba/dict.js";
import { takeDates } from "./date-tokens.ts";
import { nameFinder } from "./names.ts";
import { normaliseForSearch } from "./normalise.ts";
import { stem } from "./stem.ts";
import { isStopWord } from "./stopwords.ts";

let jieba: Jieba | undefined;

function dictionary(): Jieba {
  jieba ??= Jieba.withDict(dict);
  return jieba;
}

/** Loads the dictionary (about 0.2 s), so that the first sentence does not wait for it. */
export function warmLanguage(): void {
  dictionary();
}

/** The words of a text in order, punctuation and blanks included: joined they give the text back. */
export function segment(text: string): string[] {
  return dictionary().cut(text, true).flatMap(splitGuess);
}

/** Persons who stand before a verb without belonging to a name: 我养|的猫, 弟学|画画. No name begins with one. */
const PERSONS = "我你您他她它咱俺爸妈爷奶哥姐弟妹舅姨姑叔伯婶嫂";
/** Verbs that stand behind a name and end none: 徐楠借|了钱, 多少|钱买. */
const VERBS = "走养教借买卖订住吃喝看听读写说讲做给拿放送打跑弄玩穿戴办是呢";

const PERSON_FIRST = new RegExp(`^[${PERSONS}](?=\\p{Script=Han})`, "u");
const VERB_LAST = new RegExp(`(?<=\\p{Script=Han})[${VERBS}]$`, "u");
/** A verb before a name: 叫林薇. */
const VERB_FIRST = /^[叫是找跟和问](?=\p{Script=Han}{2,3}$)/u;

/**
 * jieba's guess at a word that it does not know may swallow what stands beside it: the person who does something (我养), the
 * verb before a name (叫林薇) or behind it (徐楠借). It is cut off again; words of the dictionary (叫花子, 妈祖) are not touched,
 * since the dictionary alone keeps them whole. But its 猫叫 is a pet whose name follows (我的猫叫豆豆), in anything that is told
 * to a companion.
 */
function splitGuess(word: string): string[] {
  if (word.length === 2 && word.endsWith("叫") && HEADS.has(word.charAt(0))) return [word.charAt(0), "叫"];
  const [personFirst, verbLast] = [PERSON_FIRST.test(word), VERB_LAST.test(word)];
  if (!personFirst && !verbLast && !VERB_FIRST.test(word)) return [word];
  if (dictionary().cut(word, false).length === 1) return [word];
  const [first, rest] = [word.charAt(0), word.slice(1)];
  if (personFirst) return [first, ...dictionary().cut(rest, true).flatMap(splitGuess)];
  if (verbLast) return [...splitGuess(word.slice(0, -1)), word.slice(-1)];
  return [first, rest];
}

// --- search tokens

/** One character of a Latin (or other alphabetic) word or number. */
const ALNUM = "(?!\\p{Script=Han})[\\p{L}\\p{N}]";

/** Runs of one kind in normalised text: Han; Latin words and numbers with inner marks and single blanks; one emoji. */
const RUN = new RegExp(
  [
    "(?<han>\\p{Script=Han}+)",
    `(?<latin>${ALNUM}(?:${ALNUM}|['’.&+_ -](?=${ALNUM}))*)`,
    "(?<emoji>\\p{RI}{2}|\\p{Extended_Pictographic})",
  ].join("|"),
  "gu",
);

/**
 * Tokens for the keyword index, in order and with repetitions (BM25 counts them). The same function serves what is stored
 * and what is asked. No token holds white space. Left out: punctuation and stop words, unless nothing else would be left.
 * `names` (people, pets, places of this user) are tokens of their own wherever they stand, beside what the dictionary makes
 * of them.
 */
export function searchTokens(text: string, names: readonly string[] = []): string[] {
  const all = tokensOf(normaliseForSearch(text));
  const telling = all.filter((token) => !isStopWord(token));
  const words = telling.length > 0 ? telling : all;
  if (names.length === 0) return words;
  const known = new Set(words);
  return [
    ...words,
    ...[...nameFinder(names)(text).map(asToken), ...shortNamesIn(all, names)].filter(
      (name) => !known.has(name),
    ),
  ];
}

/** What stands before or after a person in words that only look like the dictionary's: 问安, 带团, 晴和, 明说. */
const BEFORE_PERSON = new Set("和跟与同给找问叫对让陪帮约带请替比想见");
const AFTER_PERSON = new Set("和跟与同给找问叫对让陪帮约带说讲来去");

/**
 * Names of one character that the dictionary took into a word with what stands beside a person: 问安|要不要来, 晴和|我吵架了.
 * In any other word (平安, 安静) the character is no name.
 */
function shortNamesIn(tokens: readonly string[], names: readonly string[]): string[] {
  const short = names.map(asToken).filter((name) => /^\p{Script=Han}$/u.test(name));
  return short.filter((name) =>
    tokens.some(
      ([first = "", second = "", ...rest]) =>
        rest.length === 0 &&
        ((first === name && AFTER_PERSON.has(second)) || (second === name && BEFORE_PERSON.has(first))),
    ),
  );
}

/**
 * Whether the dictionary may cut a name to pieces, or take it into another word: one of Chinese characters that it does not
 * hold as a word, or a single one.
 */
export function mayBeCut(name: string): boolean {
  const token = asToken(name);
  return /\p{Script=Han}/u.test(token) && (token.length === 1 || dictionary().cut(token, false).length > 1);
}

/** A name in one token: without its blanks. */
const asToken = (name: string): string => normaliseForSearch(name).replaceAll(" ", "");

function tokensOf(normalised: string): string[] {
  const { tokens, rest } = takeDates(normalised);
  for (const { groups } of rest.matchAll(RUN)) {
    if (groups?.["han"] !== undefined) tokens.push(...hanTokens(groups["han"]));
    else if (groups?.["latin"] !== undefined) tokens.push(...latinTokens(groups["latin"]));
    else if (groups?.["emoji"] !== undefined) tokens.push(groups["emoji"]);
  }
  return tokens;
}

/** Characters that never belong to a name in running text, and so end a stretch of single characters. */
const FUNCTION_CHARACTERS = new Set(
  "我你他她它的了吗呢吧啊呀是在有和也都就很还不没这那把被给跟对说叫去来要会能想到让得着过",
);

/** Final characters that name the thing by themselves: 橘猫 and 小猫 are both a 猫, 老妈 and 妈妈 a 妈. */
const HEADS = new Set(
  "猫狗鱼鸟兔茶酒饭菜面粥汤糖糕果肉蛋妈爸哥姐弟妹爷奶姨叔伯舅婆店校车楼房书歌画琴球鞋衣裙药病痛证卡",
);

function hanTokens(run: string): string[] {
  const tokens: string[] = [];
  let previous = "";
  for (const word of dictionary().cutForSearch(run, false).flatMap(splitGuess)) {
    tokens.push(word);
    const last = word.slice(-1);
    if (word.length > 1 && word.length <= 3 && HEADS.has(last)) tokens.push(last);
    const single = word.length === 1 && !FUNCTION_CHARACTERS.has(word);
    if (single && previous !== "") tokens.push(previous + word);
    previous = single ? word : "";
  }
  return tokens;
}

/** Words that end a model name and are often written apart: iPhone 15 Pro Max, Switch 2 Lite. */
const MODEL_SUFFIX = /^(?:pro|max|plus|ultra|mini|air|lite|se|promax)$/;

function latinTokens(run: string): string[] {
  const tokens: string[] = [];
  const words = run.split(" ");
  for (const [index, word] of words.entries()) {
    const pieces = pieceWord(word);
    tokens.push(...pieces.map(stem));
    if (pieces.length > 1) tokens.push(pieces.join(""));
    const next = words[index + 1];
    if (next !== undefined && /^\p{L}+$/u.test(word) && /^\d/.test(next) && !isStopWord(word)) {
      tokens.push(...modelNames(words.slice(index)));
    }
  }
  return tokens;
}

/** Letters and digits apart: "ip15pro" is iphone, 15, pro; "o'brien" and "e-mail" lose their marks. */
function pieceWord(word: string): string[] {
  const bare = word.replace(/['’]s$/, "");
  const pieces = bare.match(/\d+(?:\.\d+)*|\p{L}+|\p{N}+/gu) ?? [];
  // "ip15" is how an iPhone 15 is typed.
  return pieces.map((piece, index) =>
    piece === "ip" && /^\d/.test(pieces[index + 1] ?? "") ? "iphone" : piece,
  );
}

/** "iphone 15 pro ..." in one word, with and without what follows the number. */
function modelNames([name = "", number = "", ...rest]: readonly string[]): string[] {
  const names = [name + number];
  for (const word of rest) {
    if (!MODEL_SUFFIX.test(word)) break;
    names.push((names.at(-1) ?? "") + word);
  }
  return names;
}

// --- keywords

/** How telling a word is by its part of speech in jieba's tag set; words of other parts are no keywords. */
const WEIGHT_BY_TAG: readonly (readonly [RegExp, number])[] = [
  [/^(?:nr|ns|nt|nz|x|eng)/, 4], // names; x is a word that the dictionary does not hold
  [/^(?:n|i|j|l|s)/, 3],
  [/^vn|^an/, 2.5],
  [/^v/, 2],
  [/^(?:a|b|z)/, 1.5],
  [/^(?:m|t)/, 1],
];

/**
 * The words that a text is about, as displayed, best first: names, then nouns, verbs, adjectives; among equals longer
 * ones, then earlier ones. Each once. A text of stop words only has none.
 */
export function keywordsOf(text: string, limit = 8): string[] {
  const best = new Map<string, number>();
  for (const { word, tag } of taggedWords(text)) {
    if (best.has(word) || !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(word)) continue;
    if (isStopWord(normaliseForSearch(word))) continue;
    const weight = WEIGHT_BY_TAG.find(([pattern]) => pattern.test(tag))?.[1];
    if (weight !== undefined) best.set(word, weight + Math.min(word.length, 6) / 10);
  }
  return [...best]
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([word]) => word);
}

interface Tagged {
  readonly word: string;
  readonly tag: string;
}

/** Words with their tags; names that were cut into single characters (丁|一, 渝|味轩) are whole again, tagged x. */
function taggedWords(text: string): Tagged[] {
  const joined: Tagged[] = [];
  for (const found of dictionary().tag(joinModelNames(text), true)) {
    const words = splitGuess(found.word);
    for (const word of words) {
      const piece =
        words.length > 1 && word.length === 1 ? (dictionary().tag(word, false)[0] ?? found) : found;
      const part = { word, tag: piece.tag };
      const before = joined.at(-1);
      if (before !== undefined && mayGoOn(before) && isNamePart(before) && isNamePart(part)) {
        joined[joined.length - 1] = { word: before.word + word, tag: "x" };
      } else {
        joined.push(part);
      }
    }
  }
  return joined;
}

/** A single character that may be part of a name, or a word that the dictionary does not hold. */
function isNamePart({ word, tag }: Tagged): boolean {
  if (!/^\p{Script=Han}+$/u.test(word)) return false;
  return word.length === 1
    ? !FUNCTION_CHARACTERS.has(word) && !VERBS.includes(word) && (word === "一" || !isStopWord(word))
    : tag === "x";
}

/** Whether the rest of a name may follow. */
function mayGoOn({ word, tag }: Tagged): boolean {
  return !/^[mqdpcu]/.test(tag) && !PERSONS.includes(word);
}

/** jieba cuts Latin text at blanks; a model name is one keyword. */
function joinModelNames(text: string): string {
  return text.replace(
    /\b([A-Za-z]{2,20}) (\d{1,6})(?: (Pro|Max|Plus|Ultra|Mini|Air|Lite|SE)(?![A-Za-z]))*/gi,
    (name) => name.replaceAll(" ", ""),
  );
}
