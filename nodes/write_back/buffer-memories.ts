/**
 * buffer_memories: puts what was learned into the buffer, enriches the dialogue log and takes the turn out of the
 * outbox, in one atomic write: killed before it, the turn is done again; killed after it, it is done.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import type { Write } from "../../memory/documents.ts";
import { writeAll } from "../../memory/documents.ts";
import { nameWrites } from "../../memory/new-names.ts";
import { namespaces } from "../../memory/namespaces.ts";
import { bufferedRecordWrites, recordWrites } from "../../memory/store.ts";
import { bufferEntries, dialogueRecord, focusEvents } from "../../memory/write-back/records.ts";
import type { Names } from "../../memory/write-back/records.ts";
import type { WriteBackStateType, WriteBackUpdate } from "../../state/background.ts";

export interface BufferMemoriesNeeds {
  readonly store: BaseStore;
  readonly names: Names;
}

export function makeBufferMemories({ store, names }: BufferMemoriesNeeds) {
  return async (state: WriteBackStateType): Promise<WriteBackUpdate> => {
    const { turn, extraction } = state;
    if (turn === null || extraction === null) return {};
    const buffered = bufferEntries(turn, extraction);
    const records = buffered.flatMap(({ entry }) => (entry.kind === "memory" ? [entry.record] : []));
    const writes: Write[] = [
      { namespace: namespaces.outbox(turn.user), key: turn.id, value: null },
      ...recordWrites(dialogueRecord(turn, extraction.dialogue, extraction.secrets, names)),
      ...(await nameWrites(store, turn.user, records)),
      ...buffered.flatMap(({ key, entry }) =>
        entry.kind === "memory"
          ? bufferedRecordWrites(entry.record)
          : [{ namespace: namespaces.buffer(turn.user), key, value: entry }],
      ),
      ...focusEvents(turn, extraction).map((event) => ({
        namespace: namespaces.focus(turn.user),
        key: event.id,
        value: event,
      })),
    ];
    await writeAll(store, writes);
    return { turn: null, extraction: null, done: [...state.done, turn.id] };
  };
}
