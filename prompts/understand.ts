/**
 * The understand step: what an input means and what to look for in memory. Its output is what `modelSchemaFor` says
 * (memory/understanding.ts): only the fields of the strategies that are switched on are described and shown.
 */
import { FEELINGS } from "../language/sentiment.ts";
import { conversation, json, oneMessage } from "./conversation.ts";
import type { Names, Prompts, Said } from "./types.ts";

/** Strategies of query work; structurally those of memory/recall/queries.ts. */
export type AskedWork =
  "rewrite" | "variants" | "split" | "hypothetical" | "step_back" | "keywords" | "routing" | "time";

export interface UnderstandSlots extends Names {
  /** The same for all turns of an installation, so that the stable part of the prompt stays the same. */
  readonly work: ReadonlySet<AskedWork>;
  /** The last three turns or so, oldest first. */
  readonly history: readonly Said[];
  readonly input: string;
  /** The current time in words, in the user's zone. */
  readonly now: string;
  /** The same as ISO 8601 with the zone's offset, e.g. 2025-06-09T15:20:00+08:00. */
  readonly nowIso: string;
}

const FEELING_WORDS = FEELINGS.map((feeling) => feeling.emotion).join(", ");
const BUDGETS = { business: 300, structure: 1600, session: 2400, task: 2400, example: 1400 };
const ORDER = { stable: ["business", "structure", "example"], changing: ["session", "task"] } as const;

/** Which strategy a field of the answer belongs to; fields that are not here are always asked for. */
const WORK_OF: Readonly<Record<string, AskedWork>> = {
  memoryQuery: "rewrite",
  parts: "split",
  hypothetical: "hypothetical",
  variants: "variants",
  stepBack: "step_back",
  keywords: "keywords",
  timeRange: "time",
  collections: "routing",
};

function isAsked(field: string, work: ReadonlySet<AskedWork>): boolean {
  const strategy = WORK_OF[field];
  return strategy === undefined || work.has(strategy);
}

/** The descriptions of the fields that are asked for, one a line. */
function fields(
  described: Readonly<Record<string, string>>,
  between: string,
  work: ReadonlySet<AskedWork>,
): string {
  return Object.entries(described)
    .filter(([field]) => isAsked(field, work))
    .map(([field, words]) => `- ${field}${between}${words}`)
    .join("\n");
}

const recalling = {
  intent: "ask_memory",
  emotion: "neutral",
  needsMemory: true,
  aboutPast: false,
  timeRange: null,
  parts: [],
  collections: null,
};
const nothing = {
  needsMemory: false,
  aboutPast: false,
  memoryQuery: "",
  keywords: [],
  timeRange: null,
  parts: [],
  hypothetical: "",
  variants: [],
  stepBack: "",
  collections: null,
};

/** An example's result with the fields that are asked for. */
function result(value: Readonly<Record<string, unknown>>, work: ReadonlySet<AskedWork>): string {
  return json(Object.fromEntries(Object.entries(value).filter(([field]) => isAsked(field, work))));
}

const weekend = { start: "2025-06-07T00:00:00+08:00", end: "2025-06-09T00:00:00+08:00" };

