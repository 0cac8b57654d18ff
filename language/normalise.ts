/**
 * Text as search compares it: what is written to the keyword index and what is looked up there go through here first.
 * The result is never shown to a person.
 */
import { simplify } from "./traditional.ts";

/** Zero-width and other format characters, emoji skin tones and variation selectors: they never tell two words apart. */
const INVISIBLE = /[\p{Cf}\p{Emoji_Modifier}\uFE00-\uFE0F]/gu;
const BLANK = /[\p{Cc}\s]+/gu;
/** A blank that touches a Han character: 买 iPhone and 买iPhone are the same. */
const BLANK_BESIDE_HAN = /(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu;

/**
 * One form for all ways of writing the same: full-width and compatibility forms unified (NFKC), lower case, simplified
 * characters, no invisible or control characters, single blanks and none beside Han. Emoji and punctuation stay.
 * Idempotent. "我用 ＩＰｈｏｎｅ　１５ 聽歌" gives "我用iphone 15听歌".
 */
export function normaliseForSearch(text: string): string {
  const unified = text.normalize("NFKC").toLowerCase().replace(INVISIBLE, "").replace(BLANK, " ");
  return simplify(unified).replace(BLANK_BESIDE_HAN, "").trim();
}

/** Letters and numbers of the normalised text alone: two texts that differ in marks and blanks only give the same. */
export function lettersOf(text: string): string {
  return normaliseForSearch(text).replace(/[^\p{L}\p{N}]/gu, "");
}
