/**
 * Reads the JSON that a language model meant. What is repaired, in this order:
 *
 * 1. nothing: text that is JSON is taken as it is;
 * 2. `<think>…</think>` is dropped;
 * 3. the contents of a code fence are taken for the text;
 * 4. prose around the first object or array is dropped;
 * 5. inside it, token by token: trailing commas, comments, bare keys, single and full-width quotes, full-width
 *    punctuation outside strings, raw line breaks and stray quotes inside strings, NaN and Infinity (read as null),
 *    Python's True, False and None;
 * 6. brackets that are missing at the very end are closed, when the text stops right after a whole value.
 *
 * Not repaired, because it would be a guess: a string or a number that was cut, a text that stops after a comma or a
 * colon, and two different objects in one text. These throw MODEL_OUTPUT_INVALID, and the model is asked again.
 */
import { MiraMateError } from "../../base/errors.ts";
import { withoutThinking } from "./thinking.ts";

export interface ParsedJson {
  readonly value: unknown;
  /** Whether anything beyond step 1 was needed. */
  readonly repaired: boolean;
}

/** Deeper nesting is no answer of a model but an attack on the stack. */
const MAX_DEPTH = 64;
/** Each start of an object is tried; prose with more of them than this is no answer. */
const MAX_STARTS = 20;

/** The value alone; see `readJson`. */
export function parseJson(text: string): unknown {
  return readJson(text).value;
}

/** The JSON value in `text` and what it took to read it. Throws MODEL_OUTPUT_INVALID with the raw text in `details`. */
export function readJson(text: string): ParsedJson {
  const plain = strictly(text.trim());
  if (plain !== undefined) return { value: plain.value, repaired: false };

  const said = withoutThinking(text);
  const fenced = fencedParts(said);
  const candidates = fenced.length === 1 ? [...fenced, said] : [said];
  let problem = "no JSON object or array in the text";
  for (const candidate of candidates) {
    const whole = strictly(candidate.trim());
    if (whole !== undefined) return { value: whole.value, repaired: true };
    const found = firstValue(candidate);
    if ("value" in found) return { value: found.value, repaired: true };
    problem = found.problem;
  }
  throw new MiraMateError(
    "MODEL_OUTPUT_INVALID",
    {
      zh: `模型没有给出可用的 JSON（${problem}）。如果经常出现，请换一个模型，或调整结构化输出的设置。`,
      en: `The model gave no usable JSON (${problem}). If this happens often, use another model or another structured output setting.`,
    },
    { details: { raw: text, problem } },
  );
}

function strictly(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined; // not JSON as it stands: the repairs follow
  }
}

function fencedParts(text: string): string[] {
  return [...text.matchAll(/```[A-Za-z0-9]*([^]*?)(?:```|$)/g)].map((match) => match[1] ?? "");
}

/** The one object or array in the text. A second, different one after it makes the answer ambiguous. */
function firstValue(text: string): { value: unknown } | { problem: string } {
  let problem = "no JSON object or array in the text";
  let aside: { value: unknown } | undefined;
  let from = nextStart(text, 0);
  for (let starts = 0; from !== -1 && starts < MAX_STARTS; starts++) {
    const reader = new Reader(text, from);
    try {
      const value = reader.value(0);
      from = nextStart(text, reader.at);
      if (Array.isArray(value) && !value.some(isContainer)) {
        // "[1]" before the answer is a footnote; a list of plain values is the answer only if nothing else is.
        aside ??= { value };
        continue;
      }
      const rest = firstObjectAfter(text, reader.at);
      if (rest !== undefined && JSON.stringify(rest) !== JSON.stringify(value)) {
        return { problem: "several different JSON objects in the text" };
      }
      return { value };
    } catch (error) {
      if (!(error instanceof NotJson)) throw error;
      // Once inside the answer, an object further in must not be taken for the whole of it.
      if (reader.committed) return { problem: error.message };
      if (starts === 0) problem = error.message;
      from = nextStart(text, from + 1);
    }
  }
  return aside ?? { problem };
}

/** A further object that holds anything, e.g. a corrected answer after a draft. Brackets of prose are passed over. */
function firstObjectAfter(text: string, from: number): unknown {
  for (
    let at = nextStart(text, from), tried = 0;
    at !== -1 && tried < MAX_STARTS;
    at = nextStart(text, at + 1), tried++
  ) {
    try {
      const value = new Reader(text, at).value(0);
      if (isContainer(value) && !Array.isArray(value) && Object.keys(value).length > 0) return value;
    } catch (error) {
      if (!(error instanceof NotJson)) throw error;
    }
  }
  return undefined;
}

function nextStart(text: string, from: number): number {
  const at = text.slice(from).search(/[{[｛]/);
  return at === -1 ? -1 : from + at;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

class NotJson extends Error {}

const CLOSING_QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "“": "”",
  "”": "”",
  "‘": "’",
  "＂": "＂",
};
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };
const WORDS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["True", true],
  ["False", false],
  ["None", null],
  ["NaN", null],
  ["Infinity", null],
  ["-Infinity", null],
  ["undefined", null],
]);

