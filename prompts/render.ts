/** From a prompt and its slots to blocks within their budgets, and to messages. */
import type { Language } from "../language/types.ts";
import { inert } from "./quote.ts";
import { BLOCK_NAMES } from "./types.ts";
import type {
  BlockName,
  BlockText,
  Counter,
  Names,
  Prompt,
  PromptMessage,
  Rendered,
  RenderedBlock,
  Section,
} from "./types.ts";

/** Stands where lines were left out. */
export const LEFT_OUT: Readonly<Record<Language, string>> = {
  zh: "（以下从略）",
  en: "(the rest is left out)",
};

/** A line cut to fewer characters than this says nothing any more. */
const SHORTEST_LINE = 12;

/** Names come from settings and from people: they stand in our own sentences and must not bring lines of their own. */
const LONGEST_NAME = 40;

export function renderBlocks<Slots extends Names>(
  prompt: Prompt<Slots>,
  given: Slots,
  counter: Counter,
): Rendered {
  const slots: Slots = {
    ...given,
    userName: plainName(given.userName),
    companionName: plainName(given.companionName),
  };
  const rendered = new Map<BlockName, RenderedBlock>();
  for (const name of BLOCK_NAMES) {
    const { budget, text } = prompt.blocks[name];
    const fitted = fit(sectionsOf(text(slots)), budget, counter, LEFT_OUT[prompt.language]);
    if (fitted.text !== "")
      rendered.set(name, { name, budget, ...fitted, tokens: counter.count(fitted.text) });
  }
  const message = (role: PromptMessage["role"], names: readonly BlockName[]): PromptMessage[] => {
    const texts = names.flatMap((name) => rendered.get(name)?.text ?? []);
    return texts.length === 0 ? [] : [{ role, content: texts.join("\n\n") }];
  };
  return {
    id: prompt.id,
    version: prompt.version,
    blocks: [...rendered.values()],
    messages: [...message("system", prompt.stable), ...message("user", prompt.changing)],
  };
}

function plainName(name: string): string {
  return inert([...name.trim()].slice(0, LONGEST_NAME).join(""));
}

/** A section as it stands in a prompt. */
export function sectionText({ head, lines, foot }: Section): string {
  return [head, ...lines, foot].filter((part) => part !== "").join("\n");
}

function sectionsOf(text: BlockText): Section[] {
  const parts = typeof text === "string" ? [text] : text;
  return parts
    .map((part) =>
      typeof part === "string" ? { head: "", lines: part === "" ? [] : part.split("\n"), foot: "" } : part,
    )
    .filter((section) => section.lines.length > 0);
}

function textOf(sections: readonly Section[]): string {
  return sections.map(sectionText).join("\n");
}

/** Takes lines away from the end, section by section, until the text is within the budget. */
function fit(
  sections: readonly Section[],
  budget: number,
  counter: Counter,
  mark: string,
): { text: string; truncated: boolean } {
  const whole = textOf(sections);
  if (counter.count(whole) <= budget) return { text: whole, truncated: false };
  const fits = (kept: readonly Section[]): boolean => counter.count(textOf(kept)) <= budget;

  for (let last = sections.length - 1; last >= 0; last--) {
    const section = sections[last];
    if (section === undefined) continue;
    const before = sections.slice(0, last);
    const withLines = (lines: readonly string[]): Section[] => [
      ...before,
      { ...section, lines: [...lines, mark] },
    ];

    const kept = largest(section.lines.length - 1, (count) => fits(withLines(section.lines.slice(0, count))));
    if (kept > 0) return { text: textOf(withLines(section.lines.slice(0, kept))), truncated: true };

    const [first = ""] = section.lines;
    const shortened = (keep: number): string[] => [(section.shorten ?? plainCut)(first, keep)];
    const keep = largest(first.length - 1, (length) => fits(withLines(shortened(length))));
    if (keep >= SHORTEST_LINE) return { text: textOf(withLines(shortened(keep))), truncated: true };

    const dropped = [...before, { head: "", lines: [mark], foot: "" }];
    if (before.length > 0 && fits(dropped)) return { text: textOf(dropped), truncated: true };
  }
  return { text: "", truncated: true };
}

/** The largest count in 1..most that holds, 0 when none does; what holds for a count holds for smaller ones. */
function largest(most: number, holds: (count: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function plainCut(line: string, keep: number): string {
  const cut = line.slice(0, keep);
  // Half a surrogate pair is no character.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
