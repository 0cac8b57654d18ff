/**
 * What one turn says that is worth keeping: the result of extraction, by the small model or by the rule engine.
 * Contents are written from the companion's view and name the user ("小伙伴对花生过敏").
 */
import { z } from "zod";
import { BeliefSchema, GrainSchema } from "./record.ts";

/** A moment in the life of what is told; ISO instants, half open. */
const WhenSchema = z.object({ start: z.string(), end: z.string(), grain: GrainSchema });
export type When = z.infer<typeof WhenSchema>;

const Common = {
  content: z.string().min(1),
  tags: z.array(z.string()),
  /** 0..1 */
  confidence: z.number().min(0).max(1),
  /** The user's own words it rests on, verbatim. An item without them is not kept (rule 3). */
  quote: z.string(),
  belief: BeliefSchema.optional(),
  when: WhenSchema.optional(),
};

export const ExtractionSchema = z.object({
  dialogue: z.object({
    topic: z.string(),
    sentiment: z.string(),
    importance: z.number().min(0).max(1),
    tags: z.array(z.string()),
    possibleMajorEvent: z.boolean(),
  }),
  facts: z.array(z.object({ ...Common })),
  preferences: z.array(
    z.object({
      ...Common,
      type: z.string(),
      /** -1 dislikes .. 1 likes */ polarity: z.number().min(-1).max(1),
    }),
  ),
  profile: z.array(
    z.object({ key: z.string(), value: z.string(), quote: z.string(), confidence: z.number().min(0).max(1) }),
  ),
  /** Things of the next two weeks or so that the companion should keep in mind. */
  focus: z.array(
    z.object({
      content: z.string(),
      quote: z.string(),
      keywords: z.array(z.string()),
      when: WhenSchema,
      expires: z.string(),
    }),
  ),
  /** What the user takes back in this turn ("说错了，是5月18号"): beliefs that are no longer held at all. */
  retracts: z.array(
    z.object({ quote: z.string(), attribute: z.string().optional(), value: z.string().optional() }),
  ),
  /** The user asked that this turn is not to be remembered: nothing of it may be kept. */
  offRecord: z.boolean(),
  /** Secrets in the user's text (passwords, card numbers), verbatim: masked before anything is stored. */
  secrets: z.array(z.string()),
});
export type Extraction = z.infer<typeof ExtractionSchema>;

/** The turn as extraction sees it. */
export interface ExtractionInput {
  /** What the user said in this turn; "" when only the companion spoke. */
  readonly userText: string;
  /** What the companion answered; context only, never a source. */
  readonly companionText: string;
  /** Up to 6 messages before this turn, oldest first, for references and confirmations. */
  readonly before: readonly { readonly role: "user" | "companion"; readonly text: string }[];
  readonly said: Date;
  readonly timezone: string;
  readonly nightOwlHour: number;
  readonly userName: string;
  readonly companionName: string;
}