export const understandPrompt: Prompts<UnderstandSlots> = {
  zh: {
    id: "understand",
    version: 2,
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
          work,
        }) => `记忆有四处，都是${companionName}以“我”的口吻写下的，提到对方时写“${userName}”，时间写成年月日：
- dialog_logs：每一轮对话的记录，两人聊过什么、${companionName}说过什么
- facts：${userName}和身边人的事实
- user_preferences：${userName}的喜好和习惯
- important_events：影响人生的大事，如考试、搬家、结婚、分手、手术

写一个 JSON 对象，字段如下：
${fields(
  {
    intent: `greeting 打招呼、道谢、道别；small_talk 不需要回忆的闲聊；share 说自己的事；ask_memory 问以前说过或发生过的事；ask_advice 求建议，要用到喜好或情况；ask_companion 问${companionName}自己；ask_knowledge 问常识；instruct 要求记住、忘掉或改称呼；correct 更正说过的话`,
    emotion: `${userName}说这句话时的情绪，一个英文词：${FEELING_WORDS}`,
    needsMemory: `回答这句话是否用得上记忆：凡是问${userName}的生活都是 true，问候、常识、计算、写作都是 false`,
    aboutPast: "是否在问已经改变的旧情况（“以前住哪儿”）；否则 false",
    memoryQuery: `一句用来检索的陈述，像${companionName}当初会记下的样子，把“它”“那个人”“上次”换成具体的名字和日期；不需要回忆时写 ""`,
    parts: "一句话问了几件事时，每件事各写一句完整的检索陈述；只问一件事时写 []",
    hypothetical: `假想一条正好能回答它的记忆，照${companionName}写记忆的口吻；细节不知道就编一个合理的；不需要回忆时写 ""`,
    variants: "换两种说法来问同一件事，用词尽量和前面不同；不需要回忆时写 []",
    stepBack: '退一步、更概括的检索陈述，例如从一顿饭退到饮食习惯；不需要回忆时写 ""',
    keywords: "最多 6 个检索词，取人名、地名、物品、活动；不取“什么”“记得”“上次”这类词",
    timeRange:
      "只有在问某段时间的事时才写，start 和 end 是带时区的 ISO 时间，含头不含尾，words 是原话中的时间词；否则 null",
    collections: "答案最可能在的几处，最可能的写在最前；看不出来时写 null",
  },
  "：",
  work,
)}`,
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
        text: ({
          userName,
          work,
        }) => `例一（现在是2025年6月9日星期一）：${userName}说“你还记得我妹妹哪天生日吗？”
${result(
  {
    ...recalling,
    memoryQuery: `${userName}告诉我妹妹的生日是哪一天`,
    hypothetical: `${userName}的妹妹生日是10月2日`,
    variants: [`${userName}的妹妹是几月几号出生的`, `${userName}什么时候给妹妹过生日`],
    stepBack: `${userName}的妹妹的情况`,
    keywords: ["妹妹", "生日"],
    collections: ["facts"],
  },
  work,
)}
例二：${userName}说“上周末我跟你讲的那家店叫什么来着，在哪条街？”
${result(
  {
    ...recalling,
    memoryQuery: `2025年6月7日或8日，${userName}跟我讲起一家店的名字和在哪条街`,
    parts: [`${userName}周末讲起的那家店叫什么名字`, `${userName}周末讲起的那家店在哪条街`],
    hypothetical: `${userName}说周末去了一家叫“老槐树”的店，在青年路上`,
    variants: [`${userName}提到的店铺叫啥`, `${userName}周末逛过的店的位置`],
    stepBack: `${userName}去过的店`,
    timeRange: { ...weekend, words: "上周末" },
    keywords: ["店", "店名", "街"],
    collections: ["dialog_logs", "facts"],
  },
  work,
)}
例三：${userName}说“早呀”
${result({ intent: "greeting", emotion: "calm", ...nothing }, work)}`,
      },
    },
  },
  en: {
    id: "understand",
    version: 2,
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
          work,
        }) => `There are four kinds of memories, all written by ${companionName} as "I", naming ${userName}, with dates written out:
- dialog_logs: a record of each turn: what the two talked about, what ${companionName} said
- facts: facts about ${userName} and the people around
- user_preferences: tastes and habits of ${userName}
- important_events: what changed a life: exams, moves, weddings, breakups, operations

Write one JSON object with these fields:
${fields(
  {
    intent: `greeting (hello, thanks, goodbye); small_talk (needs no memory); share (tells of the own life); ask_memory (asks what was said or happened); ask_advice (tastes or circumstances matter); ask_companion (about ${companionName}); ask_knowledge (about the world); instruct (remember, forget, call me); correct (mends what was said)`,
    emotion: `what ${userName} feels in saying it, one word of: ${FEELING_WORDS}`,
    needsMemory: `whether memories help to answer: true for every question about the life of ${userName}, false for greetings, world knowledge, sums and pieces of writing`,
    aboutPast: 'whether it asks how things were before they changed ("where did I live before"); else false',
    memoryQuery: `one statement to search with, worded as ${companionName} would have noted it down; put names and dates for "it", "that person", "last time"; "" when nothing is to be recalled`,
    parts:
      "when several things are asked at once, one whole statement to search with for each; [] when it is one",
    hypothetical: `an imagined memory that would be the answer, as ${companionName} writes memories; make up likely details; "" when nothing is to be recalled`,
    variants:
      "two other wordings of the same question, in words not used yet; [] when nothing is to be recalled",
    stepBack:
      'a more general statement to search with, such as eating habits for one meal; "" when nothing is to be recalled',
    keywords: 'up to 6 search words: people, places, things, activities; not "what", "remember", "last time"',
    timeRange:
      "only when a period is asked about: start and end as ISO times with offset, end excluded, words as they were said; else null",
    collections: "where the answer is likely to be, the likeliest first; null when it cannot be told",
  },
  ": ",
  work,
)}`,
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
          work,
        }) => `Example 1 (it is Monday, 9 June 2025): ${userName} says "Do you remember when my sister's birthday is?"
${result(
  {
    ...recalling,
    memoryQuery: `${userName} told me the date of their sister's birthday`,
    hypothetical: `The birthday of ${userName}'s sister is 2 October`,
    variants: [
      `the day on which ${userName}'s sister was born`,
      `when ${userName} celebrates with their sister`,
    ],
    stepBack: `about ${userName}'s sister`,
    keywords: ["sister", "birthday"],
    collections: ["facts"],
  },
  work,
)}
Example 2: ${userName} says "What was the cafe called that I told you about last weekend, and which street is it in?"
${result(
  {
    ...recalling,
    memoryQuery: `On 7 or 8 June 2025 ${userName} told me the name and the street of a cafe`,
    parts: [
      `the name of the cafe that ${userName} told me about at the weekend`,
      `the street of the cafe that ${userName} told me about at the weekend`,
    ],
    hypothetical: `${userName} was at a cafe called The Old Oak in Mill Street at the weekend`,
    variants: [`the coffee place that ${userName} mentioned`, `where the place is that ${userName} went to`],
    stepBack: `cafes that ${userName} has been to`,
    timeRange: { ...weekend, words: "last weekend" },
    keywords: ["cafe", "name", "street"],
    collections: ["dialog_logs", "facts"],
  },
  work,
)}
Example 3: ${userName} says "morning!"
${result({ intent: "greeting", emotion: "calm", ...nothing }, work)}`,
      },
    },
  },
};
