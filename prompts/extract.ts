/**
 * Extraction after a turn: what the user said that is worth keeping. Its output is `ExtractionSchema`
 * (memory/extraction.ts). Times come back as ISO 8601 with an offset.
 */
import { FEELINGS } from "../language/sentiment.ts";
import { conversation, json, oneMessage } from "./conversation.ts";
import type { Names, Prompts, Said, Section } from "./types.ts";
import type { Language } from "../language/types.ts";

export interface ExtractSlots extends Names {
  /** Up to six messages before the turn, oldest first: for references and confirmations. */
  readonly before: readonly Said[];
  /** "" when only the companion spoke. */
  readonly userText: string;
  /** "" when the companion did not answer. */
  readonly companionText: string;
  /** When it was said, in words, in the user's zone. */
  readonly said: string;
  /** The same as ISO 8601 with the zone's offset. */
  readonly saidIso: string;
}

const FEELING_WORDS = FEELINGS.map((feeling) => feeling.emotion).join(", ");
const BUDGETS = { business: 300, structure: 2200, session: 3200, task: 8000, example: 1600 };
const ORDER = { stable: ["business", "structure", "example"], changing: ["session", "task"] } as const;

/** The companion's words as context, apart from the user's, so that the two cannot be taken for each other. */
function reply(introduction: string, slots: ExtractSlots, language: Language): (string | Section)[] {
  if (slots.companionText === "") return [];
  return [introduction, conversation([{ role: "companion", text: slots.companionText }], slots, language)];
}

const tuesday = { start: "2025-06-10T14:00:00+08:00", end: "2025-06-10T18:00:00+08:00", grain: "daypart" };
const nothing = {
  facts: [],
  preferences: [],
  profile: [],
  focus: [],
  retracts: [],
  offRecord: false,
  secrets: [],
};

const examples = {
  zh: (userName: string) => ({
    told: {
      dialogue: {
        topic: "考试和饮食",
        sentiment: "fear",
        importance: 0.5,
        tags: ["考试", "饮食"],
        possibleMajorEvent: false,
      },
      facts: [
        {
          content: `${userName}2025年6月10日星期二下午有驾照考试`,
          tags: ["考试", "驾照"],
          confidence: 0.95,
          quote: "明天下午考驾照",
          belief: null,
          when: tuesday,
        },
      ],
      preferences: [
        {
          content: `${userName}不吃香菜`,
          tags: ["饮食"],
          confidence: 0.95,
          quote: "我不吃香菜",
          belief: { subject: "user", attribute: "likes:香菜", value: "dislikes" },
          when: null,
          type: "food",
          polarity: -0.8,
        },
      ],
      profile: [],
      focus: [
        {
          content: `${userName}2025年6月10日下午考驾照，有点紧张`,
          quote: "明天下午考驾照，好紧张",
          keywords: ["驾照", "考试"],
          when: tuesday,
          expires: "2025-06-12T00:00:00+08:00",
        },
      ],
      retracts: [],
      offRecord: false,
      secrets: [],
    },
    asked: {
      dialogue: {
        topic: "香菜",
        sentiment: "neutral",
        importance: 0.1,
        tags: ["饮食"],
        possibleMajorEvent: false,
      },
      ...nothing,
    },
  }),
  en: (userName: string) => ({
    told: {
      dialogue: {
        topic: "test and food",
        sentiment: "fear",
        importance: 0.5,
        tags: ["test", "food"],
        possibleMajorEvent: false,
      },
      facts: [
        {
          content: `${userName} has a driving test on the afternoon of Tuesday, 10 June 2025`,
          tags: ["test", "driving"],
          confidence: 0.95,
          quote: "my driving test is tomorrow afternoon",
          belief: null,
          when: tuesday,
        },
      ],
      preferences: [
        {
          content: `${userName} does not eat coriander`,
          tags: ["food"],
          confidence: 0.95,
          quote: "I don't eat coriander",
          belief: { subject: "user", attribute: "likes:coriander", value: "dislikes" },
          when: null,
          type: "food",
          polarity: -0.8,
        },
      ],
      profile: [],
      focus: [
        {
          content: `${userName} takes the driving test on the afternoon of 10 June 2025 and is nervous`,
          quote: "my driving test is tomorrow afternoon, I'm so nervous",
          keywords: ["driving", "test"],
          when: tuesday,
          expires: "2025-06-12T00:00:00+08:00",
        },
      ],
      retracts: [],
      offRecord: false,
      secrets: [],
    },
    asked: {
      dialogue: {
        topic: "coriander",
        sentiment: "neutral",
        importance: 0.1,
        tags: ["food"],
        possibleMajorEvent: false,
      },
      ...nothing,
    },
  }),
};

