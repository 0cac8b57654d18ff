/**
 * Text as the tokenizer of XLM-RoBERTa wants it: SentencePiece's `nmt_nfkc` rules, which are Unicode NFKC
 * plus a list of control and space characters, with runs of spaces merged and every space shown as U+2581.
 * https://github.com/google/sentencepiece (doc/normalization.md)
 */
import { toUSVString } from "node:util";

/** The visible space of SentencePiece: it marks where a word begins. */
export const SPACE_MARK = "\u2581";

const CONTROLS = /[\u0001-\u0008\u000b\u000e-\u001f\u007f\u008f\u009f]/g;
// Tabs, line ends, zero-width and odd spaces, the space mark itself, and what stands for an invalid
// character.
const SPACES = /[\t\n\f\r\u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]/g;
// ASCII and the common ideographs are their own NFKC form: skipping them saves most of the work.
const MAY_CHANGE = /[^\u0000-\u007f\u4e00-\u9fff]/gu;
// The one character on which the rules differ from NFKC: the full-width tilde stays.
const FULL_WIDTH_TILDE = "\uff5e";

/** The text as it is cut into pieces; it always begins with a space mark, also when it is empty. */
export function normalise(text: string): string {
  const spaced = toUSVString(text)
    .replace(CONTROLS, "")
    .replace(SPACES, " ")
    .replace(MAY_CHANGE, (character) =>
      character === FULL_WIDTH_TILDE ? character : character.normalize("NFKC"),
    )
    .replace(/ {2,}/g, " ");
  return (spaced.startsWith(" ") ? spaced : ` ${spaced}`).replaceAll(" ", SPACE_MARK);
}
