/** What the offline answer is made of. */
import type { Language } from "../../../language/types.ts";
import type { AnyCollection } from "../../record.ts";
import type { Understanding } from "../../understanding.ts";

/** A recalled memory as far as an answer needs it; recall's own records fit. */
export interface RecalledText {
  readonly text: string;
  readonly collection: AnyCollection;
  /** When it was said, in words; else it is worked out from `recordedAt`, an ISO instant. */
  readonly when?: string | undefined;
  readonly recordedAt?: string | undefined;
}

export interface AnswerInput {
  readonly text: string;
  readonly language: Language;
  readonly understanding: Understanding;
  /** Best first. */
  readonly recalled: readonly RecalledText[];
  readonly profile: Readonly<Record<string, string>>;
  /** Contents of active focus events. */
  readonly focus: readonly string[];
  /** Whether what the user asks to be deleted is deleted after the turn. */
  readonly deletesOnRequest?: boolean;
  readonly userName: string;
  readonly companionName: string;
  readonly now: Date;
  readonly timezone: string;
}
