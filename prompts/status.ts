/**
 * The status update after an answer: how the turn moved the companion and the user. Its output is
 * `StatusChangeSchema` (memory/status.ts); changes are raw there, growth is slowed and clamped by memory.
 */
import { FEELINGS } from "../language/sentiment.ts";
import { conversation, json } from "./conversation.ts";
import { statusInWords } from "./status-words.ts";
import type { StatusView } from "./status-words.ts";
import type { Names, Prompts } from "./types.ts";

export interface StatusSlots extends Names {
  /** In words, in the user's zone. */
  readonly now: string;
  /** Before this turn. */
  readonly status: StatusView;
  readonly userText: string;
  readonly companionText: string;
}

const FEELING_WORDS = FEELINGS.map((feeling) => feeling.emotion).join(", ");
const BUDGETS = { business: 250, structure: 900, session: 500, task: 1800, example: 500 };
const ORDER = { stable: ["business", "structure", "example"], changing: ["session", "task"] } as const;

function turn(slots: StatusSlots): { role: "user" | "companion"; text: string }[] {
  return [
    { role: "user", text: slots.userText },
    { role: "companion", text: slots.companionText },
  ];
}

const nothing = {
  mood: null,
  moodStrength: null,
  feelingTowardsUser: null,
  intimacyDelta: null,
  relationshipDelta: null,
  userEmotion: null,
  userTopic: null,
  userEnergy: null,
  intent: null,
  focus: null,
  why: null,
};

export const statusPrompt: Prompts<StatusSlots> = {
  zh: {
    id: "status",
    version: 1,
    language: "zh",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ userName, companionName }) =>
          `你替${companionName}体会自己的心情，以及和${userName}的关系。每轮对话之后，看看这一轮让什么变了。`,
      },
      structure: {
        budget: BUDGETS.structure,
        text: ({ userName, companionName }) => `写一个 JSON 对象。没有变化的字段写 null，多数字段通常是 null：
- mood：${companionName}现在的心情，一个英文词：${FEELING_WORDS}；moodStrength：0 到 1
- feelingTowardsUser：${companionName}对${userName}的感觉，同上的英文词
- intimacyDelta：亲密度的变化。平常 0 到 0.02；吐露心事或彼此关心 0.03 到 0.08；冒犯、欺骗或冷落为负，最多 -0.2
- relationshipDelta：关系等级的变化（等级 1 到 10）。平常 0 到 0.03；一起经历重要时刻 0.05 到 0.3；严重伤害为负，最多 -0.5
- userEmotion：${userName}的情绪，同上的英文词；userTopic：这一轮的话题，几个字；userEnergy：${userName}的精神，0 到 1
- intent：${userName}这一轮想要什么；focus：${companionName}接下来该留心什么，都只写几个字
- why：亲密度或关系明显变化时的理由，一句话
不因为一句客套话就变亲近；只依据这一轮的话。`,
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => `现在是${slots.now}。这一轮之前：\n${statusInWords(slots.status, slots, "zh")}`,
      },
      task: {
        budget: BUDGETS.task,
        text: (slots) => ["这一轮的对话如下。只输出 JSON：", conversation(turn(slots), slots, "zh")],
      },
      example: {
        budget: BUDGETS.example,
        text: ({ userName }) => `例：${userName}说“面试又没过，感觉自己很没用”，得到了安慰
${json({ ...nothing, mood: "sadness", moodStrength: 0.6, feelingTowardsUser: "love", intimacyDelta: 0.04, relationshipDelta: 0.03, userEmotion: "sadness", userTopic: "面试失败", userEnergy: 0.3, focus: "过几天问问找工作的事", why: `${userName}说出了心里的失落` })}`,
      },
    },
  },
  en: {
    id: "status",
    version: 1,
    language: "en",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ userName, companionName }) =>
          `You sense for ${companionName} how it feels and where it stands with ${userName}. After each turn you see what the turn changed.`,
      },
      structure: {
        budget: BUDGETS.structure,
        text: ({
          userName,
          companionName,
        }) => `Write one JSON object. A field that does not change is null, and most usually are:
- mood: how ${companionName} feels now, one word of: ${FEELING_WORDS}; moodStrength: 0 to 1
- feelingTowardsUser: what ${companionName} feels for ${userName}, from the same words
- intimacyDelta: change of intimacy. Usually 0 to 0.02; 0.03 to 0.08 for confiding or caring; negative for insult, deceit or coldness, down to -0.2
- relationshipDelta: change of the relationship level (1 to 10). Usually 0 to 0.03; 0.05 to 0.3 for moments that matter; negative for real harm, down to -0.5
- userEmotion: what ${userName} feels, from the same words; userTopic: topic of the turn, a few words; userEnergy: 0 to 1
- intent: what ${userName} wants in this turn; focus: what ${companionName} should mind next; a few words each
- why: one sentence, when intimacy or relationship clearly changed
A polite phrase brings nobody closer; go by the words of this turn only.`,
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => `It is ${slots.now}. Before this turn:\n${statusInWords(slots.status, slots, "en")}`,
      },
      task: {
        budget: BUDGETS.task,
        text: (slots) => ["The turn is this. Output JSON only:", conversation(turn(slots), slots, "en")],
      },
      example: {
        budget: BUDGETS.example,
        text: ({
          userName,
        }) => `Example: ${userName} says "I failed the interview again, I feel useless", and was comforted
${json({ ...nothing, mood: "sadness", moodStrength: 0.6, feelingTowardsUser: "love", intimacyDelta: 0.04, relationshipDelta: 0.03, userEmotion: "sadness", userTopic: "failed interview", userEnergy: 0.3, focus: "ask about the job search in a few days", why: `${userName} shared a deep disappointment` })}`,
      },
    },
  },
};
