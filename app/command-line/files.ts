/** Files that a person names. */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import path from "node:path";
import { MiraMateError, reasonOf } from "../../base/errors.ts";
import { inBoth } from "../messages/index.ts";

/**
 * The absolute path of a file that can be read, and its size in bytes. Throws FILE_UNREADABLE with the reason; a
 * folder is none, and with `regular` a pipe is none either, since it can be read only once.
 */
export async function readableFile(
  file: string,
  options: { readonly regular?: boolean } = {},
): Promise<{ readonly path: string; readonly bytes: number }> {
  const absolute = path.resolve(file);
  try {
    await access(absolute, constants.R_OK);
    const stats = await stat(absolute);
    if (stats.isDirectory()) throw new Error("EISDIR");
    if (options.regular === true && !stats.isFile()) throw new Error("not a regular file");
    return { path: absolute, bytes: stats.size };
  } catch (cause) {
    const sentences = inBoth((messages) => messages.edge.fileUnreadable(file, reasonOf(cause)));
    throw new MiraMateError("FILE_UNREADABLE", sentences, { details: { file }, cause });
  }
}
