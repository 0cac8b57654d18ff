/** `npm run eval -- COMMAND`: measures the product on data that lies elsewhere. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { EXIT, runAtTheEdge, UsageError } from "../app/command-line/edge.ts";
import type { Edge } from "../app/command-line/edge.ts";
import { readableFile } from "../app/command-line/files.ts";
import { runDates } from "./dates/main.ts";
import { readCases } from "./failures/cases.ts";
import { asReport } from "./failures/report.ts";
import { runCases } from "./failures/run.ts";
import { runLifeCommand } from "./life/main.ts";
import { asImportLines, chooseUsers, readMemoryBank } from "./memorybank/dataset.ts";
import type { BankUser } from "./memorybank/dataset.ts";
import { asLine, asTable } from "./memorybank/report.ts";
import { runMemoryBank } from "./memorybank/run.ts";
import { runStrategiesCommand } from "./strategies/main.ts";
import { inScratchFolder } from "./scratch.ts";
import { runRetrieval } from "./retrieval/main.ts";

/** Enough to tell which features help; all of a large set would take an hour. */
const ABLATED_QUESTIONS = 100;

const HELP = `npm run eval -- COMMAND

  memorybank --data FOLDER [--users WHICH] [--json FILE]
      MemoryBank-CN taken in through the product, its questions asked in new sessions, offline. FOLDER holds the folder
      memorybank. WHICH is a number of users, all, or names with commas between; default 3.
  convert-memorybank --data FOLDER --out FILE [--users WHICH]
      The same data as an import file, for npm run import; default all.
  retrieval --data FOLDER [--sets NAME,NAME] [--json FILE] [--report FILE.md] [--baseline FILE]
            [--ablations N] [--limit N] [--cache FILE] [--reranker]
      How well the product finds, beside BM25 and vectors alone and with each feature taken away, on whichever data sets
      FOLDER holds. --baseline is the JSON of an earlier run, default the one kept in the project: a fall beyond noise
      ends with exit code 1. --ablations is for how many questions a set features are taken away: a number (default
      ${ABLATED_QUESTIONS}), all or none. --limit takes N questions a set. --cache keeps vectors between runs; default a file among the
      system's temporary ones, so that the first run takes long and later ones do not.
      --reranker puts what was found in the order of the reranker that MIRAMATE_RERANKER names, beside the built-in order.
  dates --data FOLDER [--json FILE] [--wrong]
      How often time expressions are placed as the tests of JioNLP, Duckling and chrono place them. --wrong lists the rest.
  life [--json FILE] [--cache FILE]
      The project's own set through the whole companion; exit code 1 below the thresholds of eval/life/thresholds.ts.
  failures --cases FILE [--json FILE]
      Fault cases of memory systems, one JSON case a line.

  strategies --data FOLDER --cases FILE [--users WHICH] [--json FILE] [--report FILE.md] [--cache FILE]
      Workflow and agent on the same conversations, offline and with a scripted model: recall, cases right, calls, tokens, the
      time to the first token, and how far the outcome varies with a model's choices. WHICH as above; default 2.

Data is read where it lies. See eval/README.md.
`;

await runAtTheEdge(async (edge) => {
  const { values, positionals } = parseArgs({
    args: [...edge.argv],
    allowPositionals: true,
    options: {
      data: { type: "string" },
      users: { type: "string" },
      cases: { type: "string" },
      out: { type: "string" },
      json: { type: "string" },
      sets: { type: "string" },
      report: { type: "string" },
      baseline: { type: "string" },
      cache: { type: "string" },
      limit: { type: "string" },
      ablations: { type: "string" },
      reranker: { type: "boolean", default: false },
      wrong: { type: "boolean", default: false },
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
      return memorybank(edge, await bankUsers(values.data, values.users ?? "3"), values.json);
    case "convert-memorybank": {
      const out = given(values.out, "--out");
      const users = await bankUsers(values.data, values.users ?? "all");
      await writeFile(out, `${asImportLines(users).join("\n")}\n`);
      return EXIT.fine;
    }
    case "retrieval":
      return runRetrieval(edge, {
        data: given(values.data, "--data"),
        sets: values.sets?.split(","),
        json: values.json,
        report: values.report,
        baseline: values.baseline,
        cache: values.cache,
        limit: values.limit === undefined ? undefined : wholeNumber(values.limit, "--limit"),
        ablations: howMany(values.ablations ?? String(ABLATED_QUESTIONS)),
        reranker: values.reranker,
      });
    case "dates":
      return runDates(edge, { data: given(values.data, "--data"), json: values.json, wrong: values.wrong });
    case "life":
      return runLifeCommand(edge, { json: values.json, cache: values.cache });
    case "strategies":
      return runStrategiesCommand(edge, {
        users: await bankUsers(values.data, values.users ?? "2"),
        cases: await readCases((await readableFile(given(values.cases, "--cases"))).path),
        json: values.json,
        report: values.report,
        cache: values.cache,
      });
    case "failures":
      return failures(edge, given(values.cases, "--cases"), values.json);
    default:
      throw new UsageError(command);
  }
});

async function memorybank(
  { stdout }: Edge,
  users: readonly BankUser[],
  json: string | undefined,
): Promise<number> {
  const report = await inScratchFolder((folder) =>
    runMemoryBank(users, folder, (asked) => stdout.write(asLine(asked))),
  );
  stdout.write(asTable(report));
  await written(json, report);
  return EXIT.fine;
}

async function failures({ stdout }: Edge, file: string, json: string | undefined): Promise<number> {
  const cases = await readCases((await readableFile(file)).path);
  const results = await inScratchFolder((folder) => runCases(cases, folder));
  stdout.write(asReport(results));
  await written(json, results);
  return EXIT.fine;
}

async function bankUsers(data: string | undefined, choice: string): Promise<BankUser[]> {
  return chooseUsers(await readMemoryBank(path.join(given(data, "--data"), "memorybank")), choice);
}

function given(value: string | undefined, option: string): string {
  if (value === undefined || value === "") throw new UsageError(option);
  return value;
}

function wholeNumber(value: string, option: string): number {
  if (!/^[1-9]\d*$/.test(value)) throw new UsageError(option);
  return Number(value);
}

/** A whole number, all, or none. */
function howMany(value: string): number {
  if (value === "all") return Infinity;
  return value === "none" ? 0 : wholeNumber(value, "--ablations");
}

async function written(file: string | undefined, report: unknown): Promise<void> {
  if (file !== undefined) await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
}
