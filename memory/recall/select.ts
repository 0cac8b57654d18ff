/**
 * Of what was ranked, what is told: near-duplicates collapsed, within the token budget, in an order that reads as a story.
 * Pure functions.
 */
import { isDialogue } from "../record.ts";
import type { TokenCounter } from "../../models/tokens/port.ts";
import { overlap } from "../overlap.ts";
import { ONE_CONVERSATION_MS } from "./closeness.ts";
import type { Recalled } from "./types.ts";
import { numbersOf, pairsOf } from "./wording.ts";

/** Most memories, and most tokens of their texts together. */
export interface Budget {
  readonly tokens: TokenCounter;
  readonly maxHits: number;
  readonly maxTokens: number;
}

/** The best that fit, in their order. */
export function withinBudget(hits: readonly Recalled[], { maxHits, maxTokens, tokens }: Budget): Recalled[] {
  const chosen: Recalled[] = [];
  let spent = 0;
  for (const hit of hits) {
    if (chosen.length === maxHits) break;
    const cost = tokens.count(hit.text);
    // A long memory that does not fit leaves its place to shorter ones, but the best is never left out.
    if (chosen.length > 0 && spent + cost > maxTokens) continue;
    chosen.push(hit);
    spent += cost;
  }
  return chosen;
}

/** From this share of common wording on, and with the same numbers, two memories of a collection say the same. */
const NEARLY_THE_SAME = 0.8;

/** Of memories that say nearly the same in nearly the same words the best stands for all; at most `most`. */
export function collapse(hits: readonly Recalled[], most = Infinity): Recalled[] {
  const kept: { hit: Recalled; pairs: Set<string>; numbers: string }[] = [];
  for (const hit of hits) {
    if (kept.length >= most) break;
    const pairs = pairsOf(hit.text);
    const numbers = numbersOf(hit.text);
    const isRepeated = kept.some(
      (other) =>
        other.hit.text === hit.text ||
        (other.hit.collection === hit.collection &&
          other.numbers === numbers &&
          other.hit.status === hit.status &&
          overlap(other.pairs, pairs) >= NEARLY_THE_SAME),
    );
    if (!isRepeated) kept.push({ hit, pairs, numbers });
  }
  return kept.map(({ hit }) => hit);
}

/** From this share of common wording on two memories are of one topic. */
const ONE_TOPIC = 0.2;

/**
 * The order in which memories read as a story: topic by topic, the topic of the best hit first, and by time within a topic.
 * A topic is one conversation, or memories with much wording in common.
 */
export function storyOrder(hits: readonly Recalled[]): Recalled[] {
  const topics: { hit: Recalled; pairs: Set<string> }[][] = [];
  for (const hit of hits) {
    const entry = { hit, pairs: pairsOf(hit.text) };
    const topic = topics.find((others) =>
      others.some(
        (other) => isOneConversation(other.hit, hit) || overlap(other.pairs, entry.pairs) >= ONE_TOPIC,
      ),
    );
    if (topic === undefined) topics.push([entry]);
    else topic.push(entry);
  }
  return topics.flatMap((topic) =>
    topic.map(({ hit }) => hit).sort((a, b) => happened(a) - happened(b) || a.id.localeCompare(b.id)),
  );
}

const happened = ({ eventStart, recordedAt }: Recalled): number => Date.parse(eventStart ?? recordedAt);

function isOneConversation(one: Recalled, other: Recalled): boolean {
  return (
    isDialogue(one.collection) &&
    one.collection === other.collection &&
    one.source?.thread === other.source?.thread &&
    Math.abs(Date.parse(one.recordedAt) - Date.parse(other.recordedAt)) <= ONE_CONVERSATION_MS
  );
}
