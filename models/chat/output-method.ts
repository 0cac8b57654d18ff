/**
 * How a server is asked for JSON. Servers differ in what they take, so the way is a setting; `auto` begins with what
 * is known of the address and steps down when the server refuses.
 */
import { isStrict, outlineOf } from "./schema.ts";
import type { ChatMessage, OutputSchema } from "./port.ts";

/** From the tightest to the loosest hold on the model; `prompt` asks in words only. */
export type OutputMethod = "json_schema" | "function" | "json_mode" | "prompt";

/** What `auto` tries after a refusal. */
const NEXT: Readonly<Record<OutputMethod, OutputMethod | undefined>> = {
  json_schema: "json_mode",
  function: "json_mode",
  json_mode: "prompt",
  prompt: undefined,
};

export function nextMethod(method: OutputMethod): OutputMethod | undefined {
  return NEXT[method];
}

/**
 * What `auto` begins with. JSON schema where the vendor documents it for its current models (OpenAI and Azure, Gemini's
 * compatible endpoint) and on this machine: llama.cpp, Ollama, vLLM and LM Studio take it, LM Studio refuses JSON mode,
 * and small models need the tighter hold. JSON mode elsewhere: DeepSeek, Qwen (DashScope), Moonshot and Zhipu document it.
 */
export function firstMethod(baseUrl: string): OutputMethod {
  const { hostname, port } = new URL(baseUrl);
  const documented =
    hostname === "api.openai.com" ||
    hostname.endsWith(".openai.azure.com") ||
    hostname === "generativelanguage.googleapis.com";
  const local = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
  // Ollama on another machine is known by its port.
  return documented || local || port === "11434" ? "json_schema" : "json_mode";
}

/** The part of the request body that asks for `output`. */
export function requestFields(method: OutputMethod, output: OutputSchema): Record<string, unknown> {
  switch (method) {
    case "json_schema":
      return {
        response_format: {
          type: "json_schema",
          json_schema: { name: output.name, schema: output.schema, strict: isStrict(output.schema) },
        },
      };
    case "function":
      return {
        tools: [{ type: "function", function: { name: output.name, parameters: output.schema } }],
        tool_choice: { type: "function", function: { name: output.name } },
      };
    case "json_mode":
      return { response_format: { type: "json_object" } };
    case "prompt":
      return {};
  }
}

/**
 * The messages, with the schema in words where the request itself does not carry it. The word JSON must stand in them:
 * OpenAI, DeepSeek and DashScope refuse JSON mode without it. It goes into the first system message, which stays the
 * same from call to call, so that prefix caches still hit.
 */
export function messagesFor(
  method: OutputMethod,
  output: OutputSchema,
  messages: readonly ChatMessage[],
): readonly ChatMessage[] {
  if (method === "json_schema" || method === "function") return messages;
  const words =
    "Output: one JSON object and nothing else, no explanation, no code fence. Its shape, property by property:\n" +
    outlineOf(output.schema);
  const [first, ...rest] = messages;
  if (first?.role !== "system") return [{ role: "system", content: words }, ...messages];
  return [{ role: "system", content: `${first.content}\n\n${words}` }, ...rest];
}
