/** The profile as it counts now: what is stored, and what waits in the buffer on top. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import type { Locks } from "../storage/locks/port.ts";
import { profileWithBuffer, readBuffer } from "./buffer.ts";
import { readOne, writeAll } from "./documents.ts";
import { namespaces } from "./namespaces.ts";
import { emptyProfile, ProfileSchema } from "./profile.ts";
import type { Profile } from "./profile.ts";
import { initialStatus, StatusSchema } from "./status.ts";
import type { Status } from "./status.ts";

export async function readProfile(store: BaseStore, user: string): Promise<Profile> {
  const [stored, buffer] = await Promise.all([readStoredProfile(store, user), readBuffer(store, user)]);
  return profileWithBuffer(stored, buffer);
}

export async function readStatus(store: BaseStore, user: string): Promise<Status> {
  return (await readOne(store, StatusSchema, namespaces.person(user), "status")) ?? initialStatus;
}

/**
 * Writes the buffered updates into the stored profile and deletes just those entries, in one atomic write. Returns how
 * many there were. Retractions stay: the merge of memories reads and deletes them, and applying one twice is harmless.
 */
export async function consolidateProfile(
  needs: { readonly store: BaseStore; readonly locks: Locks },
  user: string,
): Promise<number> {
  return needs.locks.hold(`consolidate:${user}`, async () => {
    const [stored, buffer] = await Promise.all([
      readStoredProfile(needs.store, user),
      readBuffer(needs.store, user),
    ]);
    const updates = buffer.filter(({ entry }) => entry.kind === "profile");
    const next = profileWithBuffer(stored, buffer);
    if (next === stored && updates.length === 0) return 0;
    await writeAll(needs.store, [
      { namespace: namespaces.person(user), key: "profile", value: next },
      ...updates.map(({ key }) => ({ namespace: namespaces.buffer(user), key, value: null })),
    ]);
    return updates.length;
  });
}

/** Without what waits in the buffer. */
export async function readStoredProfile(store: BaseStore, user: string): Promise<Profile> {
  return (await readOne(store, ProfileSchema, namespaces.person(user), "profile")) ?? emptyProfile;
}
