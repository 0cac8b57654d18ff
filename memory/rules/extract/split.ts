/**
 * Cuts a text into sentences and clauses, with offsets, and blanks out quotations so that nobody's quoted words are
 * taken for the user's.
 */
import type { Language } from "../../../language/types.ts";

export interface Piece {
  readonly text: string;
  readonly index: number;
  readonly sentence: number;
  /** The mark that ends it: "？", "，", or "" at the end of the text. */
  readonly mark: string;
}

const SENTENCE_END = /[。！？!?；;\n…]/;
const COMMA_ZH = /[，,：:]|——/;
/** English clauses end at a comma or a joining word only where a new subject follows; lists stay whole. */
const ENGLISH_JOINT =
  /(?:[,:]\s{1,4}(?:(?:and|but|so|because|though|although|while|then|or)\s{1,4})?|\s{1,4}(?:but|so|because|though|although|and)\s{1,4})(?=(?:i|i'm|i've|i'll|i'd|my|we|we're|he|she|it|it's|they|you|you're|do|does|did|what|which|how|can|could|is|are|right|isn't|don't|tomorrow|today|yesterday|now|that|there|this|actually|not)\b)/gi;

const QUOTED = /[“「『"]([^“「『”」』"]*)[”」』"]/g;
/** A quotation after these words is a name or a title, not speech. */
const NAMING = /(?:叫|叫做|叫作|名为|名叫|名字是|标题是|题为|called|named|titled|is|名是)\s*$/i;
/** A run without marks longer than this is no clause; its beginning is read. */
const LONGEST_CLAUSE = 300;
const BLANK = "\uFF3F";

/** Same length as `text`; speech in quotation marks is blanked, titles and names stay. */
export function blankQuotations(text: string): string {
  return text.replace(QUOTED, (whole, inner: string, offset: number) => {
    const isName =
      NAMING.test(text.slice(0, offset)) || (inner.length <= 4 && !/[我你他她不，。！？]|\bI\b/.test(inner));
    return isName ? whole : whole[0] + BLANK.repeat(inner.length) + whole.slice(-1);
  });
}

/** Whether speech was blanked out of it. */
export function holdsQuotation(text: string): boolean {
  return text.includes(BLANK);
}

/** Clauses in order, without their marks and outer blanks; empty ones are left out. */
export function splitClauses(whole: string, language: Language): Piece[] {
  // Marks inside a quotation part nothing; blanks are as long as what they stand for, so offsets hold.
  const text = blankQuotations(whole);
  const pieces: Piece[] = [];
  let sentence = 0;
  let start = 0;
  const cut = (end: number, mark: string): void => {
    const raw = whole.slice(start, end);
    const trimmed = raw.trim().slice(0, LONGEST_CLAUSE);
    if (trimmed !== "") pieces.push({ text: trimmed, index: start + raw.indexOf(trimmed), sentence, mark });
  };
  const joints = language === "en" ? jointsOf(text) : new Map<number, number>();
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    const joint = joints.get(at);
    if (endsSentence(text, at)) {
      cut(at, character);
      start = at + 1;
      sentence++;
    } else if (joint !== undefined) {
      cut(at, ",");
      start = at + joint;
    } else if (language === "zh" && COMMA_ZH.test(character) && !isInsideNumber(text, at)) {
      cut(at, character);
      start = at + 1;
    }
  }
  cut(text.length, "");
  return pieces;
}

function jointsOf(text: string): Map<number, number> {
  const joints = new Map<number, number>();
  for (const match of text.matchAll(ENGLISH_JOINT)) {
    // The joining word stays with the next clause only where it tells something (but, because): all are openers.
    const lead = /^[,:]/.test(match[0]) ? 1 : match[0].length - match[0].trimStart().length;
    joints.set(match.index, lead);
  }
  return joints;
}

function endsSentence(text: string, at: number): boolean {
  const character = text[at] ?? "";
  if (SENTENCE_END.test(character)) return true;
  return (
    character === "." &&
    !/[\w.]/.test(text[at + 1] ?? "") &&
    !/\b(?:mr|mrs|ms|dr|st|vs|etc|a\.m|p\.m|e\.g|i\.e)$/i.test(text.slice(0, at))
  );
}

/** 1,000 and 9:30 are not two clauses. */
function isInsideNumber(text: string, at: number): boolean {
  return /\d/.test(text[at - 1] ?? "") && /\d/.test(text[at + 1] ?? "");
}
