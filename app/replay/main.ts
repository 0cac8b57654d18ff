/** `npm run replay -- FILE.jsonl`: how anybody reports or reproduces a fault. */
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { fixedClock } from "../../base/clock.ts";
import { isMiraMateError } from "../../base/errors.ts";
import { readSettings } from "../../config/settings.ts";
import { EXIT, exitCodeOf, localeOf, runAtTheEdge, sentenceFor, UsageError } from "../command-line/edge.ts";
import type { StopReason } from "../command-line/edge.ts";
import { readableFile } from "../command-line/files.ts";
import { linesOf, until } from "../command-line/lines.ts";
import { messagesFor } from "../messages/index.ts";
import { replay } from "./replay.ts";
import { stepsOf } from "./step.ts";

await runAtTheEdge(async (edge) => {
  const { values, positionals } = parseArgs({
    args: [...edge.argv],
    allowPositionals: true,
    options: { data: { type: "string" }, keep: { type: "boolean" }, help: { type: "boolean" } },
  });
  const messages = messagesFor(localeOf(edge.env));
  if (values.help === true) {
    edge.stdout.write(messages.help.replay);
    return EXIT.fine;
  }
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError("FILE.jsonl");
  if (values.data?.trim() === "") throw new UsageError("--data");
  const source = file === "-" ? edge.stdin : createReadStream((await readableFile(file)).path);

  const folder = values.data ?? (await mkdtemp(path.join(tmpdir(), "miramate-replay-")));
  try {
    const env = { ...edge.env, MIRAMATE_DATA: folder };
    const { timezone } = readSettings(env);
    const clock = fixedClock(new Date(0));
    // Loaded only now: help and wrong arguments need not wait for it.
    const { createCompanion } = await import("../companion.ts");
    const companion = await createCompanion({ env, clock });
    try {
      const warn = (line: number, keys: string): void =>
        void edge.stderr.write(`${messages.replay.unknownKeys(line, keys)}\n`);
      const failed = await replay(stepsOf(until(edge.stop, linesOf(source)), timezone, warn), {
        companion,
        report: (report) => void edge.stdout.write(`${JSON.stringify(report)}\n`),
        setNow: (now) => clock.set(now),
        stop: edge.stop,
      });
      if (edge.stop.aborted) {
        edge.stderr.write(`${messages.replay.interrupted}\n`);
        return exitCodeOf(edge.stop.reason as StopReason);
      }
      return failed === 0 ? EXIT.fine : EXIT.failed;
    } catch (error) {
      if (!isMiraMateError(error, "REPLAY_STEP_INVALID")) throw error;
      edge.stderr.write(`${sentenceFor(error, edge.env)}\n`);
      return EXIT.usage;
    } finally {
      await companion.close();
    }
  } finally {
    if (values.keep === true) edge.stderr.write(`${messages.replay.kept(folder)}\n`);
    else if (values.data === undefined) await rm(folder, { recursive: true, force: true });
  }
});
