/** Data-set files, read where they lie; what is damaged is named with its line. */
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { MiraMateError, reasonOf } from "../../base/errors.ts";
import { readableFile } from "../../app/command-line/files.ts";

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

export async function readJson<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  const text = await readFile((await readableFile(file)).path, "utf8");
  return parsed(text, schema, file);
}

/** One JSON value a line; blank lines are passed over. */
export async function readLines<T>(file: string, schema: z.ZodType<T>): Promise<T[]> {
  const text = await readFile((await readableFile(file)).path, "utf8");
  return text
    .split("\n")
    .flatMap((line, at) => (line.trim() === "" ? [] : [parsed(line, schema, `${file}:${at + 1}`)]));
}

function parsed<T>(text: string, schema: z.ZodType<T>, where: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : reasonOf(cause);
    throw new MiraMateError(
      "FILE_UNREADABLE",
      {
        zh: `数据文件 ${where} 不是约定的格式（${reason}），请重新取得这份数据。`,
        en: `The data file ${where} is not in its form (${reason}); fetch that data set again.`,
      },
      { details: { where }, cause },
    );
  }
}
