/** store_episode: the turn as an episode, before the manager looks at it. A turn whose reply is an error message is none. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { writeAll } from "../../memory/documents.ts";
import { isErrorReply } from "../../memory/manager/error-reply.ts";
import { episodeOf } from "../../memory/manager/records.ts";
import { extractByRules } from "../../memory/rules/extract.ts";
import { recordWrites } from "../../memory/store.ts";
import { extractionInput } from "../../memory/write-back/admit.ts";
import type { AdmitNeeds } from "../../memory/write-back/admit.ts";
import type { ManagedWriteBackStateType, ManagedWriteBackUpdate } from "../../state/memory-manager.ts";

export interface StoreEpisodeNeeds extends AdmitNeeds {
  readonly store: BaseStore;
}

export function makeStoreEpisode(needs: StoreEpisodeNeeds) {
  return async ({ turn, thoughts }: ManagedWriteBackStateType): Promise<ManagedWriteBackUpdate> => {
    if (turn === null || isErrorReply(turn.companionText)) return {};
    const { dialogue } = extractByRules(extractionInput(turn, needs));
    await writeAll(needs.store, recordWrites(episodeOf(turn, dialogue, thoughts, needs.names)));
    return {};
  };
}
