/**
 * Output schemas: from zod to the JSON schema that servers take, and to the few lines that a model reads where the
 * server takes none.
 */
import { z } from "zod";
import type { OutputSchema } from "./port.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

/** Annotations and limits that OpenAI's strict mode refuses; validation checks them all the same. */
const DROPPED = ["$schema", "default", "minLength", "maxLength", "format", "examples"];

/**
 * The JSON schema of a zod schema in the form that OpenAI's strict mode asks for: no additional properties, every
 * property required, optional ones nullable (https://platform.openai.com/docs/guides/structured-outputs). Records keep
 * their free keys and are therefore not strict; see `isStrict`. `name` may hold letters, digits, `_` and `-`.
 */
export function outputSchema(name: string, schema: z.ZodType): OutputSchema {
  const plain: JsonSchema = z.toJSONSchema(schema, {
    target: "draft-7",
    io: "input",
    unrepresentable: "any",
  });
  return { name, schema: strict(plain) };
}

function strict(node: JsonSchema): JsonSchema {
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) if (!DROPPED.includes(key)) out[key] = value;

  for (const key of ["anyOf", "oneOf", "allOf"]) if (isList(node[key])) out[key] = node[key].map(strict);
  for (const key of ["definitions", "$defs"])
    if (isSchema(node[key])) out[key] = mapValues(node[key], strict);
  if (isSchema(node["items"])) out["items"] = strict(node["items"]);

  if (isSchema(node["properties"])) {
    const required = isNames(node["required"]) ? node["required"] : [];
    const properties = Object.entries(node["properties"]).flatMap(([key, value]) =>
      isSchema(value)
        ? [[key, required.includes(key) ? strict(value) : nullable(strict(value))] as const]
        : [],
    );
    out["properties"] = Object.fromEntries(properties);
    out["required"] = properties.map(([key]) => key);
    out["additionalProperties"] = false;
  }
  return out;
}

function nullable(node: JsonSchema): JsonSchema {
  return isList(node["anyOf"])
    ? { ...node, anyOf: [...node["anyOf"], { type: "null" }] }
    : { anyOf: [node, { type: "null" }] };
}

/** Whether OpenAI's strict mode takes the schema: every object in it is closed. */
export function isStrict(schema: JsonSchema): boolean {
  if (schema["type"] === "object" && schema["additionalProperties"] !== false) return false;
  return Object.values(schema).every((value) =>
    Array.isArray(value) ? value.filter(isSchema).every(isStrict) : !isSchema(value) || isStrict(value),
  );
}

/**
 * The schema as an example-like outline, one property a line, such as
 *
 *     {
 *       "intent": "greeting" | "share",
 *       "timeRange": { "start": text } or null
 *     }
 *
 * Shorter than the JSON schema and easier for small models.
 */
export function outlineOf(schema: JsonSchema, indent = ""): string {
  const options = isList(schema["anyOf"])
    ? schema["anyOf"]
    : isList(schema["oneOf"])
      ? schema["oneOf"]
      : undefined;
  if (options !== undefined) return options.map((option) => outlineOf(option, indent)).join(" or ");
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema["const"]);
  switch (schema["type"]) {
    case "object": {
      const inner = `${indent}  `;
      const properties = isSchema(schema["properties"]) ? Object.entries(schema["properties"]) : [];
      const lines = properties.map(
        ([key, value]) =>
          `${inner}${JSON.stringify(key)}: ${isSchema(value) ? outlineOf(value, inner) : "any"}`,
      );
      if (isSchema(schema["additionalProperties"])) {
        lines.push(`${inner}"<key>": ${outlineOf(schema["additionalProperties"], inner)}`);
      }
      return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n${indent}}`;
    }
    case "array":
      return `[${isSchema(schema["items"]) ? outlineOf(schema["items"], indent) : "any"}, ...]`;
    case "string":
      return "text";
    case "number":
    case "integer": {
      const { minimum, maximum } = schema;
      return typeof minimum === "number" &&
        typeof maximum === "number" &&
        Math.abs(minimum) + Math.abs(maximum) < 1e6
        ? `number ${minimum}..${maximum}`
        : "number";
    }
    case "boolean":
      return "true | false";
    case "null":
      return "null";
    default:
      return "any";
  }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is JsonSchema[] {
  return Array.isArray(value) && value.every(isSchema);
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

function mapValues(record: JsonSchema, change: (value: JsonSchema) => JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, isSchema(value) ? change(value) : value]),
  );
}
