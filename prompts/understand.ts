/**
 * The understand step: what an input means and what to look for in memory. Its output is `UnderstandingSchema`
 * (memory/understanding.ts).
 */
import { FEELINGS } from "../language/sentiment.ts";
import { conversation, json, oneMessage } from "./conversation.ts";
import type { Names, Prompts, Said } from "./types.ts";

export interface UnderstandSlots extends Names {
  /** The last three turns or so, oldest first. */
  readonly history: readonly Said[];
  readonly input: string;
  /** The current time in words, in the user's zone. */
  readonly now: string;
  /** The same as ISO 8601 with the zone's offset, e.g. 2025-06-09T15:20:00+08:00. */
  readonly nowIso: string;
}

const FEELING_WORDS = FEELINGS.map((feeling) => feeling.emotion).join(", ");
const BUDGETS = { business: 300, structure: 1100, session: 2400, task: 2400, example: 900 };
const ORDER = { stable: ["business", "structure", "example"], changing: ["session", "task"] } as const;

const birthday = {
  intent: "ask_memory",
  emotion: "neutral",
  timeRange: null,
  needsMemory: true,
  aboutPast: false,
  collections: null,
};
const greeting = {
  intent: "greeting",
  emotion: "calm",
  memoryQuery: "",
  timeRange: null,
  keywords: [],
  needsMemory: false,
  aboutPast: false,
  collections: null,
};
const weekend = { start: "2025-06-07T00:00:00+08:00", end: "2025-06-09T00:00:00+08:00" };

export const understandPrompt: Prompts<UnderstandSlots> = {
  zh: {
    id: "understand",
    version: 1,
    language: "zh",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ userName, companionName }) =>
          `${companionName}长期陪伴着${userName}，并记得两人的往事。你在幕后替${companionName}读懂${userName}刚说的话，判断要不要回忆、回忆什么。` +
          `你不和${userName}说话，只写出分析结果。`,
      },
      structure: {
        budget: BUDGETS.structure,
        text: ({
          userName,
          companionName,
        }) => `记忆有四处，都是${companionName}以“我”的口吻写下的，提到对方时写“${userName}”，时间写成年月日：
- dialog_logs：每一轮对话的记录
- facts：${userName}和身边人的事实
- user_preferences：${userName}的喜好和习惯
- important_events：影响人生的大事

写一个 JSON 对象，字段如下：
- intent：greeting 打招呼、道谢、道别；small_talk 不需要回忆的闲聊；share 说自己的事；ask_memory 问以前说过或发生过的事；ask_advice 求建议，要用到喜好或情况；ask_companion 问${companionName}自己；ask_knowledge 问常识；instruct 要求记住、忘掉或改称呼；correct 更正说过的话
- emotion：${userName}说这句话时的情绪，一个英文词：${FEELING_WORDS}
- memoryQuery：一句用来检索的陈述，像${companionName}当初会记下的样子，把“它”“那个人”“上次”换成具体的名字和日期；不需要回忆时写 ""
- timeRange：只有在问某段时间的事时才写，start 和 end 是带时区的 ISO 时间，含头不含尾，words 是原话中的时间词；否则 null
- keywords：最多 6 个检索词，取人名、地名、物品、活动；不取“什么”“记得”“上次”这类词
- needsMemory：回答这句话是否用得上记忆
- aboutPast：是否在问已经改变的旧情况（“以前住哪儿”）；否则 false
- collections：只有明显只和其中几处有关时才列出；否则 null`,
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => [
          `现在是${slots.now}（${slots.nowIso}）。`,
          conversation(slots.history, slots, "zh"),
        ],
      },
      task: {
        budget: BUDGETS.task,
        text: (slots) => [
          `分析${slots.userName}的这句新话，只输出 JSON：`,
          oneMessage({ role: "user", text: slots.input }, slots, "zh"),
        ],
      },
      example: {
        budget: BUDGETS.example,
        text: ({ userName }) => `例一（现在是2025年6月9日星期一）：${userName}说“你还记得我妹妹哪天生日吗？”
${json({ ...birthday, memoryQuery: `${userName}告诉我妹妹的生日是哪一天`, keywords: ["妹妹", "生日"] })}
例二：${userName}说“上周末我跟你讲的那家店叫什么来着”
${json({
  ...birthday,
  memoryQuery: `2025年6月7日或8日，${userName}跟我讲起一家店的名字`,
  timeRange: { ...weekend, words: "上周末" },
  keywords: ["店", "店名"],
})}
例三：${userName}说“早呀”
${json(greeting)}`,
      },
    },
  },
  en: {
    id: "understand",
    version: 1,
    language: "en",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ userName, companionName }) =>
          `${companionName} has kept ${userName} company for a long time and remembers their past. Behind the scenes you read what ${userName} just said for ${companionName}, and decide whether something should be recalled and what. ` +
          `You do not speak to ${userName}; you only write down the analysis.`,
      },
      structure: {
        budget: BUDGETS.structure,
        text: ({
          userName,
          companionName,
        }) => `There are four kinds of memories, all written by ${companionName} as "I", naming ${userName}, with dates written out:
- dialog_logs: a record of each turn
- facts: facts about ${userName} and the people around
- user_preferences: tastes and habits of ${userName}
- important_events: what changed a life

Write one JSON object with these fields:
- intent: greeting (hello, thanks, goodbye); small_talk (needs no memory); share (tells of the own life); ask_memory (asks what was said or happened); ask_advice (tastes or circumstances matter); ask_companion (about ${companionName}); ask_knowledge (about the world); instruct (remember, forget, call me); correct (mends what was said)
- emotion: what ${userName} feels in saying it, one word of: ${FEELING_WORDS}
- memoryQuery: one statement to search with, worded as ${companionName} would have noted it down; put names and dates for "it", "that person", "last time"; "" when nothing is to be recalled
- timeRange: only when a period is asked about: start and end as ISO times with offset, end excluded, words as they were said; else null
- keywords: up to 6 search words: people, places, things, activities; not "what", "remember", "last time"
- needsMemory: whether memories help to answer
- aboutPast: whether it asks how things were before they changed ("where did I live before"); else false
- collections: only when clearly just some of the four matter; else null`,
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => [`It is ${slots.now} (${slots.nowIso}).`, conversation(slots.history, slots, "en")],
      },
      task: {
        budget: BUDGETS.task,
        text: (slots) => [
          `Analyse this new message of ${slots.userName}. Output JSON only:`,
          oneMessage({ role: "user", text: slots.input }, slots, "en"),
        ],
      },
      example: {
        budget: BUDGETS.example,
        text: ({
          userName,
        }) => `Example 1 (it is Monday, 9 June 2025): ${userName} says "Do you remember when my sister's birthday is?"
${json({ ...birthday, memoryQuery: `${userName} told me the date of their sister's birthday`, keywords: ["sister", "birthday"] })}
Example 2: ${userName} says "What was the cafe called that I told you about last weekend?"
${json({
  ...birthday,
  memoryQuery: `On 7 or 8 June 2025 ${userName} told me the name of a cafe`,
  timeRange: { ...weekend, words: "last weekend" },
  keywords: ["cafe", "name"],
})}
Example 3: ${userName} says "morning!"
${json(greeting)}`,
      },
    },
  },
};
