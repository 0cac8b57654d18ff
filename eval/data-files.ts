/** Data-set files, read where they lie; what is damaged is named with its line or its place in the JSON. */
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { MiraMateError, reasonOf } from "../base/errors.ts";
import { readableFile } from "../app/command-line/files.ts";

/** A folder of `--data`; undefined when it is not there. Names of its files, sorted. */
export async function folderOf(
  data: string,
  name: string,
): Promise<{ readonly folder: string; readonly files: readonly string[] } | undefined> {
  const folder = path.join(data, name);
  try {
    return { folder, files: (await readdir(folder)).sort() };
  } catch {
    return undefined;
  }
}

/** Throws FILE_UNREADABLE for a file that is not there, is no JSON or is not in the form of `schema`. */
export async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  const text = await readFile((await readableFile(file)).path, "utf8");
  return parsed(text, schema, (isNoJson) => (isNoJson ? `${file}:${lineOfError(text)}` : file));
}

/** One JSON value a line; blank lines are passed over. Throws as `readJson`, with the line's number. */
export async function readLines<T>(file: string, schema: z.ZodType<T>): Promise<T[]> {
  const text = await readFile((await readableFile(file)).path, "utf8");
  return text
    .split("\n")
    .flatMap((line, at) => (line.trim() === "" ? [] : [parsed(line, schema, () => `${file}:${at + 1}`)]));
}

/** `where` tells the place, given whether the text is no JSON at all. */
function parsed<T>(text: string, schema: z.ZodType<T>, where: (isNoJson: boolean) => string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    const place = where(cause instanceof SyntaxError);
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : reasonOf(cause);
    throw new MiraMateError(
      "FILE_UNREADABLE",
      {
        zh: `数据文件 ${place} 不是约定的格式（${reason}），请重新取得这份数据。`,
        en: `The data file ${place} is not in its form (${reason}); fetch that data set again.`,
      },
      { details: { where: place }, cause },
    );
  }
}

/**
 * The line that no JSON can go on from, counted from 1; the last one where the text only ends too early. The parser does
 * not always tell the place, so it is searched for: what stands before it is a beginning that could be gone on with.
 */
function lineOfError(text: string): number {
  const lines = text.split("\n");
  let fine = 0;
  let broken = lines.length;
  while (broken - fine > 1) {
    const middle = Math.floor((fine + broken) / 2);
    if (couldGoOn(lines.slice(0, middle).join("\n"))) fine = middle;
    else broken = middle;
  }
  return broken;
}

function couldGoOn(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const { message } = error as SyntaxError;
    const offset = /at position (\d+)/.exec(message)?.[1];
    return /end of JSON input|Unterminated/.test(message) || Number(offset) >= beginning.length;
  }
}
