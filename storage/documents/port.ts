/**
 * Documents are LangGraph's own store interface, so that a store of the LangGraph server, PostgresStore or ours can
 * stand behind it. What every adapter must keep beyond that interface (test/storage/documents-contract.ts):
 *
 * - `batch` of puts and deletes is all or none, and durable (survives kill -9) when its promise resolves;
 * - `search(prefix, {filter, limit, offset})` is complete and stable: paging by offset meets every item once when
 *   nothing is written meanwhile, oldest first; a prefix matches whole labels only (["a"] never finds ["ab"]);
 * - keys and labels may hold Chinese, emoji, quotes, `%` and `_`; values are JSON with any text;
 * - a value read is a copy: changing it changes nothing stored.
 *
 * LangGraph refuses labels that are empty or hold a full stop, a colon or NUL: `namespaceLabel` makes any id fit.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";

export interface Documents {
  readonly name: string;
  readonly store: BaseStore;
  close(): Promise<void>;
}

/** Any id as a namespace label: percent-encodes full stops, colons, percent signs and NUL; "" becomes "%". Reversible. */
export function namespaceLabel(id: string): string {
  if (id === "") return "%";
  return id.replace(
    /[%.:\u0000]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}

/** The id that `namespaceLabel` was given. */
export function labelToId(label: string): string {
  if (label === "%") return "";
  return label.replace(/%([0-9a-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