export const extractPrompt: Prompts<ExtractSlots> = {
  zh: {
    id: "extract",
    version: 1,
    language: "zh",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ userName, companionName }) =>
          `${companionName}长期陪伴着${userName}。一轮对话刚结束，你替${companionName}整理记忆：从${userName}这一轮亲口说的话里，找出以后还用得上的内容。` +
          `记错比漏记更伤人，没有就什么都不写。`,
      },
      structure: {
        budget: BUDGETS.structure,
        text: ({ userName, companionName }) => `什么算数：
- 只看${userName}这一轮的原话。每一条都要有 quote：从这段原话里一字不差地抄下支持它的词句；抄不出来就不写这一条。
- ${companionName}说的话、${companionName}的回忆、之前的对话都只用来理解指代，不是事实来源。例外：${companionName}问了，${userName}肯定地答“对”“是的”，quote 就抄这句肯定。
- 问句、愿望、假设、否认、玩笑、扮演角色、转述或引用别人的话、歌词和书里的内容，都不产生记忆。“要是喜欢香菜就好了”没有说喜欢；“我妈讨厌香菜”说的是妈妈，不是${userName}。
- 只收长久有用的；寒暄、一时的感受、重复说过的不收。
- 内容以${companionName}的角度写成完整的一句，写“${userName}”，不写“用户”“我”“他”。
- “昨天”“下周三”等一律换算成写明年月日的日期。所有 start、end、expires 都是带时区的 ISO 时间，含头不含尾；grain 说明时间有多准：minute、hour、daypart、day、week、month、season、year。说不清时间就写 null。

写一个 JSON 对象：
- dialogue：topic 话题（几个字）；sentiment ${userName}的情绪，一个英文词：${FEELING_WORDS}；importance 0 到 1，寒暄 0.1，日常 0.3，重要的人和事 0.7，人生大事 0.9；tags 最多 4 个；possibleMajorEvent 是否可能是改变人生的大事（毕业、入职、分手、亲人生病去世、搬家）
- facts：关于${userName}或身边人的事实，也包括发生过的事和计划。content、tags、confidence（0 到 1）、quote、belief、when
- preferences：${userName}自己的喜好和习惯。另有 type（food、drink、music、activity、habit、communication 等英文词）和 polarity（-1 讨厌到 1 喜爱）
- belief：能用“谁的什么是什么”说清时才写，否则 null。subject 写 "user" 或那个人（如“妈妈”）；attribute 用小写英文，如 residence、occupation、birthday、workplace、school，带事物的写作 likes:奶茶、allergy:花生、pet:豆豆；value 写值，喜好的 value 是 likes 或 dislikes
- profile：${userName}本人的固定资料。key 用小写英文（name、nickname、birthday、age、gender、residence、hometown、occupation、school、allergy、condition、partner、pet、child），value、quote、confidence
- focus：大约两周内、值得到时惦记的事。content、quote、keywords（提到它时会用的词）、when、expires（通常是事后一两天）
- retracts：${userName}收回或更正了以前说过的话时写：quote，能说清时加 attribute 和收回的旧 value。更正后的新内容另外写进 facts 等
- offRecord：${userName}要求这一轮别记时为 true，其余都留空
- secrets：原话中的密码、证件号、银行卡号、验证码，逐字抄下；这些内容不要写进别处`,
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => [
          `这一轮说于${slots.said}（${slots.saidIso}）。`,
          conversation(slots.before, slots, "zh"),
        ],
      },
      task: {
        budget: BUDGETS.task,
        text: (slots) => [
          ...reply(`这一轮里${slots.companionName}的回答，只供理解：`, slots, "zh"),
          `整理${slots.userName}这一轮的原话，它是唯一的来源。只输出 JSON：`,
          oneMessage({ role: "user", text: slots.userText }, slots, "zh"),
        ],
      },
      example: {
        budget: BUDGETS.example,
        text: ({ userName }) => {
          const { told, asked } = examples.zh(userName);
          return `例一（说于2025年6月9日星期一）：${userName}说“明天下午考驾照，好紧张。对了，我不吃香菜”
${json(told)}
例二：${userName}说“你喜欢香菜吗？我妈说它很香”
${json(asked)}`;
        },
      },
    },
  },
  en: {
    id: "extract",
    version: 1,
    language: "en",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ userName, companionName }) =>
          `${companionName} has kept ${userName} company for a long time. A turn of their conversation has just ended, and you tidy it into memories for ${companionName}: from what ${userName} said in this turn, whatever will still matter later. ` +
          `A wrong memory hurts more than a missing one; when there is nothing, write nothing.`,
      },
      structure: {
        budget: BUDGETS.structure,
        text: ({ userName, companionName }) => `What counts:
- Only what ${userName} said in this turn. Every item has a quote: words copied exactly from it that carry the item. No such words, no item.
- What ${companionName} said or recalled, and the conversation before, only help to see what words refer to. They are never facts. One exception: when ${companionName} asked and ${userName} plainly says yes; then the quote is that yes.
- Questions, wishes, suppositions, denials, jokes, role play, words of others that are quoted or retold, songs and books give nothing. "I wish I liked coriander" tells of no liking; "my mum hates coriander" is about the mother, not about ${userName}.
- Keep only what lasts. No small talk, no passing moods, nothing that only repeats.
- Write each content as one full sentence from ${companionName}'s view, naming ${userName}; not "the user", "I" or "they".
- Write "yesterday" or "next Wednesday" out as a date with its year. Every start, end and expires is an ISO time with offset, end excluded; grain says how exact it is: minute, hour, daypart, day, week, month, season, year. null when the time is not clear.

Write one JSON object:
- dialogue: topic (a few words); sentiment of ${userName}, one word of: ${FEELING_WORDS}; importance 0 to 1 (small talk 0.1, everyday 0.3, people and things that matter 0.7, turns of a life 0.9); up to 4 tags; possibleMajorEvent: whether it may change a life (graduation, new job, break-up, illness or death of a loved one, moving)
- facts: about ${userName} or people around, also what happened and what is planned. content, tags, confidence (0 to 1), quote, belief, when
- preferences: ${userName}'s own tastes and habits. Also type (food, drink, music, activity, habit, communication, ...) and polarity (-1 hates to 1 loves)
- belief: only when it can be said as "whose what is what", else null. subject is "user" or that person ("mother"); attribute in lower-case English such as residence, occupation, birthday, workplace, school, or with its thing: likes:coffee, allergy:peanuts, pet:Bean; value is the value, for tastes likes or dislikes
- profile: lasting data of ${userName} alone. key in lower-case English (name, nickname, birthday, age, gender, residence, hometown, occupation, school, allergy, condition, partner, pet, child), value, quote, confidence
- focus: what comes within about two weeks and should be kept in mind. content, quote, keywords (words that would name it), when, expires (usually a day or two after)
- retracts: when ${userName} takes back or corrects something said before: quote and, where clear, attribute and the old value. What is right instead goes into facts and so on
- offRecord: true when ${userName} asks that this turn be not remembered; all else stays empty
- secrets: passwords, document, card and verification numbers in the words, copied exactly; write them nowhere else`,
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => [
          `This turn was said on ${slots.said} (${slots.saidIso}).`,
          conversation(slots.before, slots, "en"),
        ],
      },
      task: {
        budget: BUDGETS.task,
        text: (slots) => [
          ...reply(`What ${slots.companionName} answered in this turn, for understanding only:`, slots, "en"),
          `Tidy up the words of ${slots.userName} in this turn, the only source. Output JSON only:`,
          oneMessage({ role: "user", text: slots.userText }, slots, "en"),
        ],
      },
      example: {
        budget: BUDGETS.example,
        text: ({ userName }) => {
          const { told, asked } = examples.en(userName);
          return `Example 1 (said on Monday, 9 June 2025): ${userName} says "my driving test is tomorrow afternoon, I'm so nervous. By the way, I don't eat coriander"
${json(told)}
Example 2: ${userName} says "Do you like coriander? My mum says it smells great"
${json(asked)}`;
        },
      },
    },
  },
};
