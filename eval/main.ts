/** `npm run eval -- COMMAND`: measures the product on data that lies elsewhere. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { EXIT, runAtTheEdge, UsageError } from "../app/command-line/edge.ts";
import type { Edge } from "../app/command-line/edge.ts";
import { readableFile } from "../app/command-line/files.ts";
import { readCases } from "./failures/cases.ts";
import { runCases } from "./failures/run.ts";
import { asImportLines, readMemoryBank } from "./memorybank/dataset.ts";
import { runMemoryBank } from "./memorybank/run.ts";
import type { RankSummary } from "./metrics.ts";

const HELP = `npm run eval -- COMMAND

  memorybank --data FOLDER [--users N] [--json FILE]
      MemoryBank-CN taken in through the product, its questions asked in new sessions, offline. FOLDER holds the folder
      memorybank. N users of the file's order, default 3.
  convert-memorybank --data FOLDER --out FILE
      The same data as an import file, for npm run import.
  failures --cases FILE [--json FILE]
      Fault cases of memory systems, one JSON case a line.
`;

await runAtTheEdge(async (edge) => {
  const { values, positionals } = parseArgs({
    args: [...edge.argv],
    allowPositionals: true,
    options: {
      data: { type: "string" },
      users: { type: "string", default: "3" },
      cases: { type: "string" },
      out: { type: "string" },
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const [command] = positionals;
  if (values.help || command === undefined) {
    edge.stdout.write(HELP);
    return values.help ? EXIT.fine : EXIT.usage;
  }
  switch (command) {
    case "memorybank":
      return inScratchFolder((folder) =>
        memorybank(edge, memorybankFolder(values.data), Number(values.users), folder, values.json),
      );
    case "convert-memorybank": {
      const users = await readMemoryBank(memorybankFolder(values.data));
      await writeFile(given(values.out, "--out"), `${asImportLines(users).join("\n")}\n`);
      return EXIT.fine;
    }
    case "failures":
      return inScratchFolder((folder) => failures(edge, given(values.cases, "--cases"), folder, values.json));
    default:
      throw new UsageError(command);
  }
});

async function memorybank(
  edge: Edge,
  data: string,
  users: number,
  folder: string,
  json: string | undefined,
): Promise<number> {
  await readableFile(path.join(data, "memory_bank_cn.json"));
  const report = await runMemoryBank((await readMemoryBank(data)).slice(0, users), folder, (asked) =>
    edge.stdout.write(
      `${asked.rank === undefined ? "MISSED" : `rank ${asked.rank}`.padEnd(6)}  ${asked.kind}  ${asked.user}  ${asked.question}\n`,
    ),
  );
  const row = (name: string, { questions, hit, hit5, mrr }: RankSummary): string =>
    `| ${name} | ${questions} | ${hit.toFixed(3)} | ${hit5.toFixed(3)} | ${mrr.toFixed(3)} |\n`;
  edge.stdout.write(
    `\n| questions | n | gold in the prompt | in the first 5 | MRR |\n|---|---|---|---|---|\n` +
      row("all", report.overall) +
      Object.entries(report.byKind)
        .map(([kind, summary]) => row(kind, summary))
        .join("") +
      `\n${report.memoriesPerQuestion.toFixed(1)} memories a question\n`,
  );
  await written(json, report);
  return EXIT.fine;
}

async function failures(edge: Edge, file: string, folder: string, json: string | undefined): Promise<number> {
  await readableFile(file);
  const results = await runCases(await readCases(file), folder);
  for (const { outcome, id, kind, needsModel, faults } of results) {
    const note = needsModel ? " (rules alone cannot be expected to)" : "";
    edge.stdout.write(
      `${outcome.padEnd(13)}  ${id.padEnd(14)}  ${kind}${note}${faults.map((fault) => `\n    ${fault}`).join("")}\n`,
    );
  }
  const count = (outcome: string): number => results.filter((result) => result.outcome === outcome).length;
  edge.stdout.write(
    `\n${count("passed")} of ${results.length} passed, ${count("failed")} failed, ${count("not supported")} not supported\n`,
  );
  await written(json, results);
  return EXIT.fine;
}

async function inScratchFolder(work: (folder: string) => Promise<number>): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), "miramate-eval-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function memorybankFolder(data: string | undefined): string {
  return path.join(given(data, "--data"), "memorybank");
}

function given(value: string | undefined, option: string): string {
  if (value === undefined || value === "") throw new UsageError(option);
  return value;
}

async function written(file: string | undefined, report: unknown): Promise<void> {
  if (file !== undefined) await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
}
