/** One line of an import file: who said what to whom, and when. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { parseInstant } from "../command-line/instants.ts";
import { linesOf } from "../command-line/lines.ts";
import type { TextLine } from "../command-line/lines.ts";
import type { Messages } from "../messages/index.ts";

export interface Entry {
  readonly user: string;
  readonly who: "user" | "companion";
  readonly text: string;
  readonly at: Date;
  readonly line: TextLine;
  readonly before: Position;
}

/** A place between two lines of a file. */
export interface Position {
  /** Bytes before it. */
  readonly end: number;
  /** Lines before it, and those among them that hold something. */
  readonly lines: number;
  readonly places: number;
  /** Hash over the lines before it: two files with the same one begin alike. "" at the beginning. */
  readonly hash: string;
}

export const BEGINNING: Position = { end: 0, lines: 0, places: 0, hash: "" };

/** What is wrong with a line, to be said in the person's language. */
export type Fault = (faults: Messages["faults"]) => string;

export interface BadLine {
  readonly line: TextLine;
  readonly before: Position;
  readonly fault: Fault;
}

export interface EntryRules {
  /** Whose words the file holds; undefined: every line says it. */
  readonly user: string | undefined;
  readonly timezone: string;
  /** Longest content, in UTF-16 units. */
  readonly maxCharacters: number;
}

const LineSchema = z.object({
  user: z.string().min(1).optional(),
  time: z.string(),
  role: z.enum(["user", "assistant", "companion"]),
  content: z.string(),
});

const WANTED: Readonly<Record<string, string>> = { role: "user | assistant | companion" };

/**
 * Every line of a file that is not empty, as an entry or as a bad line. `from` is where `bytes` begin in the file.
 */
export async function* entriesOf(
  bytes: AsyncIterable<Uint8Array>,
  rules: EntryRules,
  from: Position = BEGINNING,
): AsyncGenerator<Entry | BadLine> {
  let before = from;
  for await (const raw of linesOf(bytes)) {
    if (raw.fault === undefined && raw.text.trim() === "") continue;
    const line = { ...raw, number: raw.number + from.lines, end: raw.end + from.end };
    yield entryOf(line, before, rules);
    before = {
      end: line.end,
      lines: line.number,
      places: before.places + 1,
      hash: createHash("sha256").update(before.hash).update(line.text).digest("hex"),
    };
  }
}

function entryOf(line: TextLine, before: Position, rules: EntryRules): Entry | BadLine {
  const bad = (fault: Fault): BadLine => ({ line, before, fault });
  const { fault } = line;
  if (fault !== undefined) return bad((faults) => faults[fault]);
  let json: unknown;
  try {
    json = JSON.parse(line.text);
  } catch {
    return bad((faults) => faults.notJson);
  }
  if (typeof json !== "object" || json === null || Array.isArray(json))
    return bad((faults) => faults.notAnObject);
  const result = LineSchema.safeParse(json);
  if (!result.success) {
    const key = String(result.error.issues[0]?.path[0]);
    const wanted = WANTED[key] ?? "text";
    return bad((faults) => (key in json ? faults.badValue(key, wanted) : faults.missing(key)));
  }
  const { time, role, content } = result.data;
  const user = result.data.user ?? rules.user;
  if (user === undefined) return bad((faults) => faults.userNeeded);
  const given = rules.user;
  if (given !== undefined && user !== given) return bad((faults) => faults.otherUser(user, given));
  const at = parseInstant(time, rules.timezone);
  if (at === null) return bad((faults) => faults.badTime("time", time));
  if (content.trim() === "") return bad((faults) => faults.emptyContent);
  if (content.length > rules.maxCharacters) {
    return bad((faults) => faults.tooLong(content.length, rules.maxCharacters));
  }
  return { user, who: role === "user" ? "user" : "companion", text: content, at, line, before };
}

export function isBad(item: Entry | BadLine): item is BadLine {
  return "fault" in item;
}
