/** What the offline companion says. Several wordings of one thing are varied by the text they answer, never at random. */
import type { Language } from "../../../language/types.ts";

export interface Replies {
  /** By part of the day: before 5, before 12, before 14, before 18, later. */
  readonly hello: readonly (readonly [beforeHour: number, words: string])[];
  readonly thanks: readonly string[];
  readonly goodbye: readonly string[];
  readonly goodNight: readonly string[];
  readonly chat: readonly string[];
  readonly pleasant: readonly string[];
  readonly unpleasant: readonly string[];
  readonly even: readonly string[];
  readonly askOn: readonly string[];
  readonly unknown: readonly string[];
  readonly noAdvice: readonly string[];
  readonly followAdvice: string;
  readonly remembered: readonly string[];
  readonly forget: string;
  readonly deletes: string;
  readonly offRecord: string;
  readonly called: (name: string) => string;
  readonly corrected: readonly string[];
  readonly who: (name: string) => string;
  readonly noSelf: readonly string[];
  readonly noModel: string;
  readonly focus: (event: string) => string;
}

export const REPLIES: Readonly<Record<Language, Replies>> = {
  zh: {
    hello: [
      [5, "这么晚了还没睡呀"],
      [12, "早上好"],
      [14, "中午好"],
      [18, "下午好"],
      [24, "晚上好"],
    ],
    thanks: ["不客气，能帮上一点就好。", "不用谢，我很乐意。"],
    goodbye: ["好，下次再聊。", "嗯，回头见，照顾好自己。"],
    goodNight: ["晚安，做个好梦。", "早点休息，晚安。"],
    chat: ["嗯嗯，我在听。", "哈哈，是呀。", "嗯，接着说吧。"],
    pleasant: ["听你这么说，我也跟着高兴。", "真好，替你开心。", "太好了！"],
    unpleasant: ["听起来不太好受，我陪着你。", "辛苦了，想说的都可以跟我说。", "抱抱你，慢慢来。"],
    even: ["嗯，我听到了。", "好，我知道了。", "原来是这样。"],
    askOn: ["后来呢？", "你现在感觉怎么样？", "想多说一点吗？"],
    unknown: ["这个我没有印象，你好像没跟我说过。", "我不记得你提过这件事，能告诉我吗？"],
    noAdvice: ["我还不清楚你的喜好，你自己更偏向哪一种？", "这个我拿不准，你心里有想法了吗？"],
    followAdvice: "可以照着这个来选。",
    remembered: ["好，我记住了。", "嗯，记下了。"],
    deletes: "好，这一轮之后我就把它从记下的信息里删掉；说过的对话本身还在。",
    forget: "我听到了，不过现在没有接语言模型，我不能凭一句话删掉记忆。",
    offRecord: "好，这段话我不会记下来。",
    called: (name) => `好，以后就叫你${name}。`,
    corrected: ["谢谢你告诉我，我按新的来记。", "好，以你刚说的为准。"],
    who: (name) => `我是${name}，会记住你说过的事、陪你说话。现在没有接语言模型，所以话说得简单些。`,
    noSelf: ["我没有自己的口味和经历，不过很想听听你的。", "我自己说不上来，你呢？"],
    noModel: "这个我答不上来：现在没有配置语言模型，我只会回忆和简单地聊。",
    focus: (event) => `我还记着：${event}。`,
  },
  en: {
    hello: [
      [5, "You're up late"],
      [12, "Good morning"],
      [18, "Good afternoon"],
      [24, "Good evening"],
    ],
    thanks: ["You're welcome.", "Any time."],
    goodbye: ["See you next time.", "Take care, talk soon."],
    goodNight: ["Good night, sleep well.", "Rest well. Good night."],
    chat: ["I'm listening.", "Ha, true.", "Mm, go on."],
    pleasant: ["That makes me happy too.", "How nice, I'm glad for you.", "Lovely!"],
    unpleasant: [
      "That sounds hard. I'm here.",
      "I'm sorry. Tell me whatever you like.",
      "That's a lot. Take your time.",
    ],
    even: ["I see.", "Okay, got it.", "Thanks for telling me."],
    askOn: ["What happened then?", "How do you feel about it now?", "Do you want to say more?"],
    unknown: ["I don't remember you telling me that.", "I have no memory of that. Would you tell me?"],
    noAdvice: [
      "I don't know your taste in this yet. What do you lean towards?",
      "I'm not sure. Do you have something in mind?",
    ],
    followAdvice: "I'd go by that.",
    remembered: ["Okay, I'll remember that.", "Noted."],
    deletes:
      "All right, after this turn I delete it from what I keep of you; the conversation itself still holds the words.",
    forget: "I hear you, but without a language model I can't delete memories from a sentence alone.",
    offRecord: "Okay, I won't keep any of this.",
    called: (name) => `Okay, ${name} it is.`,
    corrected: ["Thanks for telling me, I'll go by the new one.", "Okay, what you just said counts."],
    who: (name) =>
      `I'm ${name}. I remember what you tell me and keep you company. No language model is set up, so I speak plainly.`,
    noSelf: [
      "I have no tastes or past of my own, but I'd like to hear yours.",
      "I couldn't say. What about you?",
    ],
    noModel: "I can't answer that: no language model is set up, so I can only remember and chat a little.",
    focus: (event) => `I have in mind: ${event}.`,
  },
};

/** Profile questions that one item answers, and how the answer is said. */
export const PROFILE_ANSWERS: readonly {
  readonly key: string;
  readonly asked: RegExp;
  readonly zh: (value: string) => string;
  readonly en: (value: string) => string;
}[] = [
  {
    key: "name",
    asked: /叫什么(?:名字)?$|我的(?:名字|姓名)|我是谁|\bmy name\b|\bwho am i\b/i,
    zh: (value) => `你叫${value}`,
    en: (value) => `your name is ${value}`,
  },
  {
    key: "birthday",
    asked: /我的?生日|\bmy birthday\b|\bwas i born\b/i,
    zh: (value) => `你的生日是${value}`,
    en: (value) => `your birthday is ${value}`,
  },
  {
    key: "residence",
    asked: /我(?:现在)?(?:家)?住(?:在)?(?:哪|什么)|我家在哪|\bwhere do i live\b/i,
    zh: (value) => `你住在${value}`,
    en: (value) => `you live in ${value}`,
  },
  {
    key: "hometown",
    asked: /我(?:是哪里人|老家在哪|的?(?:老家|家乡))|\bwhere am i from\b|\bmy hometown\b/i,
    zh: (value) => `你的老家在${value}`,
    en: (value) => `you are from ${value}`,
  },
  {
    key: "occupation",
    asked:
      /我(?:是)?做什么(?:工作)?的?|我的(?:工作|职业)是|\bwhat do i do\b|\bmy job\b|\bdo i do for a living\b/i,
    zh: (value) => `你是${value}`,
    en: (value) => `you work as ${/^[aeiou]/i.test(value) ? "an" : "a"} ${value}`,
  },
  {
    key: "workplace",
    asked: /我在(?:哪|什么公司).{0,4}(?:上班|工作)|\bwhere do i work\b/i,
    zh: (value) => `你在${value}上班`,
    en: (value) => `you work at ${value}`,
  },
  {
    key: "allergy",
    asked: /我对什么.{0,2}过敏|我的过敏|\bam i allergic\b|\bmy allerg/i,
    zh: (value) => `你对${value}过敏`,
    en: (value) => `you are allergic to ${value}`,
  },
];
