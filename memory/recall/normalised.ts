/**
 * Normalised texts of memories, remembered: the same few hundred memories are candidates of question after question, and
 * normalising them takes longer than all that is done with the result.
 */
import { normaliseForSearch } from "../../language/normalise.ts";

/** About as many as the candidates of twenty questions; a megabyte or two. */
const MOST_TEXTS = 2_048;
/** The last is the one used last. */
const known = new Map<string, string>();

/** `normaliseForSearch`, at once for what was asked lately. */
export function normalised(text: string): string {
  const held = known.get(text);
  if (held !== undefined) {
    known.delete(text);
    known.set(text, held);
    return held;
  }
  const fresh = normaliseForSearch(text);
  known.set(text, fresh);
  if (known.size > MOST_TEXTS) {
    for (const oldest of known.keys()) {
      known.delete(oldest);
      break;
    }
  }
  return fresh;
}
