/**
 * What both document stores do in the same way: telling operations apart, filters of `search`, `listNamespaces`. Pure functions over
 * values that were read, so that no database's own idea of equality or order shows through.
 */
import { isDeepStrictEqual } from "node:util";
import {
  type GetOperation,
  type ListNamespacesOperation,
  type MatchCondition,
  type Operation,
  type PutOperation,
  type SearchOperation,
  validateNamespace,
} from "@langchain/langgraph-checkpoint";

export type Filter = NonNullable<SearchOperation["filter"]>;

// Operations carry no kind; LangGraph tells them apart by the fields they have.

export function isPut(operation: Operation): operation is PutOperation {
  return "value" in operation;
}

export function isGet(operation: Operation): operation is GetOperation {
  return "key" in operation && !("value" in operation);
}

export function isSearch(operation: Operation): operation is SearchOperation {
  return "namespacePrefix" in operation;
}

/** Throws InvalidNamespaceError for what no namespace may be. */
export function checkNamespace(operation: Operation): void {
  if (isPut(operation) || isGet(operation))
    validateNamespace(operation.namespace, { allowReservedRoot: true });
  else if (isSearch(operation)) {
    validateNamespace(operation.namespacePrefix, { allowEmpty: true, allowReservedRoot: true });
  }
}

/** LangGraph's page size where an operation names none. */
export const DEFAULT_LIMIT = 10;

/**
 * Whether the value's fields pass every condition: a plain condition is deep equality, an object with keys such as
 * `$gt` holds operators. Numbers are compared with numbers and strings with strings (by code unit, so ISO instants
 * sort as times); anything else is neither greater nor less. A missing field equals nothing, and differs from all.
 * Throws a RangeError for an operator that is not known, rather than to find nothing in silence.
 */
export function passes(value: Readonly<Record<string, unknown>>, filter: Filter | undefined): boolean {
  return Object.entries(filter ?? {}).every(([field, condition]: [string, unknown]) => {
    const held = Object.hasOwn(value, field) ? value[field] : undefined;
    if (!isOperators(condition)) return isDeepStrictEqual(held, condition);
    return Object.entries(condition).every(([operator, operand]) => compare(operator, held, operand));
  });
}

/** Whether a condition is made of operators. */
export function isOperators(condition: unknown): condition is Readonly<Record<string, unknown>> {
  return (
    typeof condition === "object" &&
    condition !== null &&
    Object.keys(condition).some((key) => key.startsWith("$"))
  );
}

function compare(operator: string, held: unknown, operand: unknown): boolean {
  switch (operator) {
    case "$eq":
      return isDeepStrictEqual(held, operand);
    case "$ne":
      return !isDeepStrictEqual(held, operand);
    case "$gt":
      return (order(held, operand) ?? 0) > 0;
    case "$gte":
      return (order(held, operand) ?? -1) >= 0;
    case "$lt":
      return (order(held, operand) ?? 0) < 0;
    case "$lte":
      return (order(held, operand) ?? 1) <= 0;
    case "$in":
      return Array.isArray(operand) && operand.some((one) => isDeepStrictEqual(held, one));
    case "$nin":
      return Array.isArray(operand) && !operand.some((one) => isDeepStrictEqual(held, one));
    case "$exists":
      return (held !== undefined) === operand;
    default:
      throw new RangeError(`A document store knows no filter operator ${operator}.`);
  }
}

/** Below, at or above 0 as with `sort`; undefined when the two cannot be compared. */
function order(one: unknown, other: unknown): number | undefined {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one === "string" && typeof other === "string") return one < other ? -1 : one > other ? 1 : 0;
  return undefined;
}

/** The namespaces that match, cut to `maxDepth` labels, each once, in order of their labels. */
export function listed(
  namespaces: readonly (readonly string[])[],
  { matchConditions, maxDepth, limit, offset }: Partial<ListNamespacesOperation>,
): string[][] {
  const cut = new Map<string, string[]>();
  for (const namespace of namespaces) {
    if (!(matchConditions ?? []).every((condition) => matches(namespace, condition))) continue;
    const shortened = namespace.slice(0, maxDepth);
    cut.set(JSON.stringify(shortened), shortened);
  }
  const ordered = [...cut.values()].sort(byLabels);
  return ordered.slice(offset ?? 0, (offset ?? 0) + (limit ?? 100));
}

function matches(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  if (path.length > namespace.length) return false;
  const start = matchType === "prefix" ? 0 : namespace.length - path.length;
  return path.every((label, position) => label === "*" || label === namespace[start + position]);
}

function byLabels(one: readonly string[], other: readonly string[]): number {
  for (const [position, label] of one.entries()) {
    const against = other[position];
    if (against === undefined) return 1;
    if (label !== against) return label < against ? -1 : 1;
  }
  return one.length - other.length;
}
