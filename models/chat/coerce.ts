/**
 * Forgives the harmless differences between what a model wrote and what the schema asks for. It is led by zod's own
 * complaints, so only what is wrong is touched, and everything is validated again afterwards.
 *
 * Forgiven: a number, boolean or text of the wrong JSON type ("0.8", "true", 3), null where a property may be absent
 * or where a list is asked for, one item in place of a list of one and the other way round, letter case and spaces
 * around a word of a fixed choice. Never forgiven: a missing property, a number out of range, an unknown word.
 */
import type { z } from "zod";

export type Validated<T> =
  | {
      readonly success: true;
      readonly value: T;
      /** Whether a value was changed; null read as "not there" does not count, strict servers demand it. */
      readonly coerced: boolean;
    }
  | { readonly success: false; readonly error: z.ZodError };

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Mending one complaint may bring out the next one below it; answers are not nested deeper than this. */
const ROUNDS = 6;

/** Validates `value`, mending what is harmless. `value` itself is not changed. */
export function coerceAndValidate<T>(value: unknown, schema: z.ZodType<T>): Validated<T> {
  let current = value;
  let coerced = false;
  let result = schema.safeParse(current);
  for (let round = 0; round < ROUNDS && !result.success; round++) {
    let mended = current;
    for (const issue of result.error.issues) {
      const found = at(mended, issue.path);
      const better = found === undefined ? undefined : betterValue(found.value, issue);
      if (better === undefined) continue;
      mended = withValue(mended, issue.path, better.value);
      coerced ||= found?.value !== null;
    }
    if (mended === current) break;
    current = mended;
    result = schema.safeParse(current);
  }
  return result.success
    ? { success: true, value: result.data, coerced }
    : { success: false, error: result.error };
}

/** What is wrong, as one line a model can act on: at most five complaints. */
export function problemsOf(error: z.ZodError): string {
  const shown = error.issues.slice(0, 5).map((issue) => `${pathInWords(issue.path)}: ${issue.message}`);
  const more = error.issues.length - shown.length;
  return shown.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/** The value to take instead; `{value: undefined}` removes the property. Nothing when the difference is not harmless. */
function betterValue(value: unknown, issue: Issue): { value: unknown } | undefined {
  if (issue.code === "invalid_value" && typeof value === "string") {
    const said = value.trim().toLowerCase();
    const meant = issue.values.find((option) => typeof option === "string" && option.toLowerCase() === said);
    return meant === undefined ? nullAsAbsent(value) : { value: meant };
  }
  if (issue.code !== "invalid_type") return nullAsAbsent(value);
  switch (issue.expected) {
    case "array":
      return { value: value === null ? [] : [value] };
    case "object":
      return Array.isArray(value) && value.length === 1
        ? { value: value[0] as unknown }
        : nullAsAbsent(value);
    case "number":
      return typeof value === "string" && /^\s*[-+]?(?:\d+\.?\d*|\.\d+)\s*$/.test(value)
        ? { value: Number(value) }
        : nullAsAbsent(value);
    case "boolean": {
      const word = typeof value === "string" ? value.trim().toLowerCase() : undefined;
      return word === "true" || word === "false" ? { value: word === "true" } : nullAsAbsent(value);
    }
    case "string":
      return typeof value === "number" || typeof value === "boolean"
        ? { value: String(value) }
        : nullAsAbsent(value);
    default:
      return nullAsAbsent(value);
  }
}

/** If the property may not be absent either, validation says so in the next round. */
function nullAsAbsent(value: unknown): { value: undefined } | undefined {
  return value === null ? { value: undefined } : undefined;
}

function at(root: unknown, path: Path): { value: unknown } | undefined {
  let value = root;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return { value };
}

/** A copy of `root` in which the value at `path` is another one. */
function withValue(root: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(root))
    return root.map((element: unknown, index) => (index === key ? withValue(element, rest, value) : element));
  const copy: Record<PropertyKey, unknown> = { ...(root as Record<PropertyKey, unknown>) };
  const inner = withValue(copy[key], rest, value);
  if (inner === undefined) delete copy[key];
  else copy[key] = inner;
  return copy;
}

function pathInWords(path: Path): string {
  return path.length === 0 ? "the answer" : path.map(String).join(".");
}
