/** Typed reading and writing of documents: everything read is validated, everything written in one batch is atomic. */
import type { BaseStore, Operation } from "@langchain/langgraph-checkpoint";
import type { z } from "zod";
import type { Locks } from "../storage/locks/port.ts";

/** One document to write, or to delete when `value` is null. */
export interface Write {
  readonly namespace: string[];
  readonly key: string;
  readonly value: object | null;
}

const PAGE = 500;

/** All or none, durable when it resolves. */
export async function writeAll(store: BaseStore, writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return;
  const operations: Operation[] = writes.map(({ namespace, key, value }) => ({
    namespace,
    key,
    value: value === null ? null : { ...value },
  }));
  await store.batch(operations);
}

export async function readOne<T>(
  store: BaseStore,
  schema: z.ZodType<T>,
  namespace: string[],
  key: string,
): Promise<T | undefined> {
  const item = await store.get(namespace, key);
  return item === null || item === undefined ? undefined : schema.parse(item.value);
}

/** In the order of `keys`; undefined where there is none. */
export async function readMany<T>(
  store: BaseStore,
  schema: z.ZodType<T>,
  namespace: string[],
  keys: readonly string[],
): Promise<(T | undefined)[]> {
  if (keys.length === 0) return [];
  const items = await store.batch(keys.map((key) => ({ namespace, key })));
  return items.map((item) => (item === null || item === undefined ? undefined : schema.parse(item.value)));
}

/** Every document in the namespace whose fields equal the filter's, oldest first. */
export async function readAll<T>(
  store: BaseStore,
  schema: z.ZodType<T>,
  namespace: string[],
  filter?: Record<string, string>,
): Promise<{ key: string; value: T }[]> {
  const found: { key: string; value: T }[] = [];
  for await (const page of pagesOf(store, schema, namespace, filter)) found.push(...page);
  return found;
}

/** The same page by page, for who looks through many and keeps few. */
export async function* pagesOf<T>(
  store: BaseStore,
  schema: z.ZodType<T>,
  namespace: string[],
  filter?: Record<string, string>,
): AsyncGenerator<{ key: string; value: T }[]> {
  for (let offset = 0; ; offset += PAGE) {
    const page = await store.search(namespace, {
      limit: PAGE,
      offset,
      ...(filter === undefined ? {} : { filter }),
    });
    yield page.map(({ key, value }) => ({ key, value: schema.parse(value) }));
    if (page.length < PAGE) return;
  }
}

/** Reads, changes and writes one document while nobody else can. Returns what was written. */
export async function updateOne<T extends object>(
  needs: { readonly store: BaseStore; readonly locks: Locks },
  schema: z.ZodType<T>,
  place: { readonly namespace: string[]; readonly key: string; readonly otherwise: T },
  change: (held: T) => T,
): Promise<T> {
  return needs.locks.hold(lockOf(place), async () => {
    const held = (await readOne(needs.store, schema, place.namespace, place.key)) ?? place.otherwise;
    const next = change(held);
    if (next !== held)
      await writeAll(needs.store, [{ namespace: place.namespace, key: place.key, value: next }]);
    return next;
  });
}

/** The lock that `updateOne` takes; for who changes a document together with others. */
export function lockOf({ namespace, key }: Pick<Write, "namespace" | "key">): string {
  return `document:${[...namespace, key].join("/")}`;
}
