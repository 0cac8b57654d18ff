/**
 * Questions and tasks that no memory helps with: knowledge of the world, sums, the weather, pieces of writing. Somebody's
 * life in the words (我, 上次, "my") makes a question personal, whatever else it looks like.
 */
import type { Language } from "../../../language/types.ts";

/** 我 as the one who is served, which tells nothing of the user's life. */
const SERVED_ZH =
  /(?:给|帮|替|为|陪|教|告诉|跟|和|请|让)我(?![的们家妈爸])(?:们)?|我(?:就)?(?:想|要)?(?:问|知道|了解|请教)(?:一?下|问|你)?|我有点?好奇|我好奇/g;
const PERSONAL_ZH =
  /我|咱|俺|[他她](?!们都说)|上次|上回|之前|那天|那次|昨[天晚日]|前天|刚才|记得|你.{0,6}(?:过|说的|给的|推荐的)/;
const SERVED_EN =
  /\b(?:tell|give|show|help|teach|write|sing|explain to|for|to|with|remind) me\b|\bi (?:want|would like|need) to know\b|\bi(?:'m| am) curious\b|\bdo you know\b|\blet me know\b|\b(?:can|could|may) i ask\b/gi;
const PERSONAL_EN =
  /\b(?:i|i'm|i've|me|my|mine|we|our|us|he|she|his|her|him|last time|yesterday|remember)\b/i;

/** Words of a question that only the world can answer. */
const WORLD_ZH = new RegExp(
  [
    // definitions
    "^(?:那|所以|请问)?什么(?:是|叫)|是什么意思|什么含义|(?:解释|科普|讲解|介绍)(?:一?下|一遍)?(?:什么|.{1,12}(?:原理|理论|定律|效应|概念|历史|相对论))|^解释",
    "的(?:定义|原理|首都|省会|面积|人口|公式|作者|沸点|熔点|冰点|密度|成分|化学式|平方根?|立方根?|半衰期|起源|由来|区别|寓意|国旗|官方语言|货币|海拔|直径|周长|体积|英文|拼音|反义词|近义词|典故|用法|功效|营养价值|国歌|国花)",
    "首都|省会|圆周率|光速|音速|相对论|量子|区块链|元素周期|光合作用|成语|下一句|上一句|歇后语|谚语|是哪个朝代|哪个(?:国家|省|洲|朝代|星球|行星)(?!.{0,6}(?:住|待|去|回|旅))",
    // sums and measures
    "等于|平方|开方|因数|质数|\\d\\s*(?:[+＋\\-×xX*÷/乘加减除]|乘以|加上|减去|除以)\\s*\\d|[一二三四五六七八九十百千]+(?:加|减|乘以?|除以)[一二三四五六七八九十百千]+|换算|计算|^算(?:一下|算)",
    "^一(?:公里|斤|公斤|米|年|天|小时|吨|升|英里|尺|亩|打|光年|英寸|磅|美元|里)(?:等于|有|是|合|约)|闰年",
    // nature and history
    "世界上?(?!观|里)|全世界|地球|太阳|月球|月亮|宇宙|银河|恐龙|人体|人类|历史上|古代|[唐宋元明清汉秦隋]朝|二战|一战|抗战|诺贝尔|奥运会|(?:结束|爆发|成立|建国|发明|建成|诞生|灭亡|登月)(?:于|是|的)?(?:哪|什么时候|几几年|年)",
    "最[高大长深快小重多冷热](?:的)?(?:是|山|河|湖|国家|动物|城市|海|洋|岛|建筑|鸟|沙漠|楼|瀑布|哺乳)|最(?:大|高|长|深|快).{0,4}(?:动物|山峰|河流|海洋|国家|星)",
    "(?:谁|哪位)(?:发明|写|发现|画|提出|创作|建造|建立|统一)(?:了|的)|是谁(?:发明|写|发现|画|提出|创作|建造|建立|作曲|唱|演)的?|作者是|主演是|^(?!小|老|阿)[^，他她]{1,8}为什么(?:会|是|要|能|喜欢|总是?|容易|有|叫|不能)",
    "沸点|熔点|多少(?:度|摄氏度|卡路里|大卡|卡)|有多(?:远|高|深|重|快)(?!.{0,3}了)|距离|半衰期|保质期|能(?:放|保存|活)(?:多久|几天|多少年)",
    // how things are done by everybody
    "怎么(?:写|读|拼|念|煮|炒|炖|煎|蒸|炸|腌|泡|熬|烤|去渍|计算|换算|安装|卸载|截图)|如何(?:制作|安装|计算|煮|写)|的(?:做法|步骤)(?:是|$)",
    // now and here
    "天气(?:怎么样|如何|预报|好吗)|会(?:不会)?下(?:雨|雪)|几点了|现在几点|今天(?:是)?(?:几号|星期几|周几|礼拜几|什么日子|农历)|今天几月",
    // tasks
    "翻译|(?:写|作|编|拟)(?:一)?(?:首|篇|段|个|封|份|句|副)|(?:讲|说|来|听)(?:一)?个?.{0,6}(?:笑话|故事|段子|谜语|绕口令)(?!.{0,3}(?:后来|结局|叫))|猜(?:个|一个)?谜|唱(?:首|一首|个|支)|画(?:一)?(?:个|幅|张|只)(?![^，]*(?:我|她|他))|背(?:一)?首|总结一下|润色|改写|续写|扩写|代码|python|写程序|编程",
  ].join("|"),
  "i",
);
const WORLD_EN = new RegExp(
  [
    "\\bwhat(?:'s| is| are| was)(?: the)? (?:a|an|capital|meaning|definition|population|weather|time|date|boiling point|speed of|square root|formula|difference|largest|biggest|highest|tallest|longest|deepest|smallest|fastest|distance|currency|day today|today)\\b",
    "\\bthe (?:capital|population|boiling point|melting point|meaning|definition|square root) of\\b|\\bwhat does [\\w' -]+ mean\\b",
    "\\d\\s*(?:[+\\-*/x×÷]|times|plus|minus|divided by|multiplied by)\\s*\\d|\\bcalculate\\b|\\bhow many (?:\\w+ )?(?:days|feet|meters|metres|inches|grams|ounces|seconds|minutes|planets|continents|countries|bones|states|letters) (?:are|is|in|does)\\b",
    "\\b(?:translate|summari[sz]e|rewrite|proofread|define)\\b|\\b(?:write|compose|draft)(?: me)? (?:a|an|some)\\b|\\bsing (?:me )?a\\b|\\b(?:tell|read)(?: me)? (?:a|another|some) (?:\\w+ )?(?:joke|story|riddle|fairy tale)s?\\b|\\bexplain\\b",
    "\\bhow (?:does|do) (?!you\\b|i\\b)[\\w ]+ work\\b|\\bwhat time is it\\b|\\bwho (?:wrote|invented|discovered|painted|composed|built|directed|sang|won the)\\b|\\bhow (?:far|tall|deep|high|old|big|hot|heavy|long) (?:is|are) (?:the|a|an|it from)\\b",
    "^(?:and |so |hey,? )?why (?:is|are|do|does|did) (?!you\\b)(?:the |a |an )?\\w+|\\bhow do (?:i|you) (?:boil|cook|make|bake|fry|roast|poach|spell|pronounce|install|convert|say)\\b|\\bin the world\\b|\\bwill it (?:rain|snow)\\b|\\bwhat is (?:[a-z]+(?:osis|ism|ics|ology|thesis|ation)|quantum|blockchain|relativity|gravity|inflation)\\b",
    "\\b(?:world war|roman empire|french revolution|photosynthesis|relativity|quantum)\\b",
  ].join("|"),
  "i",
);

/** "how do I boil an egg" asks for everybody. */
const ANYBODY_EN =
  /\bhow (?:do|can|should|would) i (?=boil|cook|make|bake|fry|roast|poach|spell|pronounce|install|convert|say)\b/gi;

/** Whether the world answers it, and nobody's life stands in it. */
export function isOfTheWorld(text: string, language: Language): boolean {
  if (language === "zh") {
    const bare = text.replace(SERVED_ZH, "");
    return !PERSONAL_ZH.test(bare) && WORLD_ZH.test(bare.trim());
  }
  const bare = text
    .replace(ANYBODY_EN, "how do you ")
    .replace(SERVED_EN, (served) => served.replace(/ me$/i, ""));
  return !PERSONAL_EN.test(bare) && WORLD_EN.test(bare.trim());
}
