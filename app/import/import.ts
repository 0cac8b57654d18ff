/**
 * Past conversations from a JSONL file into memory. The file is read twice and never held whole: once to find every
 * bad line before anything is stored, once to store. It works in batches of one session, each durable before the next.
 */
import { createReadStream } from "node:fs";
import { MiraMateError } from "../../base/errors.ts";
import { calendarDay } from "../../language/time/zone.ts";
import { inBoth } from "../messages/index.ts";
import type { Companion } from "../types.ts";
import { inTurns } from "../utterances.ts";
import type { CursorFile } from "./cursor.ts";
import { BEGINNING, entriesOf, isBad } from "./entry.ts";
import type { BadLine, Entry, EntryRules, Position } from "./entry.ts";

/** Turns stored in one go: few enough that the bar moves with a slow model, and that an interruption is quick. */
const BATCH_TURNS = 20;

/** Bad lines that are named one by one. */
const BAD_LINES_NAMED = 20;

export interface ImportNeeds {
  readonly companion: Pick<Companion, "past" | "settle">;
  /** A regular file: it is read twice. */
  readonly file: string;
  readonly rules: EntryRules;
  /** Undefined: one session a calendar day. */
  readonly session: string | undefined;
  readonly skipBad: boolean;
  readonly cursor: CursorFile;
  /** After each batch: bytes of the file done, turns taken in this run. */
  readonly onProgress: (bytes: number, turns: number) => void;
  /** An earlier import goes on at this line. */
  readonly onContinue: (line: number) => void;
  readonly stop: AbortSignal;
}

export type ImportResult =
  | {
      readonly outcome: "done" | "interrupted";
      /** Turns that are new, and turns that were known. */
      readonly added: number;
      readonly known: number;
      /** Bad lines left out. */
      readonly skipped: number;
    }
  | { readonly outcome: "refused"; readonly bad: readonly BadLine[]; readonly badCount: number };

/** Errors of the stores pass through; what was stored before them stays, and the next run goes on from there. */
export async function importFile(needs: ImportNeeds): Promise<ImportResult> {
  const saved = await needs.cursor.read();
  const { bad, badCount, sameBeginning } = await check(needs, saved);
  if (badCount > 0 && !needs.skipBad) return { outcome: "refused", bad, badCount };

  const goesOn = saved !== null && sameBeginning && (await isKnown(needs, saved));
  if (goesOn) needs.onContinue(saved.lines + 1);
  return { ...(await store(needs, goesOn ? saved : BEGINNING)), skipped: badCount };
}

/** Looks at every line; also whether the file still begins as it did when `saved` was written. */
async function check({ file, rules, stop }: ImportNeeds, saved: Position | null) {
  const bad: BadLine[] = [];
  let badCount = 0;
  let sameBeginning = false;
  for await (const item of entriesOf(createReadStream(file), rules)) {
    if (stop.aborted) break;
    if (item.before.end === saved?.end && item.before.hash === saved.hash) sameBeginning = true;
    if (!isBad(item)) continue;
    badCount += 1;
    if (bad.length < BAD_LINES_NAMED) bad.push(item);
  }
  return { bad, badCount, sameBeginning };
}

/**
 * Whether the stores know the batch that begins at `from`: it was stored before `from` was written down, so other
 * stores, or emptied ones, are found out by it. Sending it again doubles nothing.
 */
async function isKnown(needs: ImportNeeds, from: Position): Promise<boolean> {
  for await (const batch of batchesOf(needs, from)) return (await send(needs, batch)).added === 0;
  return true;
}

/** Stores what comes after `from`. */
async function store(needs: ImportNeeds, from: Position) {
  const { companion, cursor, stop } = needs;
  let added = 0;
  let known = 0;
  for await (const batch of batchesOf(needs, from)) {
    if (stop.aborted) break;
    const result = await send(needs, batch);
    added += result.added;
    known += result.known;
    await cursor.write(batch.start);
    // What waits in the outbox is durable, so an interruption need not wait for it.
    await Promise.race([companion.settle(), aborted(stop)]);
    needs.onProgress(batch.end, added + known);
  }
  if (stop.aborted) return { outcome: "interrupted", added, known } as const;
  await cursor.remove();
  return { outcome: "done", added, known } as const;
}

async function send({ companion, rules }: ImportNeeds, { user, session, entries }: Batch) {
  const utterances = entries.map(({ who, text, at }) => ({ who, text, at }));
  return companion.past({ user, session, utterances, timezone: rules.timezone, intoSession: false });
}

interface Batch {
  readonly user: string;
  readonly session: string;
  readonly entries: readonly Entry[];
  readonly start: Position;
  /** Bytes of the file up to its last line's end. */
  readonly end: number;
}

/** Consecutive turns of one user and session. Its words come together, so that a turn is understood from those before. */
async function* batchesOf(needs: ImportNeeds, from: Position): AsyncGenerator<Batch> {
  const turns = inTurns(goodEntries(needs, from), {
    opens: (entry) => entry.who === "user",
    // A bad line between the two may have been what was really answered.
    answers: (question, answer) =>
      answer.who === "companion" &&
      answer.user === question.user &&
      answer.before.places === question.before.places + 1,
  });
  let open: OpenBatch | undefined;
  for await (const turn of turns) {
    const { user, at } = turn[0];
    const session = needs.session ?? `import:${calendarDay(at, needs.rules.timezone)}`;
    if (open !== undefined && !takes(open, user, session, turn)) {
      yield closed(open);
      open = undefined;
    }
    open ??= { user, session, turns: [] };
    open.turns.push(turn);
  }
  if (open !== undefined) yield closed(open);
}

interface OpenBatch {
  readonly user: string;
  readonly session: string;
  readonly turns: (readonly Entry[])[];
}

function takes(batch: OpenBatch, user: string, session: string, turn: readonly Entry[]): boolean {
  if (batch.user !== user || batch.session !== session || batch.turns.length >= BATCH_TURNS) return false;
  // Within a batch the companion pairs neighbours itself, and these two are none in the file.
  const last = batch.turns.at(-1)?.at(-1);
  return !(last?.who === "user" && turn[0]?.who === "companion");
}

function closed(batch: OpenBatch): Batch {
  const entries = batch.turns.flat();
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) throw new Error("A batch holds at least one turn.");
  return { user: batch.user, session: batch.session, entries, start: first.before, end: last.line.end };
}

async function* goodEntries(needs: ImportNeeds, from: Position): AsyncGenerator<Entry> {
  for await (const item of entriesOf(createReadStream(needs.file, { start: from.end }), needs.rules, from)) {
    if (!isBad(item)) yield item;
    else if (!needs.skipBad) throw changed(item.line.number);
  }
}

/** The first reading found no bad line, so the file is not the same any more. */
function changed(line: number): MiraMateError {
  return new MiraMateError(
    "IMPORT_LINE_INVALID",
    inBoth((messages) => messages.import.lineInvalid(line, messages.import.fileChanged)),
    { details: { line } },
  );
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
