/** The companion's emotional state and its history, oldest first. The newest is the companion's mood in the status too. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { z } from "zod";
import { FEELINGS } from "../../language/sentiment.ts";
import { normaliseForSearch } from "../../language/normalise.ts";
import { readOne } from "../documents.ts";
import type { Write } from "../documents.ts";
import { namespaces } from "../namespaces.ts";
import type { EffectOf } from "./effects.ts";

const EmotionalStateSchema = z.object({
  /** English feeling word where there is one, else as the model wrote it. */
  emotion: z.string(),
  /** 0..1 */
  intensity: z.number(),
  /** -1..1 */
  valence: z.number(),
  /** 1..10, at that time. */
  relationship: z.number(),
  /** ISO instant. */
  at: z.string(),
});
export type EmotionalState = z.infer<typeof EmotionalStateSchema>;

const HistorySchema = z.object({ states: z.array(EmotionalStateSchema) });
const KEY = "emotions";
/** As many as the status keeps of its own changes. */
const KEPT = 50;

export async function readEmotions(store: BaseStore, user: string): Promise<EmotionalState[]> {
  return (await readOne(store, HistorySchema, namespaces.person(user), KEY))?.states ?? [];
}

export function emotionsWrite(user: string, states: readonly EmotionalState[]): Write {
  return { namespace: namespaces.person(user), key: KEY, value: { states: states.slice(-KEPT) } };
}

/** The state after an update: what it leaves out is taken from the feeling itself, or stays as it was. */
export function nextEmotion(
  { emotion, intensity, valence }: EffectOf<"emotion">,
  held: { readonly intensity: number; readonly relationship: number },
  at: string,
): EmotionalState {
  const word = feelingWord(emotion);
  return {
    emotion: word,
    intensity: intensity ?? held.intensity,
    valence: valence ?? VALENCES.get(word) ?? 0,
    relationship: held.relationship,
    at,
  };
}

/** 开心, "Happy" and "joy" are one feeling; what the lexicon has no name for stays as it is. */
export function feelingWord(emotion: string): string {
  const plain = normaliseForSearch(emotion);
  return (
    FEELINGS.find(({ emotion: word, zh, en }) =>
      [word, zh, en].some((name) => normaliseForSearch(name) === plain),
    )?.emotion ?? plain
  );
}

const VALENCES: ReadonlyMap<string, number> = new Map(
  FEELINGS.map(({ emotion, valence }) => [emotion, valence]),
);
