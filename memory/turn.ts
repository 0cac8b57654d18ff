/** A turn as write-back sees it: durable in the outbox before the reply ends, and there until its work is done. */
import { z } from "zod";
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { contentId } from "../base/ids.ts";
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
});
export type Turn = z.infer<typeof TurnSchema>;

/** How many earlier messages extraction gets to see. */
export const MESSAGES_BEFORE = 6;

/** The same user, session and message always give the same id: writing a turn twice is writing it once. */
export function turnId(user: string, session: string, message: string): string {
  return contentId("turn", user, session, message);
}

/** The oldest turn whose background work is not done; undefined when there is none. */
export async function nextTurn(store: BaseStore, user: string): Promise<Turn | undefined> {
  const [oldest] = await store.search(namespaces.outbox(user), { limit: 1 });
  return oldest === undefined ? undefined : TurnSchema.parse(oldest.value);
}
