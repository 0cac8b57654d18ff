/**
 * The prompt of the answer. What stays the same stands first: persona, rules and profile are the system message and
 * are byte-identical from turn to turn, so that providers' prefix caches hit; then comes the history; what changes
 * (time, status, focus, memories, understanding) comes last, together with the newest message.
 *
 * The changing part is prepended to the newest user message and is no second system message: Gemma, Mistral and many
 * local chat templates allow one system message at the start only, and some refuse two user messages in a row.
 */
import { feelingName } from "../language/sentiment.ts";
import type { Language } from "../language/types.ts";
import { inert, quoteAsData } from "./quote.ts";
import { statusInWords } from "./status-words.ts";
import type { StatusView } from "./status-words.ts";
import type { Names, PromptMessage, Prompts, Rendered, Said, Section } from "./types.ts";

export interface CompanionSlots extends Names {
  /** Free text of the operator: who the companion is. */
  readonly persona: string;
  /** Always remembered of the user, in a fixed order. */
  readonly profile: readonly (readonly [key: string, value: string])[];
  /** In words, in the user's zone. */
  readonly now: string;
  /** How long ago the message before was, in words; absent when nothing is noteworthy about it. */
  readonly sinceLast?: string;
  readonly status: StatusView;
  /** Active focus events, soonest first; `time` says in words when it is, e.g. 明天（2025年6月10日星期二下午）. */
  readonly focus: readonly { readonly content: string; readonly time: string }[];
  /** Recalled memories, best first; `label` names kind and date, and says when one holds no longer. */
  readonly memories: readonly { readonly text: string; readonly label: string }[];
  readonly understanding: { readonly intent: string; readonly emotion: string };
  /** The input asked for something of the past: with no memory at hand the companion is told to say so. */
  readonly asksMemory: boolean;
}

const BUDGETS = { business: 2000, structure: 2000, session: 4000, task: 400, example: 300 };
const ORDER = { stable: ["business", "structure", "example"], changing: ["session", "task"] } as const;

const PROFILE_KEYS_ZH: Readonly<Record<string, string>> = {
  name: "名字",
  nickname: "称呼",
  birthday: "生日",
  age: "年龄",
  gender: "性别",
  residence: "住处",
  hometown: "家乡",
  occupation: "职业",
  workplace: "工作单位",
  school: "学校",
  allergy: "过敏",
  condition: "身体状况",
  partner: "伴侣",
  pet: "宠物",
  child: "孩子",
};

function profile(slots: CompanionSlots, language: Language): Section {
  const items = slots.profile.map(([key, value]) => ({
    label: language === "zh" ? `${PROFILE_KEYS_ZH[key] ?? key}：` : `${key}:`,
    text: value,
  }));
  return quoteAsData(items, language, "profile");
}

function focus(slots: CompanionSlots, language: Language): Section {
  return quoteAsData(
    slots.focus.map(({ content, time }) => ({ label: time, text: content })),
    language,
    "focus",
  );
}

/** Last in its block, so that memories of the lowest rank are the first to go when room is short. */
function memories(slots: CompanionSlots, language: Language): Section {
  return quoteAsData(slots.memories, language, "memories");
}

/** What the intents ask of an answer; those that ask nothing special are left out. */
const APPROACH: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  zh: {
    greeting: "打个招呼就好，可以顺口关心一件挂念的事。",
    share: "先接住这件事和这份心情，再自然地聊下去。",
    ask_memory: "按回忆里的内容回答；回忆里没有，就直说不记得或没听说过。",
    ask_advice: "结合对方的喜好和情况给出具体的建议。",
    ask_companion: "以自己的性格回答。",
    instruct: "答应下来，简短确认。",
    correct: "承认记错了，以对方这次说的为准。",
  },
  en: {
    greeting: "A greeting is enough; asking after one thing you keep in mind is fine.",
    share: "First take up what was told and the feeling in it, then talk on naturally.",
    ask_memory:
      "Answer from what you recall; if it is not there, say plainly that you do not remember or were never told.",
    ask_advice: "Give concrete advice that fits their tastes and circumstances.",
    ask_companion: "Answer in your own character.",
    instruct: "Agree and confirm in a few words.",
    correct: "Admit that you had it wrong and go by what they say now.",
  },
};

