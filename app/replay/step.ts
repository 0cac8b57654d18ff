/** One line of a replay script, checked and with its times as instants. */
import { z } from "zod";
import { MiraMateError } from "../../base/errors.ts";
import { isTimezone } from "../../language/time/zone.ts";
import { parseInstant } from "../command-line/instants.ts";
import type { TextLine } from "../command-line/lines.ts";
import { inBoth } from "../messages/index.ts";
import type { Messages } from "../messages/index.ts";

const Who = {
  user: z.string().min(1),
  session: z.string().min(1),
  now: z.string(),
  timezone: z.string().optional(),
};
const Anytime = { ...Who, session: z.string().min(1).optional() };

const StepSchema = z.discriminatedUnion("op", [
  z.object({ ...Who, op: z.literal("turn"), text: z.string() }),
  z.object({ ...Who, op: z.literal("past"), text: z.string(), who: z.enum(["user", "companion"]) }),
  z.object({ ...Anytime, op: z.literal("idle") }),
  z.object({ ...Anytime, op: z.literal("memories") }),
]);

/** A step that can be run. `number` counts steps from 1, `line` lines of the file. */
export type Step = Omit_<z.infer<typeof StepSchema>, "now" | "timezone"> & {
  readonly number: number;
  readonly line: number;
  readonly now: Date;
  readonly timezone: string;
};

/** Omit that keeps a union a union. */
type Omit_<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

const KNOWN_KEYS: ReadonlySet<string> = new Set(["user", "session", "now", "timezone", "op", "text", "who"]);

/**
 * Steps of a script, in order; empty lines are passed over. Throws REPLAY_STEP_INVALID at the first line that is none,
 * with its number. A field nobody knows is passed over as well, after `warn` has named it: it may be a typing error.
 */
export async function* stepsOf(
  lines: AsyncIterable<TextLine>,
  defaultTimezone: string,
  warn: (line: number, unknownKeys: string) => void,
): AsyncGenerator<Step> {
  let number = 0;
  for await (const line of lines) {
    if (line.fault === undefined && line.text.trim() === "") continue;
    number += 1;
    const { step, unknown } = parsed(line, defaultTimezone);
    if (unknown.length > 0) warn(line.number, unknown.join(", "));
    yield { ...step, number, line: line.number };
  }
}

function parsed(line: TextLine, defaultTimezone: string) {
  const { fault } = line;
  if (fault !== undefined) throw invalid(line, (faults) => faults[fault]);
  let json: unknown;
  try {
    json = JSON.parse(line.text);
  } catch {
    throw invalid(line, (faults) => faults.notJson);
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw invalid(line, (faults) => faults.notAnObject);
  }
  const result = StepSchema.safeParse(json);
  if (!result.success) {
    const key = String(result.error.issues[0]?.path[0] ?? "op");
    const wanted = WANTED[key] ?? "text";
    throw invalid(line, (faults) => (key in json ? faults.badValue(key, wanted) : faults.missing(key)));
  }
  const { now: nowText, timezone = defaultTimezone, ...step } = result.data;
  if (!isTimezone(timezone)) throw invalid(line, (faults) => faults.badTimezone(timezone));
  const now = parseInstant(nowText, timezone);
  if (now === null) throw invalid(line, (faults) => faults.badTime("now", nowText));
  return {
    step: { ...step, now, timezone },
    unknown: Object.keys(json).filter((key) => !KNOWN_KEYS.has(key)),
  };
}

const WANTED: Readonly<Record<string, string>> = {
  op: "turn | past | idle | memories",
  who: "user | companion",
};

function invalid(line: TextLine, fault: (faults: Messages["faults"]) => string): MiraMateError {
  return new MiraMateError(
    "REPLAY_STEP_INVALID",
    inBoth((messages) => messages.replay.stepInvalid(line.number, fault(messages.faults))),
    { details: { line: line.number } },
  );
}
