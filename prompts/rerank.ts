/**
 * The rerank step: which of the memories that were found help to answer, best first. They are numbered; the model answers
 * with numbers alone, since every word more is waited for (memory/recall/rerank/small-model.ts).
 */
import type { Language } from "../language/types.ts";
import { json } from "./conversation.ts";
import { quoteAsData } from "./quote.ts";
import type { Names, Prompts, Section } from "./types.ts";

export interface RerankSlots extends Names {
  /** What is asked, in words that can be understood alone. */
  readonly question: string;
  /** Best first, as they were found; the first has the number 1. */
  readonly memories: readonly string[];
}

const BUDGETS = { business: 250, structure: 500, session: 9000, task: 600, example: 500 };
const ORDER = { stable: ["business", "structure", "example"], changing: ["session", "task"] } as const;

/** So that no memory pushes out those after it. */
const SHOWN_CHARACTERS = 240;

function numbered(memories: readonly string[], language: Language): Section {
  return quoteAsData(
    memories.map((text, at) => ({ label: String(at + 1), text: shown(text) })),
    language,
    "memories",
  );
}

function shown(text: string): string {
  const points = [...text];
  return points.length <= SHOWN_CHARACTERS ? text : `${points.slice(0, SHOWN_CHARACTERS).join("")}…`;
}

export const rerankPrompt: Prompts<RerankSlots> = {
  zh: {
    id: "rerank",
    version: 1,
    language: "zh",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ userName, companionName }) =>
          `${companionName}长期陪伴着${userName}。为了回应${userName}的话，已经从记忆里找出了一些条目，有的有用，有的只是用词相近。你在幕后把它们按用处排好。`,
      },
      structure: {
        budget: BUDGETS.structure,
        text: ({
          companionName,
        }) => `怎样算有用：${companionName}靠这一条就能答上来，排最前；能答上一部分，或说的是同一个人、同一件事，排其次；只是词语相同、说的却是别的事，不写。
问现在的情况时，更新的说法排在旧的前面。

输出一个 JSON 对象：
- order：有用的条目的编号，最有用的写在最前，每个编号只写一次；一条有用的都没有时写 []`,
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => ["找到的记忆，行首是编号：", numbered(slots.memories, "zh")],
      },
      task: {
        budget: BUDGETS.task,
        text: (slots) => [
          `按对回答下面这句话的用处排序，只输出 JSON：`,
          quoteAsData([{ label: slots.userName, text: slots.question }], "zh", "message"),
        ],
      },
      example: {
        budget: BUDGETS.example,
        text: ({
          userName,
        }) => `例：1“${userName}说同事的猫走丢了”，2“${userName}给自己的猫买了新的猫窝”，3“${userName}的猫叫麻薯，是朋友送的”；${userName}问“我的猫叫什么？”
${json({ order: [3, 2] })}
例：1“${userName}喜欢爬山”；${userName}问“我的护照什么时候到期？”
${json({ order: [] })}`,
      },
    },
  },
  en: {
    id: "rerank",
    version: 1,
    language: "en",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ userName, companionName }) =>
          `${companionName} has kept ${userName} company for a long time. To reply to ${userName}, memories were looked up; some help, others merely use the same words. Behind the scenes you put them in order of use.`,
      },
      structure: {
        budget: BUDGETS.structure,
        text: ({
          companionName,
        }) => `What is of use: first a memory from which ${companionName} can answer by itself; then one that answers a part, or is about the same person or the same matter. What shares words only and is about something else is left out.
Where it is asked how things are now, the newer statement comes before the older.

Output one JSON object:
- order: the numbers of the memories that are of use, the most useful first, each number once; [] when none is`,
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => [
          "Memories that were found, each line beginning with its number:",
          numbered(slots.memories, "en"),
        ],
      },
      task: {
        budget: BUDGETS.task,
        text: (slots) => [
          "Put them in order of their use for replying to this. Output JSON only:",
          quoteAsData([{ label: slots.userName, text: slots.question }], "en", "message"),
        ],
      },
      example: {
        budget: BUDGETS.example,
        text: ({
          userName,
        }) => `Example: 1 "${userName} says a colleague's cat ran away", 2 "${userName} bought a new basket for the cat", 3 "${userName}'s cat is called Mochi, a present from a friend"; ${userName} asks "What's my cat called?"
${json({ order: [3, 2] })}
Example: 1 "${userName} likes hiking"; ${userName} asks "When does my passport run out?"
${json({ order: [] })}`,
      },
    },
  },
};
