/**
 * Important events, looked for when the conversation rests: rare, life-shaping things among recent dialogues and focus
 * events; and which focus events the dialogue shows to be over.
 */
import { z } from "zod";
import { json } from "./conversation.ts";
import { quoteAsData } from "./quote.ts";
import type { Names, Prompts, Section } from "./types.ts";
import type { Language } from "../language/types.ts";

export interface EventSource {
  /** Short and plain, e.g. "d2" or "f1": it comes back in the output. */
  readonly id: string;
  readonly text: string;
  /** When, in words: of the dialogue, or of the focus event. */
  readonly time: string;
}

export interface ImportantEventsSlots extends Names {
  readonly now: string;
  /** The last five dialogues or so, oldest first. */
  readonly dialogues: readonly EventSource[];
  /** Focus events that are still held. */
  readonly focus: readonly EventSource[];
  /** Important events known already, so that none is found twice. */
  readonly known: readonly string[];
}

export const ImportantEventsSchema = z.object({
  events: z.array(
    z.object({
      /** Ids of the dialogues or focus events that tell of it. */
      from: z.array(z.string()).min(1),
      type: z.enum(["decision", "relationship", "goal", "change", "loss", "achievement", "other"]),
      /** One line. */
      summary: z.string().min(1),
      details: z.string(),
      tags: z.array(z.string()),
      /** 0..1 */
      importance: z.number().min(0).max(1),
    }),
  ),
  /** Focus events that need no more minding. */
  finishedFocus: z.array(z.object({ id: z.string(), why: z.enum(["done", "cancelled", "unwanted"]) })),
});
export type ImportantEvents = z.infer<typeof ImportantEventsSchema>;

const BUDGETS = { business: 250, structure: 900, session: 3000, task: 6000, example: 600 };
const ORDER = { stable: ["business", "structure", "example"], changing: ["session", "task"] } as const;

function listed(sources: readonly EventSource[], language: Language, tag: "items" | "focus"): Section {
  return quoteAsData(
    sources.map(({ id, time, text }) => ({ label: `${id} ${time}`, text })),
    language,
    tag,
  );
}

export const importantEventsPrompt: Prompts<ImportantEventsSlots> = {
  zh: {
    id: "important-events",
    version: 1,
    language: "zh",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ userName, companionName }) =>
          `${companionName}想长久记住${userName}人生中真正重要的事。你从最近的对话里把它们认出来；多数时候一件也没有。`,
      },
      structure: {
        budget: BUDGETS.structure,
        text: ({
          userName,
        }) => `什么是重要事件：${userName}的人生会因此不同，几年后仍会提起。例如重大的决定、关系的开始或结束、长期目标、亲人离世、毕业和入职、性情的深刻改变。
日常安排、吃喝、一时的情绪、小病、考试前的紧张都不是。只依据${userName}说的话；愿望、假设和${userName}没有确认的事不算；已知的不再写。

输出一个 JSON 对象：
- events：from 依据的编号；type：decision 决定、relationship 关系、goal 目标、change 改变、loss 失去、achievement 成就、other 其他；summary 一句话；details 写清经过，写“${userName}”，日期写全，不添加对话里没有的内容；tags 最多 4 个；importance 0.7 到 1
- finishedFocus：对话明确表明已经做完（done）、取消（cancelled）或不想再提（unwanted）的挂念事项，写它的编号。只是时间过了或看不出结果，就不写，不要猜`,
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => [
          `现在是${slots.now}。`,
          ...(slots.known.length === 0 ? [] : ["已知的重要事件：", quoteAsData(slots.known, "zh", "known")]),
          ...(slots.focus.length === 0
            ? ["没有挂念的事项。"]
            : ["正挂念的事项：", listed(slots.focus, "zh", "focus")]),
        ],
      },
      task: {
        budget: BUDGETS.task,
        text: (slots) => [
          "从下面的对话里找重要事件和已了结的事项。只输出 JSON：",
          listed(slots.dialogues, "zh", "items"),
        ],
      },
      example: {
        budget: BUDGETS.example,
        text: ({
          userName,
        }) => `例：d1 ${userName}说“我今天正式递了辞呈，准备回老家开书店”，f1“${userName}2025年6月9日交辞职信”
${json({
  events: [
    {
      from: ["d1"],
      type: "decision",
      summary: `${userName}辞职回老家开书店`,
      details: `2025年6月9日，${userName}正式递交辞呈，准备回老家开一家书店。`,
      tags: ["辞职", "书店"],
      importance: 0.9,
    },
  ],
  finishedFocus: [{ id: "f1", why: "done" }],
})}
例：d1 ${userName}说“晚饭吃了火锅，好撑”
${json({ events: [], finishedFocus: [] })}`,
      },
    },
  },
  en: {
    id: "important-events",
    version: 1,
    language: "en",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ userName, companionName }) =>
          `${companionName} wants to remember for good what truly mattered in the life of ${userName}. You recognise it in recent dialogues; most of the time there is nothing.`,
      },
      structure: {
        budget: BUDGETS.structure,
        text: ({
          userName,
        }) => `An important event makes the life of ${userName} go another way and will still be talked of in years: a great decision, the beginning or end of a relationship, a long-term goal, a death, graduation, a new job, a deep change of heart.
Daily plans, meals, moods, small illnesses and nerves before a test are none. Go by what ${userName} said; wishes, suppositions and what ${userName} did not confirm do not count; what is known is not written again.

Output one JSON object:
- events: from (ids it rests on); type (decision, relationship, goal, change, loss, achievement, other); summary in one sentence; details of how it went, naming ${userName}, with dates written out and nothing that is not in the dialogues; up to 4 tags; importance 0.7 to 1
- finishedFocus: ids of things in mind that the dialogues clearly show to be done, cancelled or unwanted (no longer to be mentioned). That their time has passed is not enough; do not guess`,
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => [
          `It is ${slots.now}.`,
          ...(slots.known.length === 0
            ? []
            : ["Important events known already:", quoteAsData(slots.known, "en", "known")]),
          ...(slots.focus.length === 0
            ? ["Nothing is kept in mind."]
            : ["Kept in mind:", listed(slots.focus, "en", "focus")]),
        ],
      },
      task: {
        budget: BUDGETS.task,
        text: (slots) => [
          "Find important events and finished things in these dialogues. Output JSON only:",
          listed(slots.dialogues, "en", "items"),
        ],
      },
      example: {
        budget: BUDGETS.example,
        text: ({
          userName,
        }) => `Example: d1 ${userName} says "I handed in my notice today, I'm going home to open a bookshop", f1 "${userName} hands in notice on 9 June 2025"
${json({
  events: [
    {
      from: ["d1"],
      type: "decision",
      summary: `${userName} quit the job to open a bookshop at home`,
      details: `On 9 June 2025 ${userName} handed in notice and plans to go home and open a bookshop.`,
      tags: ["job", "bookshop"],
      importance: 0.9,
    },
  ],
  finishedFocus: [{ id: "f1", why: "done" }],
})}
Example: d1 ${userName} says "had hotpot for dinner, so full"
${json({ events: [], finishedFocus: [] })}`,
      },
    },
  },
};
