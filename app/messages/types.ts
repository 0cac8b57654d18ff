/**
 * Every sentence that a surface says to a person. One interface and one object a language: a sentence that is missing
 * in one of them does not compile. Errors that come from below carry their own sentences (base/errors.ts).
 */
import type { AnyCollection, MemoryRecord } from "../../memory/record.ts";
import type { Leg } from "../../memory/recall/types.ts";
import type { relationshipBand } from "../../memory/status.ts";

/** Commands of the terminal, by name, in the order /help lists them. */
export const COMMAND_NAMES = [
  "/memories",
  "/profile",
  "/status",
  "/focus",
  "/why",
  "/idle",
  "/export",
  "/help",
  "/quit",
] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

export interface Messages {
  /** Help of the command lines, whole. */
  readonly help: Readonly<Record<"terminal" | "replay" | "import" | "studio" | "migrate", string>>;

  readonly edge: {
    /** Arguments that do not fit; `detail` is the parser's own sentence. */
    wrongUsage(detail: string): string;
    /** An error that nobody foresaw: what it was and how to report it. */
    unexpected(detail: string): string;
    fileUnreadable(file: string, detail: string): string;
  };

  readonly banner: {
    greeting(companion: string): string;
    /** Labels of the lines that say what the companion runs on. */
    readonly labels: {
      readonly chatModel: string;
      readonly smallModel: string;
      readonly embedder: string;
      readonly stores: string;
      readonly data: string;
      readonly session: string;
    };
    readonly rules: string;
    stores(memoryIndex: string, documents: string, checkpoints: string): string;
    readonly dataElsewhere: string;
    session(name: string): string;
    /** Said only when no model is configured. */
    readonly howToNameAModel: string;
  };

  readonly chat: {
    /** What stands before a person's line and before the answer, on a terminal. */
    prompt(user: string): string;
    speaker(companion: string): string;
    /** Ends an answer that was not kept. */
    readonly notKept: string;
    readonly stopped: string;
    readonly lineCleared: string;
    degraded(parts: string): string;
    unknownCommand(name: string): string;
    notUtf8(line: number): string;
    lineTooLong(line: number): string;
    readonly finishing: string;
  };

  readonly commands: Readonly<Record<CommandName, { readonly usage: string; readonly does: string }>>;
  readonly helpFooter: string;

  readonly collections: Readonly<Record<AnyCollection, string>>;
  readonly legs: Readonly<Record<Leg["leg"], string>>;
  readonly statuses: Readonly<Record<MemoryRecord["status"], string>>;
  readonly buffered: string;
  /** A profile key in words; an unknown key stays as it is. */
  profileKey(key: string): string;
  readonly relationship: Readonly<Record<ReturnType<typeof relationshipBand>, string>>;

  readonly memories: {
    readonly none: string;
    noneWith(words: string): string;
    heading(collection: string, count: number): string;
    earlier(count: number): string;
    about(time: string): string;
  };
  readonly profile: {
    readonly none: string;
    since(time: string): string;
    readonly always: string;
    before(values: string): string;
  };
  readonly status: {
    companion(mood: string, strength: string): string;
    closeness(band: string, level: string, intimacy: string): string;
    topics(topics: string): string;
    user(emotion: string, energy: string): string;
    session(messages: number, since: string): string;
    readonly never: string;
  };
  readonly focus: { readonly none: string; until(time: string): string };
  readonly why: {
    readonly noAnswerYet: string;
    looked(intent: string, query: string): string;
    readonly didNotLook: string;
    readonly nothing: string;
    leg(name: string, rank: number, score: string): string;
    readonly fromCache: string;
    /** It stands right before or after a dialogue that was found. */
    readonly beside: string;
    factors(list: string): string;
    source(thread: string, turn: string): string;
    quote(words: string): string;
    recorded(time: string, ago: string): string;
    degraded(part: string, reason: string, instead: string): string;
    timings(list: string): string;
  };
  readonly idle: {
    report(counts: {
      readonly read: number;
      readonly written: number;
      readonly duplicates: number;
      readonly superseded: number;
      readonly importantEvents: number;
      readonly focusCleared: number;
    }): string;
    readonly nothing: string;
  };
  readonly export: {
    readonly fileMissing: string;
    exists(file: string): string;
    unwritable(file: string, detail: string): string;
    done(file: string, memories: number): string;
  };

  readonly replay: {
    stepInvalid(line: number, detail: string): string;
    unknownKeys(line: number, keys: string): string;
    kept(folder: string): string;
    readonly interrupted: string;
  };

  readonly migrate: {
    readonly progress: (percent: number, memories: number) => string;
    done(memories: number, embedder: string): string;
    readonly interrupted: string;
  };

  readonly import: {
    readonly fileMissing: string;
    lineInvalid(line: number, detail: string): string;
    /** After the list of bad lines. */
    nothingImported(bad: number): string;
    moreBadLines(count: number): string;
    continuing(line: number): string;
    readonly progress: (percent: number, turns: number) => string;
    interrupted(turns: number): string;
    done(added: number, known: number, skipped: number): string;
    readonly fileChanged: string;
  };

  /** Why a line of a replay or an import cannot be taken; stands inside a sentence. */
  readonly faults: {
    readonly notJson: string;
    readonly notAnObject: string;
    readonly encoding: string;
    readonly length: string;
    missing(key: string): string;
    badValue(key: string, wanted: string): string;
    badTime(key: string, value: string): string;
    badTimezone(value: string): string;
    readonly userNeeded: string;
    otherUser(found: string, given: string): string;
    readonly emptyContent: string;
    tooLong(characters: number, most: number): string;
  };
}
