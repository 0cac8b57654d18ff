/** `npm run import -- FILE --user ID`: past conversations into memory. */
import { parseArgs } from "node:util";
import { readSettings } from "../../config/settings.ts";
import { EXIT, exitCodeOf, localeOf, runAtTheEdge, UsageError } from "../command-line/edge.ts";
import type { Edge, StopReason } from "../command-line/edge.ts";
import { readableFile } from "../command-line/files.ts";
import { progressOn } from "../command-line/progress.ts";
import { messagesFor } from "../messages/index.ts";
import type { Messages } from "../messages/index.ts";
import { cursorFile, noCursor } from "./cursor.ts";
import { importFile } from "./import.ts";
import type { ImportResult } from "./import.ts";

await runAtTheEdge(async (edge) => {
  const { values, positionals } = parseArgs({
    args: [...edge.argv],
    allowPositionals: true,
    options: {
      user: { type: "string" },
      session: { type: "string" },
      "skip-bad": { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  const messages = messagesFor(localeOf(edge.env));
  if (values.help === true) {
    edge.stdout.write(messages.help.import);
    return EXIT.fine;
  }
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError(messages.import.fileMissing);
  for (const option of ["user", "session"] as const) {
    if (values[option]?.trim() === "") throw new UsageError(`--${option}`);
  }

  const { timezone, maxMessageCharacters } = readSettings(edge.env);
  const file = await readableFile(name, { regular: true });
  // Loaded only now: help and wrong arguments need not wait for it.
  const { createCompanion } = await import("../companion.ts");
  const companion = await createCompanion({ env: edge.env });
  const progress = progressOn(edge.stderr, messages.import.progress);
  try {
    const { dataFolder } = companion.describe();
    const identity = [file.path, values.user ?? "", values.session ?? "", timezone];
    const result = await importFile({
      companion,
      file: file.path,
      rules: { user: values.user, timezone, maxCharacters: maxMessageCharacters },
      session: values.session,
      skipBad: values["skip-bad"] === true,
      cursor: dataFolder === null ? noCursor : cursorFile(dataFolder, identity),
      onProgress: (bytes, turns) =>
        progress.show(file.bytes === 0 ? 1 : Math.min(1, bytes / file.bytes), turns),
      onContinue: (line) => void edge.stderr.write(`${messages.import.continuing(line)}\n`),
      stop: edge.stop,
    });
    progress.end();
    return told(result, messages, edge);
  } finally {
    await companion.close();
  }
});

/** Says what came of it; gives the exit code. */
function told(result: ImportResult, messages: Messages, { stdout, stderr, stop }: Edge): number {
  const sentences = messages.import;
  switch (result.outcome) {
    case "done":
      stdout.write(`${sentences.done(result.added, result.known, result.skipped)}\n`);
      return EXIT.fine;
    case "interrupted":
      stderr.write(`${sentences.interrupted(result.added)}\n`);
      return exitCodeOf(stop.reason as StopReason);
    case "refused":
      for (const { line, fault } of result.bad) {
        stderr.write(`${sentences.lineInvalid(line.number, fault(messages.faults))}\n`);
      }
      if (result.badCount > result.bad.length) {
        stderr.write(`${sentences.moreBadLines(result.badCount - result.bad.length)}\n`);
      }
      stderr.write(`${sentences.nothingImported(result.badCount)} [IMPORT_LINE_INVALID]\n`);
      return EXIT.usage;
  }
}
