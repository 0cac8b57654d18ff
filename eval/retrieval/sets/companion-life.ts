/**
 * The project's own set (eval/sets/companion-life) as a pool: one user's conversation, in Chinese. `npm run eval -- life`
 * asks the same questions through the whole companion; here are those asked after the last turn, without small talk,
 * which the companion never looks up.
 */
import { loadCompanionLife } from "../../sets/companion-life/dataset.ts";
import type { RetrievalSet } from "../types.ts";

export async function companionLifeSet(): Promise<RetrievalSet> {
  const { turns, questions } = await loadCompanionLife();
  const last = new Date(turns.at(-1)?.at ?? 0);
  return {
    name: "companion-life",
    unit: "document",
    pools: [
      {
        name: "life",
        language: "zh",
        documents: turns.map(({ id, at, user, companion }) => ({
          id,
          at: new Date(at),
          text: user,
          reply: companion,
          thread: id.split("#")[0] ?? id,
        })),
        questions: questions
          .filter(({ askedAt, kind }) => new Date(askedAt) > last && kind !== "smalltalk")
          .map(({ id, text, before, askedAt, gold, needs, kind, split }) => ({
            id,
            text,
            ...(before === undefined ? {} : { before }),
            now: new Date(askedAt),
            gold,
            needs,
            kinds: [kind, `${split} half`],
          })),
      },
    ],
  };
}
