/**
 * Feelings, their names, and the words and emoji that tell of them. Words that only sometimes tell of one (好, 行) are
 * left out: a wrong feeling in a memory's header is worse than none.
 */

/** Every feeling that a text can be read as, with its names and how pleasant it is (-1..1). "neutral" is the last one. */
export const FEELINGS = [
  { emotion: "joy", zh: "开心", en: "happy", valence: 0.8 },
  { emotion: "excited", zh: "兴奋", en: "excited", valence: 0.8 },
  { emotion: "love", zh: "喜爱", en: "loving", valence: 0.8 },
  { emotion: "grateful", zh: "感激", en: "grateful", valence: 0.7 },
  { emotion: "proud", zh: "自豪", en: "proud", valence: 0.7 },
  { emotion: "relieved", zh: "松了口气", en: "relieved", valence: 0.5 },
  { emotion: "hopeful", zh: "期待", en: "hopeful", valence: 0.6 },
  { emotion: "calm", zh: "平静", en: "calm", valence: 0.3 },
  { emotion: "surprise", zh: "惊讶", en: "surprised", valence: 0.05 },
  { emotion: "confused", zh: "困惑", en: "confused", valence: -0.2 },
  { emotion: "bored", zh: "无聊", en: "bored", valence: -0.3 },
  { emotion: "tired", zh: "疲惫", en: "tired", valence: -0.4 },
  { emotion: "longing", zh: "想念", en: "longing", valence: -0.2 },
  { emotion: "lonely", zh: "孤独", en: "lonely", valence: -0.6 },
  { emotion: "disappointed", zh: "失望", en: "disappointed", valence: -0.6 },
  { emotion: "guilty", zh: "愧疚", en: "guilty", valence: -0.5 },
  { emotion: "unwell", zh: "不舒服", en: "unwell", valence: -0.5 },
  { emotion: "stressed", zh: "压力大", en: "stressed", valence: -0.6 },
  { emotion: "fear", zh: "担心", en: "worried", valence: -0.6 },
  { emotion: "disgust", zh: "反感", en: "disgusted", valence: -0.6 },
  { emotion: "anger", zh: "生气", en: "angry", valence: -0.7 },
  { emotion: "sadness", zh: "难过", en: "sad", valence: -0.7 },
  { emotion: "neutral", zh: "平淡", en: "neutral", valence: 0 },
] as const;

export type Emotion = (typeof FEELINGS)[number]["emotion"];

