/**
 * The buffer: what was learned and is not consolidated yet. Consolidation deletes only the entries it has read. What
 * waits here can already be recalled, and counts in the profile.
 */
import { z } from "zod";
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { readAll } from "./documents.ts";
import { namespaces } from "./namespaces.ts";
import { retractFromProfile, updateProfile } from "./profile.ts";
import type { Profile } from "./profile.ts";
import { MemoryRecordSchema, SourceSchema } from "./record.ts";

export const ProfileUpdateSchema = z.object({
  key: z.string(),
  value: z.string(),
  confidence: z.number(),
  source: z.string(),
  said: z.string(),
});

/** What the user took back: an attribute's value that was never true. */
export const RetractionSchema = z.object({
  attribute: z.string().optional(),
  value: z.string().optional(),
  quote: z.string(),
  source: z.string(),
  said: z.string(),
});
export type Retraction = z.infer<typeof RetractionSchema>;

export const BufferEntrySchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("memory"), record: MemoryRecordSchema }),
  z.object({ kind: z.literal("profile"), update: ProfileUpdateSchema }),
  z.object({ kind: z.literal("retraction"), retraction: RetractionSchema }),
  /** What the user said in a dialogue that may tell of an important event, or of the end of one kept in mind. */
  z.object({
    kind: z.literal("dialogue"),
    dialogue: z.string(),
    source: SourceSchema,
    userText: z.string(),
    said: z.string(),
  }),
]);
export type BufferEntry = z.infer<typeof BufferEntrySchema>;

export interface Buffered {
  readonly key: string;
  readonly entry: BufferEntry;
}

/**
 * Everything that waits, in the order it was said. Within one instant (imports may know minutes only) the order of
 * arrival counts: a correction comes after what it corrects, and within a turn what is taken back comes first.
 */
export async function readBuffer(store: BaseStore, user: string): Promise<Buffered[]> {
  const entries = await readAll(store, BufferEntrySchema, namespaces.buffer(user));
  return entries
    .map(({ key, value }): Buffered => ({ key, entry: value }))
    .sort((a, b) => saidAt(a.entry).localeCompare(saidAt(b.entry)));
}

export function saidAt(entry: BufferEntry): string {
  switch (entry.kind) {
    case "memory":
      return entry.record.recordedAt;
    case "profile":
      return entry.update.said;
    case "retraction":
      return entry.retraction.said;
    case "dialogue":
      return entry.said;
  }
}

/** The profile as it is once the buffer is consolidated. */
export function profileWithBuffer(profile: Profile, buffer: readonly Buffered[]): Profile {
  return buffer.reduce((current, { entry }) => {
    if (entry.kind === "profile") return updateProfile(current, entry.update);
    if (
      entry.kind === "retraction" &&
      entry.retraction.attribute !== undefined &&
      entry.retraction.value !== undefined
    ) {
      return retractFromProfile(current, entry.retraction.attribute, entry.retraction.value);
    }
    return current;
  }, profile);
}
