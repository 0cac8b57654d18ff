/**
 * Where an import stands, so that running it again goes on quickly. Only speed rests on it: past words are idempotent,
 * so a cursor that is lost or not trusted costs time and doubles nothing.
 *
 * It points at the beginning of the last batch that was stored, together with a hash of all lines before. The file's
 * beginning must still be the same, and the batch is sent once more: when the stores do not know it (another database,
 * a deleted one), the import starts over.
 */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { contentId } from "../../base/ids.ts";
import type { Position } from "./entry.ts";

const PositionSchema = z.object({
  end: z.number().int().min(0),
  lines: z.number().int().min(0),
  places: z.number().int().min(0),
  hash: z.string(),
});

export interface CursorFile {
  /** Null when there is none that can be read. */
  read(): Promise<Position | null>;
  write(position: Position): Promise<void>;
  remove(): Promise<void>;
}

/** The cursor of one import: `identity` is everything that decides what the file's lines become. */
export function cursorFile(dataFolder: string, identity: readonly string[]): CursorFile {
  const folder = path.join(dataFolder, "imports");
  const file = path.join(folder, `${contentId("import", ...identity)}.json`);
  return {
    read: async () => {
      try {
        return PositionSchema.parse(JSON.parse(await readFile(file, "utf8")));
      } catch {
        return null;
      }
    },
    write: async (position) => {
      await mkdir(folder, { recursive: true });
      await writeFile(`${file}.new`, JSON.stringify(position));
      await rename(`${file}.new`, file);
    },
    remove: async () => rm(file, { force: true }),
  };
}

/** For stores that are not on this machine: every import begins at the beginning. */
export const noCursor: CursorFile = {
  read: async () => null,
  write: async () => undefined,
  remove: async () => undefined,
};