/** A JSON reader that forgives what cannot be misunderstood (steps 5 and 6). */
class Reader {
  at: number;
  /** Whether a key with its colon was read: what follows is meant as JSON and no brackets of prose. */
  committed = false;
  private readonly text: string;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new NotJson("nested too deeply");
    this.skipSpace();
    const next = this.peek();
    if (next === "{" || next === "｛") return this.object(depth);
    if (next === "[" || next === "［") return this.array(depth);
    if (next !== "" && next in CLOSING_QUOTES) return this.string("value");
    return this.literal();
  }

  private object(depth: number): Record<string, unknown> {
    this.at++;
    // Without a prototype, a key named __proto__ is a key like any other.
    const object = Object.create(null) as Record<string, unknown>;
    for (let first = true; ; first = false) {
      this.skipSpace();
      if (this.take("}", "｝") || (!first && this.closesAtEnd())) return object;
      if (!first) {
        this.expectComma();
        if (this.take("}", "｝")) return object;
      }
      this.mustGoOn("a key");
      const key = this.peek() in CLOSING_QUOTES ? this.string("key") : this.bareKey();
      this.skipSpace();
      this.mustGoOn("a colon");
      if (!this.take(":", "：")) throw new NotJson(`a colon is missing after "${key}"`);
      this.committed = true;
      this.skipSpace();
      this.mustGoOn(`the value of "${key}"`);
      object[key] = this.value(depth + 1);
    }
  }

  private array(depth: number): unknown[] {
    this.at++;
    const array: unknown[] = [];
    for (let first = true; ; first = false) {
      this.skipSpace();
      if (this.take("]", "］") || (!first && this.closesAtEnd())) return array;
      if (!first) {
        this.expectComma();
        if (this.take("]", "］")) return array;
      }
      this.mustGoOn("an element");
      array.push(this.value(depth + 1));
    }
  }

  /** The text stops right after a whole value, so that only brackets are missing. */
  private closesAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  private expectComma(): void {
    if (!this.take(",", "，"))
      throw new NotJson(
        `a comma or closing bracket is missing at "${this.text.slice(this.at, this.at + 12)}"`,
      );
    this.skipSpace();
  }

  private mustGoOn(what: string): void {
    if (this.at >= this.text.length) throw new NotJson(`the text ends before ${what}`);
  }

  /**
   * A string ends at its quote when what follows can follow a string; any other quote is part of the text, as in
   * "她说"好"。" which models write now and then.
   */
  private string(role: "key" | "value"): string {
    const open = this.peek();
    const close = CLOSING_QUOTES[open];
    this.at++;
    let out = "";
    for (; this.at < this.text.length; this.at++) {
      const character = this.peek();
      if (character === "\\") {
        out += this.escape();
      } else if (character === close && this.mayEnd(role)) {
        this.at++;
        return out;
      } else {
        out += character;
      }
    }
    throw new NotJson("a string is cut off");
  }

  private mayEnd(role: "key" | "value"): boolean {
    const rest = this.text.slice(this.at + 1, this.at + 200);
    return role === "key"
      ? /^\s*[:：]/.test(rest)
      : /^\s*(?:$|[}\]｝］]|[,，]\s*(?:$|["'“‘＂{}[\]｛｝［］\w-])|\/[/*])/.test(rest);
  }

  /** Leaves `at` on the last character of the escape. */
  private escape(): string {
    const next = this.text[this.at + 1];
    if (next === undefined) throw new NotJson("a string is cut off");
    if (next === "u") {
      const hex = /^[0-9a-fA-F]{4}/.exec(this.text.slice(this.at + 2, this.at + 6))?.[0];
      if (hex === undefined) throw new NotJson("a broken \\u escape");
      this.at += 5;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    this.at++;
    return ESCAPES[next] ?? next;
  }

  private bareKey(): string {
    const key = /^[\p{L}_$][\p{L}\p{N}_$]*(?=\s*[:：])/u.exec(this.text.slice(this.at, this.at + 100))?.[0];
    if (key === undefined)
      throw new NotJson(`a key is missing at "${this.text.slice(this.at, this.at + 12)}"`);
    this.at += key.length;
    return key;
  }

  private literal(): unknown {
    const token = /^[^\s,，:：{}[\]｛｝［］"]+/.exec(this.text.slice(this.at, this.at + 40))?.[0] ?? "";
    this.at += token.length;
    // At the very end a number may go on ("0.8" of "0.85"), and so may a word.
    if (this.at >= this.text.length && !WORDS.has(token)) throw new NotJson("a value is cut off");
    if (WORDS.has(token)) return WORDS.get(token);
    if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(token)) return Number(token);
    throw new NotJson(`"${token.slice(0, 12)}" is no value`);
  }

  private skipSpace(): void {
    const space = /(?:[\s\uFEFF]|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
    space.lastIndex = this.at;
    this.at += space.exec(this.text)?.[0].length ?? 0;
  }

  private peek(): string {
    return this.text[this.at] ?? "";
  }

  private take(...characters: string[]): boolean {
    if (this.at >= this.text.length || !characters.includes(this.peek())) return false;
    this.at++;
    return true;
  }
}
