/** All data sets of a folder: whatever is there. */
import { folderOf } from "../read.ts";
import type { RetrievalSet } from "../types.ts";
import { readCmrcSets } from "./cmrc.ts";
import { readKdConvSets } from "./kdconv.ts";
import { readLocomoSets } from "./locomo.ts";
import { readMemDailySets } from "./memdaily.ts";
import { readMemoraSets } from "./memora.ts";
import { readMemoryBankSets } from "./memorybank.ts";
import { readRgbSets } from "./rgb.ts";

type Read = (folder: string, files: readonly string[]) => Promise<RetrievalSet[]>;

const READERS: readonly (readonly [folder: string, needs: RegExp, read: Read])[] = [
  ["memorybank", /^memory_bank_cn\.json$/, readMemoryBankSets],
  ["locomo", /^locomo10\.json$/, readLocomoSets],
  ["memdaily", /\.json$/, readMemDailySets],
  ["kdconv-travel", /^test\.json$/, readKdConvSets],
  ["rgb-zh", /^zh_\w+\.json$/, readRgbSets],
  ["memora-weekly", /\.sessions\.jsonl$/, readMemoraSets],
  ["cmrc2018", /^cmrc2018_dev\.json$/, readCmrcSets],
];

/** Sets whose figures are reported; the others are for fitting weights (docs/recall.md) and run only when asked for. */
export const REPORTED: readonly string[] = [
  "memorybank-turn-own",
  "memorybank-turn-pooled",
  "memorybank-session-own",
  "locomo-turn",
  "locomo-session",
  "memdaily-merged",
  "kdconv-3-utterances",
  "rgb-passages",
  "memora-sessions",
];

/** Sets without a question are left out. `absent` names the folders that are not there. */
export async function readSets(data: string): Promise<{ sets: RetrievalSet[]; absent: string[] }> {
  const sets: RetrievalSet[] = [];
  const absent: string[] = [];
  for (const [name, needs, read] of READERS) {
    const found = await folderOf(data, name);
    if (found === undefined || !found.files.some((file) => needs.test(file))) absent.push(name);
    else sets.push(...(await read(found.folder, found.files)));
  }
  return {
    sets: sets.filter(({ pools }) => pools.some(({ questions }) => questions.length > 0)),
    absent,
  };
}