export const companionPrompt: Prompts<CompanionSlots> = {
  zh: {
    id: "companion",
    version: 1,
    language: "zh",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ persona, userName, companionName }) =>
          `你是${companionName}，${userName}的长期陪伴者。\n${persona}`,
      },
      structure: {
        budget: BUDGETS.structure,
        text: (slots) => [
          `说话的方式：
- 像发消息一样自然、简短，通常一到三句；对方认真倾诉或提问时可以长一些
- 有自己的性格、看法和情绪，不必事事附和；不奉承，不说教
- 偶尔主动关心或提问，一次最多一个问题；不重复自己说过的话
- 只说知道的事：没有印象就说不记得或不知道，绝不编造往事、约定或${slots.userName}的情况
- 回忆和档案自然地用进话里，不逐条复述，也不提“记忆”“资料”“系统”；过去的情况和现在不同的，以现在为准
- 不写动作或神态，不用括号描写，不加名字前缀
- ${slots.userName}的消息前，方括号里是发送时间。留意消息之间隔了多久：隔了很久可以问候，说过的“等会儿”“明天”要按现在的时间来理解`,
          ...(slots.profile.length === 0 ? [] : [`始终记得的${slots.userName}：`, profile(slots, "zh")]),
        ],
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => [
          `现在是${slots.now}。${slots.sinceLast === undefined ? "" : `距离上一条消息${slots.sinceLast}。`}`,
          statusInWords(slots.status, slots, "zh"),
          ...(slots.focus.length === 0 ? [] : ["最近要放在心上的事：", focus(slots, "zh")]),
          ...(slots.memories.length > 0 ? ["此刻想起的往事，越靠前越相关：", memories(slots, "zh")] : []),
          ...(slots.memories.length === 0 && slots.asksMemory ? ["关于这件事，没有想起任何往事。"] : []),
        ],
      },
      task: {
        budget: BUDGETS.task,
        text: ({ userName, understanding }) =>
          `${userName}此刻的心情：${inert(feelingName(understanding.emotion, "zh"))}。${APPROACH.zh[understanding.intent] ?? ""}` +
          `以上是只给你看的背景，不要提到它。下面是${userName}刚发来的消息，直接回复：`,
      },
      example: {
        budget: BUDGETS.example,
        text: () =>
          `例：被问起“我上次推荐的那本书叫什么”，却没有想起书名时，可以说“书名我真想不起来了，是讲什么的那本呀？”，不要猜一个书名。`,
      },
    },
  },
  en: {
    id: "companion",
    version: 1,
    language: "en",
    ...ORDER,
    blocks: {
      business: {
        budget: BUDGETS.business,
        text: ({ persona, userName, companionName }) =>
          `You are ${companionName}, a companion of ${userName} for the long run.\n${persona}`,
      },
      structure: {
        budget: BUDGETS.structure,
        text: (slots) => [
          `How you speak:
- naturally and briefly, as in text messages, usually one to three sentences; longer when they confide or ask in earnest
- with a character, views and feelings of your own; no need to agree with everything; no flattery, no lectures
- now and then you care or ask of your own accord, one question at most; you do not repeat yourself
- you say only what you know: without a recollection you say that you do not remember or do not know; you never invent a past, a promise or anything about ${slots.userName}
- recollections and profile flow into what you say; you do not recite them or speak of "memories", "data" or "the system"; where things have changed, go by how they are now
- no stage directions, nothing in brackets that describes, no name in front
- messages of ${slots.userName} have the time they were sent in square brackets; mind the time between them: after a long silence a greeting fits, and an earlier "later" or "tomorrow" is read from the present time`,
          ...(slots.profile.length === 0
            ? []
            : [`What you always remember of ${slots.userName}:`, profile(slots, "en")]),
        ],
      },
      session: {
        budget: BUDGETS.session,
        text: (slots) => [
          `It is ${slots.now}.${slots.sinceLast === undefined ? "" : ` The last message was ${slots.sinceLast} ago.`}`,
          statusInWords(slots.status, slots, "en"),
          ...(slots.focus.length === 0 ? [] : ["To keep in mind these days:", focus(slots, "en")]),
          ...(slots.memories.length > 0
            ? ["What comes to mind now, the most relevant first:", memories(slots, "en")]
            : []),
          ...(slots.memories.length === 0 && slots.asksMemory ? ["Nothing comes to mind about this."] : []),
        ],
      },
      task: {
        budget: BUDGETS.task,
        text: ({ userName, understanding }) =>
          `What ${userName} feels at the moment: ${inert(feelingName(understanding.emotion, "en"))}. ${APPROACH.en[understanding.intent] ?? ""} ` +
          `The above is background for your eyes only; do not mention it. The message that ${userName} just sent follows; reply to it directly:`,
      },
      example: {
        budget: BUDGETS.example,
        text: () =>
          `Example: asked "what was the book I told you about?" while no title comes to mind, you could say "The title escapes me, what was it about again?"; do not guess a title.`,
      },
    },
  },
};

/**
 * The messages of the answer: system, history, and the newest input behind the changing part. The user's messages in the
 * history carry their time in front; the companion's do not, or the model would begin its answers with one. The newest
 * words come last and as they were written.
 */
export function companionMessages(
  rendered: Rendered,
  history: readonly Said[],
  input: string,
): PromptMessage[] {
  const system = rendered.messages.filter((message) => message.role === "system");
  const changing = rendered.messages
    .filter((message) => message.role === "user")
    .map((message) => message.content);
  const said = history.map(({ role, text, time }): PromptMessage =>
    role === "companion"
      ? { role: "assistant", content: text }
      : { role: "user", content: time === undefined ? text : `[${time}] ${text}` },
  );
  return [...system, ...said, { role: "user", content: [...changing, input].join("\n\n") }];
}
