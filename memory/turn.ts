/** A turn as write-back sees it: durable in the outbox before the reply ends, and there until its work is done. */
import { z } from "zod";
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { contentId } from "../base/ids.ts";
import { readAll } from "./documents.ts";
import { namespaces } from "./namespaces.ts";

export const SpokenSchema = z.object({ role: z.enum(["user", "companion"]), text: z.string() });
export type Spoken = z.infer<typeof SpokenSchema>;

export const TurnSchema = z.object({
  id: z.string(),
  user: z.string(),
  session: z.string(),
  /** "" when only the companion spoke. */
  userText: z.string(),
  /** "" when the companion did not answer, or its answer was an error message. */
  companionText: z.string(),
  /** ISO instant. */
  said: z.string(),
  timezone: z.string(),
  /** Up to 6 messages before this turn, oldest first, for references and confirmations. */
  before: z.array(SpokenSchema),
  /** Order within the outbox: the instant at which it was put there, then the turn's own. */
  queued: z.string(),
});
export type Turn = z.infer<typeof TurnSchema>;

/** How many earlier messages extraction gets to see. */
export const MESSAGES_BEFORE = 6;

/** The same user, session and message always give the same id: writing a turn twice is writing it once. */
export function turnId(user: string, session: string, message: string): string {
  return contentId("turn", user, session, message);
}

/** Turns whose background work is not done, in the order they were said. */
export async function pendingTurns(store: BaseStore, user: string): Promise<Turn[]> {
  const turns = (await readAll(store, TurnSchema, namespaces.outbox(user))).map(({ value }) => value);
  return turns.sort(
    (a, b) => a.queued.localeCompare(b.queued) || a.said.localeCompare(b.said) || a.id.localeCompare(b.id),
  );
}
