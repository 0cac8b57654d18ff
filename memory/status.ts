/**
 * Feelings and relationship as dated state. Changes are merged field by field, so an update never loses what it does
 * not mention, and growth slows near the top: closeness is hard won and quickly hurt.
 */
import { z } from "zod";

export const StatusSchema = z.object({
  companion: z.object({
    /** Feeling word in English (language/sentiment.ts) and its strength 0..1. */
    mood: z.string(),
    moodStrength: z.number(),
    feelingTowardsUser: z.string(),
    /** 0..1 */
    intimacy: z.number(),
    /** 1..10 */
    relationship: z.number(),
    /** Newest first, at most 8. */
    recentTopics: z.array(z.string()),
  }),
  user: z.object({
    emotion: z.string(),
    topic: z.string(),
    /** 0..1 */
    energy: z.number(),
  }),
  context: z.object({ intent: z.string(), focus: z.string() }),
  session: z.object({
    id: z.string(),
    messages: z.number(),
    /** ISO instants; "" before the first turn. */
    startedAt: z.string(),
    lastInteraction: z.string(),
  }),
  /** Notable changes of intimacy (0.1 and more) and relationship (0.5 and more), oldest first, at most 50. */
  history: z.array(
    z.object({
      at: z.string(),
      what: z.enum(["intimacy", "relationship"]),
      from: z.number(),
      to: z.number(),
      why: z.string(),
    }),
  ),
  /** Values at the last recorded change, so that slow growth is recorded too once it adds up. */
  marks: z.object({ intimacy: z.number(), relationship: z.number() }),
});
export type Status = z.infer<typeof StatusSchema>;

export const initialStatus: Status = {
  companion: {
    mood: "calm",
    moodStrength: 0.5,
    feelingTowardsUser: "calm",
    intimacy: 0.1,
    relationship: 1,
    recentTopics: [],
  },
  user: { emotion: "neutral", topic: "", energy: 0.6 },
  context: { intent: "", focus: "" },
  session: { id: "", messages: 0, startedAt: "", lastInteraction: "" },
  history: [],
  marks: { intimacy: 0.1, relationship: 1 },
};

/** Every field is optional: only what a turn changes. Deltas are raw; scaling and clamping happen here. */
export const StatusChangeSchema = z.object({
  mood: z.string().optional(),
  moodStrength: z.number().optional(),
  feelingTowardsUser: z.string().optional(),
  intimacyDelta: z.number().optional(),
  relationshipDelta: z.number().optional(),
  userEmotion: z.string().optional(),
  userTopic: z.string().optional(),
  userEnergy: z.number().optional(),
  intent: z.string().optional(),
  focus: z.string().optional(),
  why: z.string().optional(),
});
export type StatusChange = z.infer<typeof StatusChangeSchema>;

const HISTORY_KEPT = 50;
const TOPICS_KEPT = 8;
const INTIMACY_STEP = 0.1;
const RELATIONSHIP_STEP = 0.5;

/** Positive intimacy change times (1 - intimacy/2), negative in full, clamped to 0..1 (MiraMate v2). */
export function grownIntimacy(intimacy: number, delta: number): number {
  return clamp(intimacy + (delta > 0 ? delta * (1 - intimacy / 2) : delta), 0, 1);
}

/** Positive relationship change times (1 - level/12), negative in full, clamped to 1..10 (MiraMate v2). */
export function grownRelationship(level: number, delta: number): number {
  return clamp(level + (delta > 0 ? delta * (1 - level / 12) : delta), 1, 10);
}

/** The status after a change at `at` (ISO instant). */
export function applyStatusChange(status: Status, change: StatusChange, at: string): Status {
  const intimacy = grownIntimacy(status.companion.intimacy, finite(change.intimacyDelta));
  const relationship = grownRelationship(status.companion.relationship, finite(change.relationshipDelta));
  const topic = change.userTopic?.trim() ?? "";
  const next: Status = {
    ...status,
    companion: {
      ...status.companion,
      mood: change.mood ?? status.companion.mood,
      moodStrength: clamp(change.moodStrength ?? status.companion.moodStrength, 0, 1),
      feelingTowardsUser: change.feelingTowardsUser ?? status.companion.feelingTowardsUser,
      intimacy,
      relationship,
      recentTopics:
        topic === ""
          ? status.companion.recentTopics
          : [topic, ...status.companion.recentTopics.filter((other) => other !== topic)].slice(
              0,
              TOPICS_KEPT,
            ),
    },
    user: {
      emotion: change.userEmotion ?? status.user.emotion,
      topic: topic === "" ? status.user.topic : topic,
      energy: clamp(change.userEnergy ?? status.user.energy, 0, 1),
    },
    context: { intent: change.intent ?? status.context.intent, focus: change.focus ?? status.context.focus },
  };
  return recordNotable(
    recordNotable(next, "intimacy", INTIMACY_STEP, at, change.why),
    "relationship",
    RELATIONSHIP_STEP,
    at,
    change.why,
  );
}

/** Counts one turn of `session` at `at`; a new session starts its own count. */
export function countTurn(status: Status, session: string, at: string): Status {
  const same = status.session.id === session;
  return {
    ...status,
    session: {
      id: session,
      messages: (same ? status.session.messages : 0) + 1,
      startedAt: same ? status.session.startedAt : at,
      lastInteraction: at,
    },
  };
}

/** What a turn does to the status when no model is asked. `valence` -1..1 is the user's. */
export function statusChangeByRules(input: {
  readonly emotion: string;
  readonly valence: number;
  readonly strength: number;
  readonly intent: string;
  readonly topic: string;
}): StatusChange {
  const { valence } = input;
  const confided = input.intent === "share" && input.strength > 0.5 ? 0.02 : 0;
  return {
    userEmotion: input.emotion,
    userTopic: input.topic,
    intent: input.intent,
    userEnergy: clamp(0.5 + valence * 0.4, 0, 1),
    // The companion feels with the user: glad when the user is, concerned when the user is not.
    mood: valence > 0.3 ? "joy" : valence < -0.3 ? "concern" : "calm",
    moodStrength: clamp(0.4 + Math.abs(valence) * 0.4, 0, 1),
    // v1 raises the level by 0.05 when the user's valence is above 0.6.
    relationshipDelta: valence > 0.6 ? 0.05 : valence < -0.8 && input.emotion === "anger" ? -0.02 : 0.01,
    intimacyDelta: confided + (valence > 0.6 ? 0.01 : 0.003),
  };
}

/** Level 1-10 in words: 1-2, 3-4, 5-6, 7-8, 9-10. */
export function relationshipBand(level: number): "polite" | "trusting" | "familiar" | "close" | "devoted" {
  if (level < 3) return "polite";
  if (level < 5) return "trusting";
  if (level < 7) return "familiar";
  return level < 9 ? "close" : "devoted";
}

function recordNotable(
  status: Status,
  what: "intimacy" | "relationship",
  step: number,
  at: string,
  why = "",
): Status {
  const from = status.marks[what];
  const to = status.companion[what];
  // A little slack, so that ten steps of 0.01 count as 0.1 in floating point.
  if (Math.abs(to - from) < step - 1e-9) return status;
  return {
    ...status,
    history: [...status.history, { at, what, from, to, why }].slice(-HISTORY_KEPT),
    marks: { ...status.marks, [what]: to },
  };
}

function finite(delta: number | undefined): number {
  return delta !== undefined && Number.isFinite(delta) ? delta : 0;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
