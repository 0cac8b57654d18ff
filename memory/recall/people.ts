/** Names in texts: whom or what a question and a memory are about. */
import type { MemoryRecord } from "../record.ts";

/** Finds the names of a list in a text: longest first, none within another. */
export type NameFinder = (text: string) => string[];

/** Built once a question; a search takes time linear in the text. One-character names are left to the keyword leg. */
export function nameFinder(names: readonly string[]): NameFinder {
  const byFirst = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const first = name.charAt(0);
    if (name.length > 1) byFirst.set(first, [...(byFirst.get(first) ?? []), name]);
  }
  for (const sameFirst of byFirst.values()) sameFirst.sort((a, b) => b.length - a.length);
  return (text) => {
    const found = new Set<string>();
    for (let at = 0; at < text.length;) {
      const name = byFirst.get(text.charAt(at))?.find((candidate) => text.startsWith(candidate, at));
      if (name !== undefined) found.add(name);
      at += name?.length ?? 1;
    }
    return [...found];
  };
}

/** What a memory is about: the subject of its belief, else the names that stand in it. The user is nobody here. */
export function subjectsOf(record: MemoryRecord, namesIn: NameFinder): string[] {
  const subject = record.belief?.subject;
  return subject === undefined || subject === "user" ? namesIn(record.text) : [subject];
}
