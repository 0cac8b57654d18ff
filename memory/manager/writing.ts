/**
 * The tools that keep something: from checked arguments to the effects that the run will commit, or to the reason why not.
 * Nothing that a model writes is taken on trust: what is kept of the user rests on the user's words of this turn (rule 3),
 * dates are worked out by the language library, and deleting needs the user's own words.
 */
import { findSecrets } from "../rules/extract/private.ts";
import { isCarried, shareCarried, wordsOfUser } from "../write-back/ground.ts";
import type { Heard } from "../write-back/ground.ts";
import { categoryKey } from "./categories.ts";
import { asksToDelete } from "./consent.ts";
import { withDates } from "./dates.ts";
import type { Effect } from "./effects.ts";
import { feelingWord } from "./emotions.ts";
import type { Assignment, RecordRequest } from "./request.ts";
import type { ToolArguments, WRITING_TOOLS } from "./tools.ts";

export type WritingTool = (typeof WRITING_TOOLS)[number];

/** Why a tool refused; told to the model in words, so that it can go on. */
export type Refusal = "not_said" | "not_asked" | "nothing_held" | "secret";

export type Decision = { readonly effects: readonly Effect[] } | { readonly refused: Refusal };

/** What is held under a category, for the words that a deletion may be asked in. */
export interface Held {
  valuesOf(kind: "user_profile" | "preferences", category: string): readonly string[];
}

/** What a decision rests on. */
interface Grounds {
  /** Who said what in the turn, and right before it. */
  readonly heard: Heard;
  readonly thoughts: string;
  readonly held: Held;
  /** A text with its dates written out. */
  readonly dated: (text: string) => string;
}

export function decide<Tool extends WritingTool>(
  tool: Tool,
  args: ToolArguments<Tool>,
  { turn, thoughts = "" }: RecordRequest,
  { names, nightOwlHour }: Pick<Assignment, "names" | "nightOwlHour">,
  held: Held,
): Decision {
  const heard = { ...turn, ...names };
  const said = { ...heard, said: new Date(turn.said), nightOwlHour };
  return DECISIONS[tool](args, { heard, thoughts, held, dated: (text) => withDates(text, said).text });
}

const DECISIONS: {
  readonly [Tool in WritingTool]: (args: ToolArguments<Tool>, grounds: Grounds) => Decision;
} = {
  update_emotion: ({ emotion, intensity, valence }) => ({
    effects: [
      {
        kind: "emotion",
        emotion: feelingWord(emotion),
        ...(intensity === undefined ? {} : { intensity }),
        ...(valence === undefined ? {} : { valence }),
      },
    ],
  }),

  save_user_preference: ({ item, ...rest }, { heard, dated }) => {
    if (holdsSecret(item)) return { refused: "secret" };
    if (!isCarried(item, heard)) return { refused: "not_said" };
    return { effects: [{ kind: "preference", item: dated(item), ...rest }] };
  },

  record_relationship_event: ({ description, ...rest }, { heard, thoughts, dated }) => {
    if (holdsSecret(description)) return { refused: "secret" };
    if (!happened(description, heard, thoughts)) return { refused: "not_said" };
    return { effects: [{ kind: "relationship", description: dated(description), ...rest }] };
  },

  save_user_profile_info: ({ value, ...rest }, { heard, dated }) => {
    if (holdsSecret(value)) return { refused: "secret" };
    if (!isSaid(rest.category, value, heard)) return { refused: "not_said" };
    return { effects: [{ kind: "profile", value: dated(value), ...rest }] };
  },

  update_user_profile_from_chat: ({ profile }, { heard, dated }) => {
    const kept = profile.filter(
      ({ category, value }) => !holdsSecret(value) && isSaid(category, value, heard),
    );
    if (kept.length === 0) return { refused: "not_said" };
    return {
      effects: kept.map(({ category, value }) => ({
        kind: "profile",
        category,
        value: dated(value),
        confidence: BATCH_CONFIDENCE,
        source: "conversation",
      })),
    };
  },

  delete_user_profile_info: ({ category }, grounds) =>
    deletion("user_profile", category, grounds, { kind: "delete_profile", category: categoryKey(category) }),

  delete_user_preference: ({ category }, grounds) =>
    deletion("preferences", category, grounds, {
      kind: "delete_preference",
      category: categoryKey(category),
    }),
};

function deletion(
  kind: "user_profile" | "preferences",
  category: string,
  { heard, held }: Grounds,
  effect: Effect,
): Decision {
  const values = held.valuesOf(kind, category);
  if (!asksToDelete(heard.userText, category, values)) return { refused: "not_asked" };
  return values.length === 0 ? { refused: "nothing_held" } : { effects: [effect] };
}

/** Of what is picked up by the way (MiraMate v1). */
const BATCH_CONFIDENCE = 0.7;

/** Ways to tell one's gender; a model writes it in a word of its own. */
const TELLS_GENDER = /[男女]|先生|女士|小姐|\b(?:male|female|man|woman|boy|girl|guy|lady)\b/i;
/** Anything to count or date by: what a date or a number that is written out may rest on. */
const TELLS_NUMBER =
  /[\d零〇一二两三四五六七八九十百半几]|[今明昨前后]天|[这本上下]个?[周月年]|[今明去前后]年|\b(?:to|yester|mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:tomorrow|week|month|year|one|two|three|four|five|six|seven|eight|nine|ten)\b/i;

/**
 * Whether the user said it: some of its words are the user's. Gender is told in other words than it is kept in, and dates and
 * numbers are written out, so these need only something to rest on.
 */
function isSaid(category: string, value: string, heard: Heard): boolean {
  const said = wordsOfUser(heard);
  if (categoryKey(category) === "gender" && TELLS_GENDER.test(said)) return true;
  const names = `${heard.userName} ${heard.companionName}`;
  const share = shareCarried(value, said, names);
  // Nothing but dates and numbers carries itself.
  return share > 0 && (shareCarried(value, "", names) < 1 || TELLS_NUMBER.test(said));
}

function holdsSecret(text: string): boolean {
  return findSecrets(text).length > 0;
}

/** What happened between the two may rest on the words of both, and on how the companion took them. */
const SHARED = 0.3;
function happened(description: string, heard: Heard, thoughts: string): boolean {
  const names = `${heard.userName} ${heard.companionName}`;
  const said = `${wordsOfUser(heard)}\n${heard.companionText}\n${thoughts}`;
  return shareCarried(description, said, names) >= SHARED;
}
