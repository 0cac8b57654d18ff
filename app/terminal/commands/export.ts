import { randomUUID } from "node:crypto";
import { link, open, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { reasonOf } from "../../../base/errors.ts";
import type { Command } from "./command.ts";

/**
 * /export FILE [--force]: everything held of the user as one JSON file. The file appears whole or not at all, is
 * readable by its owner only, and replaces nothing unless asked to.
 */
export const exportCommand: Command = {
  name: "/export",
  run: async (argument, { companion, user, messages }) => {
    const force = /(^|\s)--force$/.test(argument) || /^--force\s/.test(argument);
    const name = unquoted(argument.replace(/(^|\s)--force$|^--force\s/, "").trim());
    if (name === "") return { text: messages.export.fileMissing, failed: true };
    const file = path.resolve(name.startsWith("~/") ? path.join(homedir(), name.slice(2)) : name);
    // What was just said belongs to it, too.
    await companion.settle();
    const exported = await companion.export(user);
    try {
      const written = await writeWhole(file, `${JSON.stringify(exported, null, 2)}\n`, force);
      if (!written) return { text: messages.export.exists(file), failed: true };
    } catch (error) {
      return { text: messages.export.unwritable(file, reasonOf(error)), failed: true };
    }
    return { text: messages.export.done(file, exported.memories.length) };
  },
};

/**
 * Writes beside the file, then moves it there in one step. False when the file exists and `replace` is false: a hard
 * link refuses an existing name, which no check beforehand could promise.
 */
async function writeWhole(file: string, text: string, replace: boolean): Promise<boolean> {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}`);
  const handle = await open(draft, "wx", 0o600);
  try {
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (replace) await rename(draft, file);
    else await link(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

function unquoted(text: string): string {
  const match = /^(["'])(.*)\1$/.exec(text);
  return match?.[2] ?? text;
}
