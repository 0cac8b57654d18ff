/** Reported faults of memory systems as small cases: what is said, and what must be true of memory afterwards. */
import { readFile } from "node:fs/promises";
import { z } from "zod";

const Words = z.array(z.string());

const CaseSchema = z.object({
  id: z.string(),
  kind: z.string(),
  timezone: z.string().default("Asia/Shanghai"),
  needsModel: z.boolean().default(false),
  turns: z.array(
    z.union([
      z.object({ who: z.enum(["user", "companion"]), time: z.string(), text: z.string() }),
      z.object({ idle: z.literal(true) }),
      z.object({ forget: z.string() }),
      z.object({ correct: z.string() }),
    ]),
  ),
  after: z
    .object({
      holds: z.array(Words).default([]),
      lacks: z.array(Words).default([]),
      dates: z.array(z.object({ words: Words, date: z.string() })).optional(),
      countAtMost: z.object({ words: Words, kinds: Words, n: z.number() }).optional(),
    })
    .optional(),
  ask: z
    .object({
      time: z.string(),
      text: z.string(),
      sameSession: z.boolean().default(false),
      recalls: z.array(Words).default([]),
      recallsNot: z.array(Words).default([]),
      nothing: z.boolean().default(false),
      promptKeepsQuote: z.boolean().default(false),
      marksStale: z.array(Words).default([]),
    })
    .optional(),
});
export type FaultCase = z.infer<typeof CaseSchema>;

export async function readCases(file: string): Promise<FaultCase[]> {
  const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => CaseSchema.parse(JSON.parse(line)));
}