/** Words by feeling: strong ones, then plain ones. English words match whole words only; `_` is a blank. */
export const WORDS: readonly (readonly [Emotion, strong: string, plain: string])[] = [
  [
    "joy",
    "乐疯 开心死 高兴死 笑死 太棒 幸福 overjoyed thrilled delighted",
    "开心 高兴 快乐 愉快 欢喜 喜悦 欣慰 痛快 爽 乐呵 美滋滋 好玩 有意思 真好 太好 好棒 真棒 不错 挺好 很好 恭喜 哈哈 嘿嘿 嘻嘻 耶 合适 好看 漂亮 帅 厉害 聪明 可爱 happy glad pleased cheerful fun enjoyed enjoying wonderful great awesome amazing lovely nice haha lol yay",
  ],
  ["excited", "激动死 迫不及待 ecstatic", "激动 兴奋 嗨 excited exciting pumped"],
  ["love", "爱死 深爱 最爱 超爱 adore", "喜欢 热爱 喜爱 心动 甜蜜 爱你 爱他 爱她 love loved"],
  [
    "grateful",
    "感激不尽 太感谢",
    "谢谢 感谢 感激 感恩 多谢 感动 幸亏 多亏 grateful thankful thanks touched appreciate",
  ],
  ["proud", "", "自豪 骄傲 成就感 得意 争气 有出息 proud"],
  ["relieved", "", "松了口气 松了一口气 放心 踏实 总算 解脱 relieved relief"],
  ["hopeful", "", "期待 盼望 憧憬 有希望 加油 looking_forward hopeful hope_to"],
  ["calm", "", "平静 放松 安心 轻松 淡定 悠闲 自在 舒服 惬意 calm relaxed peaceful comfortable"],
  [
    "surprise",
    "惊呆 震惊 shocked astonished",
    "惊讶 吃惊 没想到 居然 竟然 意外 天哪 天啊 我的天 不会吧 不可能 surprised unexpected wow omg",
  ],
  ["confused", "", "困惑 迷茫 纠结 搞不懂 想不通 不知所措 糊涂 confused puzzled"],
  ["bored", "无聊死", "无聊 没意思 没劲 乏味 bored boring"],
  [
    "tired",
    "累死 累垮 精疲力尽 筋疲力尽 身心俱疲 exhausted",
    "累 疲惫 疲倦 困死 好困 很困 犯困 没精神 没力气 心累 熬夜 tired sleepy worn_out drained",
  ],
  ["longing", "", "想念 思念 怀念 想家 想你 想他 想她 miss missing homesick"],
  ["lonely", "", "孤独 寂寞 孤单 没人陪 没人懂 一个人过 lonely alone"],
  [
    "disappointed",
    "绝望 心灰意冷 hopeless devastated",
    "失望 失落 沮丧 灰心 遗憾 可惜 泄气 白费 没用 没办法 算了 完了 disappointed let_down unfortunately",
  ],
  [
    "guilty",
    "",
    "愧疚 内疚 自责 后悔 对不起 抱歉 道歉 过意不去 丢人 丢脸 惭愧 尴尬 guilty ashamed regret embarrassed sorry",
  ],
  [
    "unwell",
    "",
    "不舒服 难受 生病 头疼 头痛 胃疼 肚子疼 嗓子疼 发烧 感冒 恶心想吐 sick headache fever unwell",
  ],
  [
    "stressed",
    "崩溃 撑不住 受不了 扛不住 overwhelmed burned_out",
    "压力 压抑 憋屈 喘不过气 焦头烂额 忙死 加班 stressed stressful pressure",
  ],
  [
    "fear",
    "吓死 恐惧 害怕死 恐慌 terrified panicking",
    "害怕 担心 担忧 紧张 焦虑 不安 忐忑 慌 着急 发愁 愁 怕 心虚 危险 吓 afraid scared worried worrying anxious nervous frightened",
  ],
  [
    "disgust",
    "恶心死 disgusting",
    "恶心 讨厌 反感 厌恶 嫌弃 看不惯 嫌 瞧不起 不要脸 无耻 hate dislike disgusted gross",
  ],
  [
    "anger",
    "气死 气炸 火大 他妈的 混蛋 王八蛋 滚蛋 滚出去 furious pissed_off",
    "生气 愤怒 恼火 发火 来气 可恶 过分 凭什么 烦 闭嘴 胡说 有病 神经病 不讲理 欺负 骗 骗我 骗子 吵架 吵 骂 打人 不爽 什么意思 至于吗 废话 少来 活该 该死 讽刺 angry mad annoyed annoying unfair",
  ],
  [
    "sadness",
    "心碎 痛苦 痛不欲生 悲痛 伤心欲绝 想死 heartbroken depressed miserable",
    "难过 伤心 悲伤 哭 流泪 眼泪 委屈 心疼 心痛 郁闷 抑郁 低落 不幸 可怜 倒霉 惨 失恋 分手 离婚 去世 失去 呜呜 sad upset cry cried crying unhappy",
  ],
];

export const EMOJI: ReadonlyMap<string, Emotion> = new Map(
  (
    [
      ["joy", "😀😃😄😁😆😅🤣😂🙂😊😉😋😎🤗😸😺🥳🎉👍😜😝🤪"],
      ["love", "😍🥰😘😗😙😚❤💕💖💗💓💞💘💝😻🧡💛💚💙💜🫶"],
      ["grateful", "🙏🥹"],
      ["calm", "😌☺🍵"],
      ["excited", "🤩✨🔥"],
      ["surprise", "😮😯😲😱🤯🙀"],
      ["confused", "😕🤔🫤😵"],
      ["bored", "😑😐🙄🥱"],
      ["tired", "😪😴😫😩"],
      ["unwell", "🤒🤕🤢🤮🤧😷"],
      ["fear", "😨😰😟😧😥😬😖"],
      ["guilty", "😳😓"],
      ["anger", "😠😡🤬😤👿💢"],
      ["sadness", "😢😭☹🙁😞😔😣😿💔🥺"],
    ] as const
  ).flatMap(([emotion, list]) => Array.from(list, (emoji): [string, Emotion] => [emoji, emotion])),
);
