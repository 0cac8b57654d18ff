/** Which users have documents of a kind. */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { labelToId } from "../storage/documents/port.ts";
import { namespaces } from "./namespaces.ts";

/** More users than one machine serves; a listing has to name a limit. */
const MOST_USERS = 1_000_000;

export async function usersIn(kind: keyof typeof namespaces, store: BaseStore): Promise<string[]> {
  const [prefix] = namespaces[kind]("");
  const found = await store.listNamespaces({ prefix: [prefix ?? kind], maxDepth: 2, limit: MOST_USERS });
  return found.flatMap(([, label]) => (label === undefined ? [] : [labelToId(label)]));
}
