/**
 * What of a turn is kept at once: the raw dialogue and the outbox entry, in one atomic write. Here, before anything is
 * written, the user's "don't remember this" is heeded and secrets are masked; both are found by rules, since nothing
 * may wait for a model.
 */
import type { Write } from "../documents.ts";
import type { Extraction, ExtractionInput } from "../extraction.ts";
import { namespaces } from "../namespaces.ts";
import { extractByRules } from "../rules/extract.ts";
import { recordWrites } from "../store.ts";
import type { Turn } from "../turn.ts";
import { dialogueRecord, masked } from "./records.ts";
import type { Names } from "./records.ts";

export interface AdmitNeeds {
  readonly names: Names;
  readonly nightOwlHour: number;
}

export interface Admitted {
  /** Empty when the user asked that the turn be not remembered. */
  readonly writes: Write[];
  readonly extraction: Extraction;
}

export function admit(turn: Turn, needs: AdmitNeeds): Admitted {
  const extraction = extractByRules(extractionInput(turn, needs));
  if (extraction.offRecord) return { writes: [], extraction };
  const kept: Turn = {
    ...turn,
    userText: masked(turn.userText, extraction.secrets),
    companionText: masked(turn.companionText, extraction.secrets),
    before: turn.before.map((spoken) => ({ ...spoken, text: masked(spoken.text, extraction.secrets) })),
  };
  return {
    writes: [
      { namespace: namespaces.outbox(turn.user), key: turn.id, value: kept },
      ...recordWrites(dialogueRecord(kept, extraction.dialogue, [], needs.names)),
    ],
    extraction,
  };
}

export function extractionInput(turn: Turn, { names, nightOwlHour }: AdmitNeeds): ExtractionInput {
  return {
    userText: turn.userText,
    companionText: turn.companionText,
    before: turn.before,
    said: new Date(turn.said),
    timezone: turn.timezone,
    nightOwlHour,
    userName: names.userName,
    companionName: names.companionName,
  };
}
