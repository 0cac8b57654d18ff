/**
 * The companion's inner thought about a turn (MiraMate v1): what it noticed, what it feels, what may be worth remembering.
 * For the memory manager alone; nobody reads it in the conversation, and it is no source of facts.
 */
import { conversation } from "./conversation.ts";
import { statusWords } from "./status-words.ts";
import type { ManagerStatusView } from "./status-words.ts";
import type { Names, Prompts, Said } from "./types.ts";

export interface InnerThoughtsSlots extends Names {
  readonly persona: string;
  readonly now: string;
  readonly status: ManagerStatusView;
  readonly before: readonly Said[];
  readonly userText: string;
  readonly companionText: string;
}

const BUDGETS = { business: 600, structure: 400, session: 900, task: 1800, example: 100 };
const ORDER = { stable: ["business", "structure", "example"], changing: ["session", "task"] } as const;

const turn = ({ userText, companionText }: InnerThoughtsSlots): Said[] => [
  { role: "user", text: userText },
  { role: "companion", text: companionText },
];

export const innerThoughtsPrompt: Prompts<InnerThoughtsSlots> = {
  zh: {
    id: "inner_thoughts",
    version: 1,
    language: "zh",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ companionName, userName, persona }) => [
          `你是${companionName}，刚和${userName}说完一轮话，此刻在心里想一想。没有人会听见。`,
          persona,
        ],
      },
      structure: {
        budget: BUDGETS.structure,
        text: ({ userName }) =>
          `用“我”的口吻写两到四句：我留意到了什么，我心里是什么感觉，${userName}的话里有没有值得记住的事（喜好、个人信息、约定、让两人更近或更远的事）。没有就说没有。不编造，不写给${userName}的话。`,
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => [
          `现在是${slots.now}。\n${statusWords(slots.status, slots, "zh")}`,
          conversation(slots.before, slots, "zh"),
        ],
      },
      task: {
        budget: BUDGETS.task,
        text: (slots) => ["刚才这一轮是：", conversation(turn(slots), slots, "zh")],
      },
      example: { budget: BUDGETS.example, text: () => "" },
    },
  },
  en: {
    id: "inner_thoughts",
    version: 1,
    language: "en",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ companionName, userName, persona }) => [
          `You are ${companionName}. You have just exchanged a few words with ${userName} and think about it to yourself; nobody hears it.`,
          persona,
        ],
      },
      structure: {
        budget: BUDGETS.structure,
        text: ({ userName }) =>
          `Write two to four sentences as "I": what I noticed, how I feel about it, whether ${userName} said something worth remembering (tastes, personal details, promises, what brings us closer or apart). If there is nothing, say so. Make nothing up, and do not address ${userName}.`,
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => [
          `It is ${slots.now}.\n${statusWords(slots.status, slots, "en")}`,
          conversation(slots.before, slots, "en"),
        ],
      },
      task: {
        budget: BUDGETS.task,
        text: (slots) => ["The turn was:", conversation(turn(slots), slots, "en")],
      },
      example: { budget: BUDGETS.example, text: () => "" },
    },
  },
};
