/**
 * `npm run eval -- dates`: how often the resolver places Chinese time expressions as the tests of three libraries do
 * (JioNLP, Duckling, chrono). What is right is the start of the first interval, to the grain that the row fixes. Rows where
 * the libraries disagree with each other, by docs/dates.md, are counted apart.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { Edge } from "../../app/command-line/edge.ts";
import { resolveTimes } from "../../language/time/resolve.ts";
import { folderOf, readLines } from "../data-files.ts";
import { isReadDifferently } from "./policy.ts";
import type { Source } from "./policy.ts";

export interface DateFigures {
  readonly n: number;
  readonly right: number;
  /** Rows on which the sources disagree with each other. */
  readonly apart: { readonly n: number; readonly right: number };
  /** Rows that name no start, or no full instant to count from. */
  readonly leftOut: number;
}

interface Row {
  readonly text: string;
  readonly now: Date;
  readonly timezone: string;
  /** Beginnings of the wall-clock start, "2013-02-12" or "2013-02-12 04": any of them is right. */
  readonly starts: readonly string[];
}

export interface DatesArguments {
  readonly data: string;
  readonly json: string | undefined;
  /** Lists the rows that were placed otherwise. */
  readonly wrong: boolean;
}

export async function runDates({ stdout }: Edge, { data, json, wrong }: DatesArguments): Promise<number> {
  const found = await folderOf(data, "time-zh");
  const sets: Record<string, DateFigures> = {};
  for (const [name, file, read] of SOURCES) {
    if (found?.files.includes(file) !== true) continue;
    const rows = await read(path.join(found.folder, file));
    sets[name] = figuresOf(name, rows, (row, got) => {
      if (wrong)
        stdout.write(`${name}\t${row.text}\twanted ${row.starts.join(" or ")}\tgot ${got ?? "nothing"}\n`);
    });
  }
  for (const [name, { n, right, apart, leftOut }] of Object.entries(sets)) {
    stdout.write(
      `${name}: ${right} of ${n} right (${((100 * right) / n).toFixed(1)} %); ` +
        `apart ${apart.right} of ${apart.n}; left out ${leftOut}\n`,
    );
  }
  if (json !== undefined) await writeFile(json, `${JSON.stringify({ sets }, null, 2)}\n`);
  return 0;
}

function figuresOf(
  source: Source,
  rows: readonly (Row | undefined)[],
  miss: (row: Row, got: string | undefined) => void,
): DateFigures {
  const counts = { n: 0, right: 0, apart: { n: 0, right: 0 }, leftOut: 0 };
  for (const row of rows) {
    if (row === undefined) {
      counts.leftOut++;
      continue;
    }
    const got = startOf(row);
    const isRight = got !== undefined && row.starts.some((start) => got.startsWith(start));
    const group = isReadDifferently(row.text, source) ? counts.apart : counts;
    group.n++;
    if (isRight) group.right++;
    else if (group === counts) miss(row, got);
  }
  return counts;
}

/** Wall-clock start of the first interval, "2013-02-12 04:30:00". */
function startOf({ text, now, timezone }: Row): string | undefined {
  // The libraries' day ends at midnight.
  const [first] = resolveTimes(text, { now, timezone, nightOwlHour: 0 });
  return first === undefined ? undefined : wallClock(first.start, timezone);
}

function wallClock(date: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  return format.format(date);
}

// Sources ------------------------------------------------------------------------------------------------------------

const SHANGHAI = "Asia/Shanghai";
const instant = (wall: string, offset: string): Date => new Date(`${wall.replace(" ", "T")}${offset}`);

const JioNlpSchema = z.object({
  text: z.string(),
  base: z.string().nullable(),
  base_raw: z.unknown(),
  type: z.string().nullable(),
  time: z.unknown(),
});

async function readJioNlp(file: string): Promise<(Row | undefined)[]> {
  const rows = await readLines(file, JioNlpSchema);
  return rows.map(({ text, base, time }) => {
    const start: unknown = Array.isArray(time) ? time[0] : undefined;
    if (base === null || typeof start !== "string" || !/^\d{4}-/.test(start)) return undefined;
    return { text, now: instant(base, "+08:00"), timezone: SHANGHAI, starts: [start.slice(0, 10)] };
  });
}

const DucklingSchema = z.object({
  text: z.string(),
  base: z.string(),
  values: z.array(z.array(z.number())),
  grain: z.string().nullable(),
});
/** How much of a wall-clock time each grain fixes, in characters. */
const FIXED: Readonly<Record<string, number>> = {
  Year: 4,
  Quarter: 7,
  Month: 7,
  Week: 10,
  Day: 10,
  Hour: 13,
  Minute: 16,
  Second: 19,
};

async function readDuckling(file: string): Promise<(Row | undefined)[]> {
  const rows = await readLines(file, DucklingSchema);
  return rows.map(({ text, base, values, grain }) => {
    const [year, month = 1, day = 1, hour = 0, minute = 0, second = 0] = values[0] ?? [];
    if (year === undefined) return undefined;
    const two = (value: number): string => String(value).padStart(2, "0");
    const whole = `${year}-${two(month || 1)}-${two(day || 1)} ${two(hour)}:${two(minute)}:${two(second)}`;
    return {
      text,
      now: instant(base, "-02:00"),
      timezone: "Etc/GMT+2",
      starts: [whole.slice(0, FIXED[grain ?? "Day"] ?? 10)],
    };
  });
}

const ChronoSchema = z.object({
  text: z.string(),
  base: z.string(),
  start: z.record(z.string(), z.number()),
  expect_js_date_args: z.array(z.number()).nullable(),
});

async function readChrono(file: string): Promise<(Row | undefined)[]> {
  const rows = await readLines(file, ChronoSchema);
  return rows.map(({ text, base, start, expect_js_date_args }) => {
    const [year, month] = expect_js_date_args ?? [];
    const date = {
      year: start["year"] ?? year,
      month: start["month"] ?? (month === undefined ? undefined : month + 1),
      day: start["day"] ?? expect_js_date_args?.[2],
      hour: start["hour"] ?? expect_js_date_args?.[3],
    };
    if (date.year === undefined || date.month === undefined || date.day === undefined) return undefined;
    const two = (value: number): string => String(value).padStart(2, "0");
    const day = `${date.year}-${two(date.month)}-${two(date.day)}`;
    // chrono's noon stands for "no hour was said".
    const hour = date.hour === undefined || date.hour === 12 ? "" : ` ${two(date.hour)}`;
    return { text, now: instant(base, "+08:00"), timezone: SHANGHAI, starts: [day + hour] };
  });
}

const SOURCES = [
  ["jionlp", "jionlp_time.jsonl", readJioNlp],
  ["duckling", "duckling_zh_time.jsonl", readDuckling],
  ["chrono", "chrono_zh_time.jsonl", readChrono],
] as const;
