/** How a clause is said. Only what is plainly stated may become a memory of the user. */
import type { Language } from "../../../language/types.ts";
import {
  HEARSAY_EN,
  HEARSAY_ZH,
  HYPOTHESIS_EN,
  HYPOTHESIS_ZH,
  OPENERS_EN,
  OPENERS_ZH,
  QUESTION_EN,
  QUESTION_ZH,
  REMEMBERED,
  REQUEST_EN,
  REQUEST_ZH,
  TAG_QUESTION,
  WISH_EN,
  WISH_ZH,
} from "../lexicon/moods.ts";
import type { Mood } from "./clause.ts";
import { blankQuotations, holdsQuotation } from "./split.ts";
import type { Piece } from "./split.ts";

const LEADING_ZH = new RegExp(`^(?:(?:${OPENERS_ZH})[，,\\s]*)+`);
/** Ends of sentences that turn all of it into a wish: 会弹钢琴就好了. */
const WISH_END = /(?:就好了?|该多好|多好啊?)$/;

/** The text without words that open a clause and say nothing. */
export function withoutOpeners(text: string, language: Language): string {
  return text.replace(language === "zh" ? LEADING_ZH : OPENERS_EN, "");
}

/**
 * The mood of each piece, in order. A supposition or a report lasts to the end of its sentence; a tag question
 * ("…，对吗？") and a wish's end reach back over the sentence.
 */
export function moodsOf(pieces: readonly Piece[], language: Language): Mood[] {
  const moods: Mood[] = [];
  pieces.forEach((piece, at) => {
    const before = pieces[at - 1]?.sentence === piece.sentence ? moods[at - 1] : undefined;
    const own = ownMood(piece, language);
    const carried = before === "supposed" || before === "reported" ? before : undefined;
    moods.push(own === "statement" && carried !== undefined ? carried : own);
    const reachesBack: Mood | undefined = TAG_QUESTION.test(piece.text)
      ? "question"
      : WISH_END.test(piece.text)
        ? "supposed"
        : undefined;
    if (reachesBack !== undefined) {
      moods[at] = reachesBack;
      for (let back = at - 1; pieces[back]?.sentence === piece.sentence; back--) {
        if (moods[back] === "statement") moods[back] = reachesBack;
        if (reachesBack === "question") break;
      }
    }
  });
  return moods;
}

function ownMood(piece: Piece, language: Language): Mood {
  const plain = blankQuotations(piece.text);
  const bare = withoutOpeners(plain, language).trim();
  if (REMEMBERED.test(bare)) return "statement";
  if (language === "zh") {
    if (/[？?]/.test(piece.mark) || QUESTION_ZH.test(bare.replace(/[呢啊呀哦啦嘛]+$/, ""))) return "question";
    if (HYPOTHESIS_ZH.test(bare) || WISH_ZH.test(bare)) return "supposed";
    if (HEARSAY_ZH.test(bare) || holdsQuotation(plain)) return "reported";
    return REQUEST_ZH.test(bare) ? "request" : "statement";
  }
  if (piece.mark === "?" || QUESTION_EN.test(bare)) return "question";
  if (HYPOTHESIS_EN.test(bare) || WISH_EN.test(bare)) return "supposed";
  if (HEARSAY_EN.test(bare) || holdsQuotation(plain)) return "reported";
  return REQUEST_EN.test(bare) ? "request" : "statement";
}
