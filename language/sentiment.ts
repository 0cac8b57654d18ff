/** The feeling in a text. */
import type { Feeling, Language } from "./types.ts";

export const FEELINGS = [
  { emotion: "joy", zh: "开心", en: "happy", valence: 0.8 },
  { emotion: "sadness", zh: "难过", en: "sad", valence: -0.7 },
  { emotion: "anger", zh: "生气", en: "angry", valence: -0.7 },
  { emotion: "fear", zh: "担心", en: "worried", valence: -0.6 },
  { emotion: "surprise", zh: "惊讶", en: "surprised", valence: 0.1 },
  { emotion: "love", zh: "喜爱", en: "loving", valence: 0.8 },
  { emotion: "tired", zh: "疲惫", en: "tired", valence: -0.4 },
  { emotion: "lonely", zh: "孤独", en: "lonely", valence: -0.6 },
  { emotion: "grateful", zh: "感激", en: "grateful", valence: 0.7 },
  { emotion: "calm", zh: "平静", en: "calm", valence: 0.3 },
  { emotion: "neutral", zh: "平淡", en: "neutral", valence: 0 },
] as const;

export function feelingName(emotion: string, language: Language): string {
  return FEELINGS.find((feeling) => feeling.emotion === emotion)?.[language] ?? emotion;
}
export function readFeeling(text: string): Feeling {
  if (/开心|高兴|happy/.test(text)) return { emotion: "joy", valence: 0.8, strength: 0.6 };
  if (/难过|伤心|sad/.test(text)) return { emotion: "sadness", valence: -0.7, strength: 0.6 };
  return { emotion: "neutral", valence: 0, strength: 0 };
}
