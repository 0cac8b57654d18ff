/** Names in texts: finding those of a list, which no dictionary cuts out. */
import { normaliseForSearch } from "./normalise.ts";

/** The names of a list that stand in a text, each once: longest first, none within another. */
export type NameFinder = (text: string) => string[];

/** A list is asked for many texts in a row, and by several steps of a turn. */
const finders = new WeakMap<readonly string[], NameFinder>();

/** The finder of a list, which must not change; built once for each. */
export function nameFinder(names: readonly string[]): NameFinder {
  const known = finders.get(names) ?? buildFinder(names);
  finders.set(names, known);
  return known;
}

/**
 * A search takes time linear in the text. Spellings that are one to search (full width, traditional,
 * capitals) are one here. Names of one character are left out: they stand in too many words.
 */
function buildFinder(names: readonly string[]): NameFinder {
  const byFirst = new Map<string, { name: string; folded: string }[]>();
  for (const name of new Set(names)) {
    const folded = normaliseForSearch(name);
    if (folded.length < 2) continue;
    const first = folded.charAt(0);
    byFirst.set(first, [...(byFirst.get(first) ?? []), { name, folded }]);
  }
  if (byFirst.size === 0) return () => [];
  for (const sameFirst of byFirst.values()) sameFirst.sort((a, b) => b.folded.length - a.folded.length);
  return (text) => {
    const folded = normaliseForSearch(text);
    const found = new Set<string>();
    for (let at = 0; at < folded.length;) {
      const match = byFirst
        .get(folded.charAt(at))
        ?.find(
          (candidate) => folded.startsWith(candidate.folded, at) && isWhole(folded, at, candidate.folded),
        );
      if (match !== undefined) found.add(match.name);
      at += match?.folded.length ?? 1;
    }
    return [...found];
  };
}

/** "Ann" is not in "Anna"; Chinese has no such bounds. */
function isWhole(text: string, at: number, name: string): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at + name.length);
  return (
    !(LETTER.test(name.charAt(0)) && LETTER.test(before)) &&
    !(LETTER.test(name.slice(-1)) && LETTER.test(after))
  );
}

const LETTER = /[a-z0-9]/;
