/** From an input and what it was understood to mean to the question that recall is asked. */
import { namedIn } from "../names.ts";
import type { Understanding } from "../understanding.ts";
import type { Query, Question } from "./question.ts";

/** Of a longer input the understanding says what it is about. */
const LONGEST_ASKED = 120;

/**
 * The texts to search with. What was asked is searched with as it was written, since that finds best (docs/recall.md); what
 * the understanding made of it stands beside it where it says more than the same from another view.
 */
function queriesOf(asked: string, { queries }: Understanding): Query[] {
  const text = asked.trim();
  if (text === "" || text.length > LONGEST_ASKED) return queries;
  return [{ text, strategy: "asked" }, ...queries.filter(({ strategy }) => strategy !== "asked")];
}

export interface Asked {
  readonly user: string;
  /** What was said right before the input, oldest first, then the input. */
  readonly said: readonly string[];
  readonly understanding: Understanding;
  readonly names: { readonly companionName: string };
  /** Names known for this user. */
  readonly known: readonly string[];
}

/** What recall is asked for an input. A pure function. */
export function questionOf({ user, said, understanding, names, known }: Asked): Question {
  const { timeRange, collections, intent, emotion } = understanding;
  const asked = said.at(-1) ?? "";
  const isAboutTalk = collections?.every((collection) => collection === "dialog_logs") === true;
  return {
    user,
    queries: queriesOf(asked, understanding),
    asked,
    keywords: understanding.keywords,
    names: known,
    named: namedIn(said, known),
    speaker: isAboutTalk ? names.companionName : undefined,
    feeling: intent === "ask_memory" && emotion !== "neutral" ? emotion : undefined,
    attributes: understanding.attributes,
    range: timeRange && { from: Date.parse(timeRange.start), to: Date.parse(timeRange.end) },
    routes: understanding.routes,
    collections,
    includeInactive: understanding.aboutPast ?? false,
  };
}
