/**
 * The end of a run: its effects become documents, all in one atomic batch with the removal of the turn from the outbox. Killed
 * before it, the turn is done again from the start; killed after it, it is done. Ids are derived from turn and content, and the
 * batch is planned under the user's lock, so that nothing is written twice and no update is lost.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import type { Locks } from "../../storage/locks/port.ts";
import { readBuffer } from "../buffer.ts";
import { lockOf, writeAll } from "../documents.ts";
import type { Write } from "../documents.ts";
import { nameWrites } from "../new-names.ts";
import { namespaces } from "../namespaces.ts";
import { readStatus, readStoredProfile } from "../person.ts";
import { indexMark, recordWrites } from "../store.ts";
import type { Turn } from "../turn.ts";
import { accessWrites } from "./access.ts";
import { catalogueWrite, recordsOf } from "./catalogue.ts";
import { change } from "./changes.ts";
import type { Held } from "./changes.ts";
import { distinct } from "./effects.ts";
import type { Effect, Wrote } from "./effects.ts";
import { emotionsWrite, readEmotions } from "./emotions.ts";
import type { Assignment } from "./request.ts";

export interface CommitNeeds {
  readonly store: BaseStore;
  readonly locks: Locks;
}

/**
 * Writes what the run decided. A search only notes what it showed; a recorded turn leaves the outbox with it. Throws
 * STORE_UNAVAILABLE or LOCK_TIMEOUT with nothing written.
 */
export async function commit(
  effects: readonly Effect[],
  assignment: Assignment,
  { store, locks }: CommitNeeds,
): Promise<Wrote[]> {
  const { user, request, now } = assignment;
  const shown = new Set(effects.flatMap((effect) => (effect.kind === "access" ? effect.ids : [])));
  const accesses = await accessWrites(store, user, [...shown], now);
  if (request.task === "search") {
    await writeAll(store, accesses);
    return [];
  }
  const { turn } = request;
  const closing: Write = { namespace: namespaces.outbox(user), key: turn.id, value: null };
  const status = { namespace: namespaces.person(user), key: "status" };
  return locks.hold(`consolidate:${user}`, () =>
    locks.hold(lockOf(status), async () => {
      const before: Held = {
        details: await recordsOf(store, user, "user_profile"),
        tastes: await recordsOf(store, user, "preferences"),
        profile: await readStoredProfile(store, user),
        status: await readStatus(store, user),
        emotions: await readEmotions(store, user),
        changed: new Map(),
        wrote: [],
      };
      const meant = distinct(effects);
      const after = meant.reduce((held, effect) => change(held, effect, turn, assignment), before);
      await writeAll(store, [
        ...(await writesOf(before, after, turn, store)),
        ...(await unbuffered(meant, user, store)),
        ...accesses,
        closing,
      ]);
      return [...after.wrote];
    }),
  );
}

async function writesOf(before: Held, after: Held, turn: Turn, store: BaseStore): Promise<Write[]> {
  const { user } = turn;
  const kept = [...after.changed.values()].filter((record) => record !== null);
  const deleted = [...after.changed].flatMap(([id, record]) => (record === null ? [id] : []));
  const person = (key: string, value: object): Write => ({ namespace: namespaces.person(user), key, value });
  return [
    ...kept.flatMap(recordWrites),
    ...deleted.flatMap((id) => [
      { namespace: namespaces.memories(user), key: id, value: null },
      { namespace: namespaces.access(user), key: id, value: null },
      indexMark(user, id),
    ]),
    ...(await nameWrites(store, user, kept)),
    ...(after.changed.size === 0
      ? []
      : [
          catalogueWrite(user, {
            user_profile: after.details.map(({ id }) => id),
            preferences: after.tastes.map(({ id }) => id),
          }),
        ]),
    ...(after.profile === before.profile ? [] : [person("profile", after.profile)]),
    ...(after.status === before.status ? [] : [person("status", after.status)]),
    ...(after.emotions === before.emotions ? [] : [emotionsWrite(user, after.emotions)]),
  ];
}

/** What waits in the buffer for the profile must not bring back what is deleted. */
async function unbuffered(effects: readonly Effect[], user: string, store: BaseStore): Promise<Write[]> {
  const deleted = new Set(
    effects.flatMap((effect) => (effect.kind === "delete_profile" ? effect.category : [])),
  );
  if (deleted.size === 0) return [];
  return (await readBuffer(store, user)).flatMap(({ key, entry }) =>
    entry.kind === "profile" && deleted.has(entry.update.key)
      ? [{ namespace: namespaces.buffer(user), key, value: null }]
      : [],
  );
}
