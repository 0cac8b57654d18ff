/**
 * `npm run bench`: what a turn costs beside the model calls, at 1,000 and 10,000 memories of one user, on the embedded
 * parts and with the rule engine. Timings are of this machine at this hour: compare ratios, not milliseconds.
 */
import { writeFile } from "node:fs/promises";
import { availableParallelism, cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { EXIT, runAtTheEdge } from "../../app/command-line/edge.ts";
import { inScratchFolder } from "../scratch.ts";
import { asMarkdown } from "./report.ts";
import type { BenchReport, Measured } from "./report.ts";
import { bytesIn, seed } from "./seed.ts";
import { measureStartUp } from "./start-up.ts";
import { measureTurns, TURNS } from "./turns.ts";

const HELP = `npm run bench [-- --json FILE]

Measures turns of a user with 1,000 and with 10,000 invented memories, in temporary data folders. Takes minutes.
`;

await runAtTheEdge(async ({ argv, stdout }) => {
  const { values } = parseArgs({
    args: [...argv],
    options: { json: { type: "string" }, help: { type: "boolean", default: false } },
  });
  if (values.help) {
    stdout.write(HELP);
    return EXIT.fine;
  }
  const report: BenchReport = {
    machine:
      `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"}), Node ${process.version}, ` +
      `load ${(loadavg()[0] ?? 0).toFixed(1)} before the start`,
    turns: TURNS,
    measured: [await measure(1_000), await measure(10_000)],
    startUp: await inScratchFolder(measureStartUp),
  };
  stdout.write(asMarkdown(report));
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
  return EXIT.fine;
});

async function measure(memories: number): Promise<Measured> {
  return inScratchFolder(async (folder) => {
    const written = await seed(folder, memories);
    const diskPer10k = ((await bytesIn(folder)) / written) * 10_000;
    return { memories, diskPer10k, ...(await measureTurns(folder)) };
  });
}
