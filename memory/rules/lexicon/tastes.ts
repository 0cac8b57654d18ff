/** Words of liking and disliking, and what sort of thing is liked. */

export const LIKES_ZH =
  "喜欢上了?|喜欢|喜爱|热爱|酷爱|钟爱|偏爱|偏好|迷上了?|爱上了?|沉迷于?|痴迷于?|热衷于?|享受|离不开|爱";
export const DISLIKES_ZH =
  "讨厌|厌恶|反感|嫌弃|受不了|忍受不了|忍不了|接受不了|吃不惯|喝不惯|住不惯|看不惯|排斥|恨|烦";
export const FEARS_ZH = "害怕|恐惧|怕";
/** Between subject and verb, without changing what is said. */
export const ADVERB_ZH =
  "(?:也|还|又|都|就|真的?|确实|其实|一直以来|一直|一向|从小|从来|最近|现在|如今|平时|平常|特别|非常|超级|超|很|挺|蛮|好|可|最|更|太|比较|越来越|尤其|尤为|倒是?|反而|反倒|真心|简直|已经|开始|渐渐|慢慢|总是?|老是?|格外|十分|相当|是|有点儿?|有些|个人|本来就|天生|算是|蛮|一般|通常|每天都?|还是|当然|自然|必须|内心|打心底){0,6}";
/** Verbs of use before the thing itself: 喝奶茶, 看电影, 听音乐. */
export const USE_VERBS_ZH: ReadonlySet<string> = new Set(
  "吃 喝 看 听 玩 打 读 穿 用 养 逛 去 追 抽 点 刷 弹 踢 练 做 写 尝 品 种 闻 学 收藏 观看 阅读 听听 看看 品尝 欣赏 收集 使用 学习".split(
    " ",
  ),
);
export const USE_VERBS_EN =
  /^(?:to )?(?:eating|eat|drinking|drink|watching|watch|listening to|listen to|playing|play|reading|read|wearing|wear|going to|doing|practicing|doing some) (?=\S)/i;

/** Adverbs between "I" and the verb in English. */
export const ADVERB_EN =
  "(?:(?:really|also|just|still|absolutely|always|truly|actually|totally|especially|particularly|personally|honestly|simply|kind of|kinda|sort of|generally|usually|mostly|definitely|so|very|much|now|currently|recently|even|do) ){0,6}";
export const LIKES_EN =
  "love|like|adore|enjoy|prefer|am (?:really |totally |very |so )?into|am (?:a |such a )?(?:big |huge |massive )?fan of|am fond of|am obsessed with|am addicted to|am crazy about|am passionate about|am interested in|fell in love with|have fallen in love with|can't get enough of|can't live without";
export const DISLIKES_EN =
  "hate|dislike|detest|loathe|despise|can't stand|cannot stand|can't bear|am not (?:really |that |much )?into|am not (?:a |much of a )?(?:big )?fan of|am sick of|am tired of|don't (?:really |even |particularly |much )?(?:like|enjoy|love|care for)|do not (?:really |particularly )?(?:like|enjoy|love|care for)|never liked|am not fond of|am not interested in";
export const FEARS_EN = "am (?:really |so |very |terribly )?(?:afraid|scared|terrified) of|fear";

/** Sorts of liked things, first match wins; Chinese and English words side by side. */
const TYPES: readonly (readonly [type: string, words: RegExp])[] = [
  [
    "drink",
    /喝|茶|咖啡|酒|果汁|可乐|牛奶|豆浆|\b(?:drink|coffee|tea|latte|espresso|beer|wine|juice|soda|milk)\b/i,
  ],
  [
    "food",
    /吃|菜|面$|面条|饭|肉|鱼|虾|火锅|烧烤|甜|辣|水果|草莓|榴莲|芒果|苹果|蛋糕|巧克力|冰淇淋|零食|豆腐|寿司|披萨|海鲜|饺|糖|土豆|鸡|\b(?:eat|food|pizza|sushi|spicy|fruit|cake|chocolate|noodles?|rice|meat|fish|seafood|cilantro|cheese|dessert|strawberr\w+|mango\w*|cuisine)\b/i,
  ],
  [
    "sport",
    /跑步|长跑|慢跑|徒步|篮球|足球|羽毛球|乒乓|网球|游泳|健身|瑜伽|攀岩|登山|爬山|滑雪|潜水|骑行|运动|跳舞|滑板|拳击|\b(?:run\w*|hik\w+|basketball|football|soccer|tennis|swim\w*|gym|yoga|climb\w*|ski\w*|cycl\w+|sports?|badminton|danc\w+)\b/i,
  ],
  [
    "music",
    /音乐|歌|曲|爵士|摇滚|民谣|乐队|听.{0,3}雨声|肖邦|巴赫|\b(?:music|jazz|rock|songs?|pop|classical|band|albums?|hip hop)\b/i,
  ],
  ["film", /电影|电视剧|剧|动漫|番|综艺|纪录片|\b(?:movies?|films?|anime|series|shows?|documentar\w+)\b/i],
  ["book", /书|小说|诗|文学|漫画|传记|阅读|\b(?:books?|novels?|poe\w+|literature|comics?|reading)\b/i],
  ["game", /游戏|王者|原神|\b(?:games?|gaming|chess)\b/i],
  ["animal", /猫|狗|宠物|动物|\b(?:cats?|dogs?|pets?|animals?)\b/i],
  [
    "weather",
    /雨|雪|晴|阴天|天气|夏天|冬天|春天|秋天|\b(?:rain\w*|snow\w*|summer|winter|spring|autumn|weather)\b/i,
  ],
  ["travel", /旅行|旅游|海边|海滩|城市|\b(?:travel\w*|beach|trips?|cit(?:y|ies))\b/i],
  ["color", /色$|颜色|\b(?:colou?r|red|blue|green|black|white|purple|pink|yellow)\b/i],
  ["communication", /聊天|说话|沟通|叫我|\b(?:talk\w*|chat\w*)\b/i],
  [
    "art",
    /画|摄影|拍照|手工|书法|写作|写|弹|乐器|\b(?:paint\w*|draw\w*|photograph\w*|writing|guitar|piano|craft\w*)\b/i,
  ],
];

/** What sort of thing is liked: "food", "music", ... or "other". */
export function tasteTypeOf(thing: string): string {
  return TYPES.find(([, words]) => words.test(thing))?.[0] ?? "other";
}
