/** Where each kind of document lives in the document store. Every one lies under the user whose it is. */
import { namespaceLabel } from "../storage/documents/port.ts";

export const namespaces = {
  /** Key: memory id. Value: MemoryRecord. */
  memories: (user: string): string[] => ["memories", namespaceLabel(user)],
  /** Key: any. Value: {id}. A memory whose index entry is to be written or removed. */
  unindexed: (user: string): string[] => ["unindexed", namespaceLabel(user)],
  /** Key: entry id. Value: BufferEntry. */
  buffer: (user: string): string[] => ["buffer", namespaceLabel(user)],
  /** Key: turn id. Value: Turn. A turn whose background work is still to be done. */
  outbox: (user: string): string[] => ["outbox", namespaceLabel(user)],
  /** Key: hash of a belief key. Value: BeliefIndex. Finds what may contradict without reading everything. */
  beliefs: (user: string): string[] => ["beliefs", namespaceLabel(user)],
  /** Key: memory id. When the memory manager last showed it, and how often. */
  access: (user: string): string[] => ["access", namespaceLabel(user)],
  /** Keys "profile", "status", "names"; of the memory manager "catalogue" and "emotions". */
  person: (user: string): string[] => ["person", namespaceLabel(user)],
  /** Key: event id. Value: FocusEvent. */
  focus: (user: string): string[] => ["focus", namespaceLabel(user)],
} as const;
