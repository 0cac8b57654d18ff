/**
 * Consolidation when the conversation rests: what waits in the buffer is merged, by topic, with what is held. One prompt
 * for facts and preferences; the caller gives one kind at a time. The output says of every waiting item what became of
 * it, so that nothing disappears unnoticed.
 */
import { z } from "zod";
import { json } from "./conversation.ts";
import { quoteAsData } from "./quote.ts";
import type { Names, Prompts, Section } from "./types.ts";
import type { Language } from "../language/types.ts";

export interface ConsolidateItem {
  /** Short and plain, e.g. "n3" or "h1": it comes back in the output. */
  readonly id: string;
  readonly text: string;
  /** When it was said, in words. */
  readonly time: string;
}

export interface ConsolidateSlots extends Names {
  readonly kind: "facts" | "preferences";
  readonly now: string;
  /** What waits, in the order it was said. */
  readonly waiting: readonly ConsolidateItem[];
  /** What is held already and may be the same or contradict. */
  readonly held: readonly ConsolidateItem[];
}

export const ConsolidationSchema = z.object({
  /** Memories to keep, each made from one or more waiting items. */
  keep: z.array(
    z.object({
      from: z.array(z.string()).min(1),
      content: z.string().min(1),
      tags: z.array(z.string()),
      confidence: z.number().min(0).max(1),
      /** Held items that are no longer true because of it. */
      supersedes: z.array(z.string()),
    }),
  ),
  /** Waiting items of which nothing is kept. */
  drop: z.array(z.object({ id: z.string(), why: z.enum(["known", "passing", "unfounded"]) })),
});
export type Consolidation = z.infer<typeof ConsolidationSchema>;

const BUDGETS = { business: 250, structure: 900, session: 6000, task: 6000, example: 600 };
const ORDER = { stable: ["business", "structure", "example"], changing: ["session", "task"] } as const;

function listed(items: readonly ConsolidateItem[], language: Language, tag: "items" | "known"): Section {
  return quoteAsData(
    items.map(({ id, time, text }) => ({ label: `${id} ${time}`, text })),
    language,
    tag,
  );
}

const KINDS = {
  zh: { facts: "事实", preferences: "喜好和习惯" },
  en: { facts: "facts", preferences: "tastes and habits" },
} as const;

export const consolidatePrompt: Prompts<ConsolidateSlots> = {
  zh: {
    id: "consolidate",
    version: 1,
    language: "zh",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ userName, companionName }) =>
          `${companionName}趁着没有人说话，把新近记下的关于${userName}的内容并进长期记忆。你负责整理，不添加任何新内容。`,
      },
      structure: {
        budget: BUDGETS.structure,
        text: ({
          userName,
        }) => `每个待整理的条目（编号以 n 开头）必须恰好出现一次：写进某条 keep 的 from，或写进 drop。
- keep：要保留的记忆。说同一件事的并成一条；不同的事不要合并。content 是完整的一句，写“${userName}”，日期写全，只用条目里已有的内容；tags 最多 4 个；confidence 0 到 1
- 前后矛盾时以后说的为准：把不再成立的旧记忆（编号以 h 开头）写进 supersedes，在 content 里只写现在的情况
- drop：不保留的条目。why 写 known（旧记忆里已有）、passing（没有长久价值）或 unfounded（只是回忆旧事，或看不出依据）
- 回忆一件旧事不等于它又发生了一次
输出一个 JSON 对象，只有 keep 和 drop。`,
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => [
          `现在是${slots.now}。`,
          ...(slots.held.length === 0 ? ["还没有相关的旧记忆。"] : ["已有的旧记忆："]),
          listed(slots.held, "zh", "known"),
        ],
      },
      task: {
        budget: BUDGETS.task,
        text: (slots) => [
          `整理下面这些${KINDS.zh[slots.kind]}，按说出的先后排列。只输出 JSON：`,
          listed(slots.waiting, "zh", "items"),
        ],
      },
      example: {
        budget: BUDGETS.example,
        text: ({
          userName,
        }) => `例：旧记忆 h1“${userName}住在成都”；新条目 n1“${userName}2025年6月搬到了杭州”、n2“${userName}住在杭州滨江”、n3“${userName}今天有点困”
${json({
  keep: [
    {
      from: ["n1", "n2"],
      content: `${userName}2025年6月搬到杭州，住在滨江`,
      tags: ["住处", "杭州"],
      confidence: 0.95,
      supersedes: ["h1"],
    },
  ],
  drop: [{ id: "n3", why: "passing" }],
})}`,
      },
    },
  },
  en: {
    id: "consolidate",
    version: 1,
    language: "en",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ userName, companionName }) =>
          `While nobody speaks, ${companionName} merges what was lately noted about ${userName} into long-term memory. You tidy up and add nothing new.`,
      },
      structure: {
        budget: BUDGETS.structure,
        text: ({
          userName,
        }) => `Every waiting item (ids beginning with n) must appear exactly once: in the from of a keep, or in drop.
- keep: memories to keep. Join items that say the same thing; do not join different things. content is one full sentence that names ${userName}, with dates written out and nothing that is not in the items; up to 4 tags; confidence 0 to 1
- when items contradict, the later one holds: list held memories (ids beginning with h) that are no longer true in supersedes, and write only how it is now
- drop: items not kept. why is known (held already), passing (of no lasting value) or unfounded (a mere recollection, or without ground)
- recalling something old does not mean that it happened again
Output one JSON object with keep and drop only.`,
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => [
          `It is ${slots.now}.`,
          ...(slots.held.length === 0 ? ["Nothing related is held yet."] : ["Held already:"]),
          listed(slots.held, "en", "known"),
        ],
      },
      task: {
        budget: BUDGETS.task,
        text: (slots) => [
          `Tidy up these ${KINDS.en[slots.kind]}, in the order they were said. Output JSON only:`,
          listed(slots.waiting, "en", "items"),
        ],
      },
      example: {
        budget: BUDGETS.example,
        text: ({
          userName,
        }) => `Example: held h1 "${userName} lives in Leeds"; waiting n1 "${userName} moved to York in June 2025", n2 "${userName} lives near York station", n3 "${userName} is a bit sleepy today"
${json({
  keep: [
    {
      from: ["n1", "n2"],
      content: `${userName} moved to York in June 2025 and lives near the station`,
      tags: ["home", "York"],
      confidence: 0.95,
      supersedes: ["h1"],
    },
  ],
  drop: [{ id: "n3", why: "passing" }],
})}`,
      },
    },
  },
};
