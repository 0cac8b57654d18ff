/** All data sets of a folder, whatever is there, and the project's own. */
import { folderOf } from "../../data-files.ts";
import type { RetrievalSet } from "../types.ts";
import { companionLifeSet } from "./companion-life.ts";
import { readCmrcSets } from "./cmrc.ts";
import { readKdConvSets } from "./kdconv.ts";
import { readLocomoSets } from "./locomo.ts";
import { readMemDailySets } from "./memdaily.ts";
import { readMemoraSets } from "./memora.ts";
import { readMemoryBankSets } from "./memorybank.ts";
import { readRgbSets } from "./rgb.ts";

type Read = (folder: string, files: readonly string[]) => Promise<RetrievalSet[]>;

/** Folders by name, files that must be there, readers. */
export const READERS: readonly (readonly [folder: string, needs: readonly RegExp[], read: Read])[] = [
  ["memorybank", [/^memory_bank_cn\.json$/, /^evidence_cn_UNOFFICIAL\.jsonl$/], readMemoryBankSets],
  ["locomo", [/^locomo10\.json$/], readLocomoSets],
  ["memdaily", [/^\d\d_\w+\.json$/], readMemDailySets],
  ["kdconv-travel", [/^kb_travel\.json$/, /^test\.json$/], readKdConvSets],
  ["rgb-zh", [/^zh_\w+\.json$/], readRgbSets],
  ["memora-weekly", [/\.sessions\.jsonl$/, /\.questions\.json$/], readMemoraSets],
  ["cmrc2018", [/^cmrc2018_dev\.json$/], readCmrcSets],
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
  "companion-life",
];

/**
 * Sets without a question are left out. `absent` names the folders that are not there or lack a file. Throws
 * FILE_UNREADABLE for a file that is damaged.
 */
export async function readSets(data: string): Promise<{ sets: RetrievalSet[]; absent: string[] }> {
  const sets: RetrievalSet[] = [await companionLifeSet()];
  const absent: string[] = [];
  for (const [name, needs, read] of READERS) {
    const found = await folderOf(data, name);
    if (found !== undefined && needs.every((need) => found.files.some((file) => need.test(file)))) {
      sets.push(...(await read(found.folder, found.files)));
    } else absent.push(name);
  }
  return {
    sets: sets.filter(({ pools }) => pools.some(({ questions }) => questions.length > 0)),
    absent,
  };
}
