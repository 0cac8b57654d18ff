/**
 * write_back: makes the turn durable before the reply ends. Only what is quick happens here: the raw dialogue and the
 * outbox entry in one atomic write, then the status by rules. Everything slow runs after the reply, in the write_back
 * graph.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { readFeeling } from "../../language/sentiment.ts";
import { updateOne, writeAll } from "../../memory/documents.ts";
import { namespaces } from "../../memory/namespaces.ts";
import type { Extraction } from "../../memory/extraction.ts";
import {
  applyStatusChange,
  countTurn,
  initialStatus,
  statusChangeByRules,
  StatusSchema,
} from "../../memory/status.ts";
import { MESSAGES_BEFORE } from "../../memory/turn.ts";
import type { Turn } from "../../memory/turn.ts";
import { admit } from "../../memory/write-back/admit.ts";
import { masked } from "../../memory/write-back/records.ts";
import type { Locks } from "../../storage/locks/port.ts";
import type { CompanionStateType, CompanionUpdate } from "../../state/companion.ts";
import { runContext } from "../context.ts";
import type { ContextNeeds, NodeConfig, RunContext } from "../context.ts";
import { companionMessage, saidMessages, userMessage } from "../messages.ts";

export interface WriteBackNeeds extends ContextNeeds {
  readonly store: BaseStore;
  readonly locks: Locks;
  readonly names: { readonly userName: string; readonly companionName: string };
  readonly nightOwlHour: number;
  /** Tells the background worker that there is something to do for this user. */
  readonly onQueued: (user: string) => void;
}

export function makeWriteBack(needs: WriteBackNeeds) {
  return async (state: CompanionStateType, config: NodeConfig): Promise<CompanionUpdate> => {
    const context = runContext(config, needs);
    const said = saidMessages(state.messages, context.now);
    const input = said.at(-1);
    if (input === undefined) return {};
    const turn: Turn = {
      id: state.turn,
      user: context.user,
      session: context.session,
      userText: input.text,
      companionText: state.reply,
      said: context.now.toISOString(),
      timezone: context.timezone,
      before: said.slice(-1 - MESSAGES_BEFORE, -1).map(({ role, text }) => ({ role, text })),
    };
    const { writes, extraction } = admit(turn, needs);
    await writeAll(needs.store, writes);
    await updateStatus(turn, state, context, extraction, needs);
    needs.onQueued(context.user);
    return {
      messages: [
        // The input counts as said from now on. A secret in it is not kept in the conversation either.
        userMessage(masked(input.text, extraction.secrets), context.now, turn.id, { id: input.message.id }),
        companionMessage(masked(state.reply, extraction.secrets), context.now, turn.id),
      ],
    };
  };
}

async function updateStatus(
  turn: Turn,
  state: CompanionStateType,
  { user, session }: RunContext,
  extraction: Extraction,
  needs: WriteBackNeeds,
): Promise<void> {
  const feeling = readFeeling(turn.userText);
  const change = statusChangeByRules({
    emotion: state.understanding?.emotion ?? feeling.emotion,
    valence: feeling.valence,
    strength: feeling.strength,
    intent: state.understanding?.intent ?? "small_talk",
    topic: extraction.offRecord ? "" : extraction.dialogue.topic,
  });
  const place = { namespace: namespaces.person(user), key: "status", otherwise: initialStatus };
  await updateOne(needs, StatusSchema, place, (status) =>
    applyStatusChange(countTurn(status, session, turn.said), change, turn.said),
  );
}
