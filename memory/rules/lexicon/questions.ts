/** Words that tell what an input wants: courtesies, questions about the past, about advice, about the companion. */

const ADDRESS =
  "(?:[，, ]*(?:朋友|亲爱的|宝贝|小可爱|AI伴侣|伴侣|呀|啊|哦|哈|啦|呢|吖|friend|my friend|dear|buddy|there|everyone|AI companion))?";

/** Clauses that only greet, thank, agree, laugh or take leave. */
export const COURTESY_ZH = new RegExp(
  `^(?:${[
    "你好|您好|你们好|嗨+|哈喽|哈啰|hi|hello|hey|早+|早安|早上好|上午好|中午好|午安|下午好|晚上好|晚安(?:啦)?|好梦|在吗|在不在|在么|你在吗|好久不见|我来了|我回来了|我又来了",
    "(?:非常|太|多|真的?|再次|十分)?(?:谢谢|感谢|多谢|谢了|谢啦|谢谢了|感激)(?:你|您|啦|了|呀)?(?:的?(?:建议|帮助|陪伴|支持|鼓励|分享|推荐|理解|倾听|祝福|意见|提醒|关心|和|与|、){0,6})",
    "辛苦了|麻烦你了|不客气|没关系|没事|不用谢",
    "拜拜?|再见|回头见|明天见|下次见|回聊|下次(?:再)?聊|明天再聊|我们(?:明天|下次)再聊|先这样|先到这里|今天先到这里|就到这里|我先(?:走|睡|下|忙|撤|去忙)了|我要?去?睡(?:觉)?了|去睡了|睡了|溜了|改天(?:再)?聊",
    "(?:嗯|恩|哦|噢|喔|好|行|对|是|哈|嘿|嘻|呵|额|啊|哇|ok)+(?:的|呢|呀|吧|了|啊|哒|滴|嘞|么)?|好的呢|没错|可以|明白了?|知道了|我知道了|收到|了解|没问题|当然|没有了?|原来如此|是这样啊?|真的吗|真的|是吗|厉害|太棒了|太好了|真棒|不错|有道理|你说得对|说得对|哈哈哈*(?:真|好|太)?(?:可爱|好玩|搞笑|有趣|逗)?|笑死(?:我了)?|hh+|233+|666+|lol|yes|yeah|okay",
    "很高兴(?:认识|见到|遇见)你|好想你|想你了",
    "朋友|亲爱的|宝贝|AI伴侣",
  ].join("|")})${ADDRESS}$`,
  "i",
);
export const COURTESY_EN = new RegExp(
  `^(?:${[
    "hi|hello|hey|hiya|yo|good (?:morning|afternoon|evening|night|day)|morning|evening|what's up|sup|howdy|nice to (?:meet|see) you(?: too)?|long time no see|i'm back|are you there",
    "(?:ok(?:ay)?,? )?(?:thanks|thank you|thx|ty|many thanks|cheers|i appreciate it|much appreciated)(?: (?:so|very) much| a lot| again| anyway)?(?: for (?:your|the|all your) [\\w ]+)?|you're welcome|no problem|no worries",
    "bye(?: bye)?|goodbye|see you(?: (?:later|tomorrow|soon|next time))?|talk to you (?:later|tomorrow|soon)|ttyl|good night|sleep well|gotta go|i have to go(?: now)?|i'm going to bed|take care",
    "(?:yes|yeah|yep|no|nope|ok(?:ay)?|sure|right|fine|cool|great|nice|wow|oh|ah|hmm+|haha+|lol|lmao|awesome|got it|i see|alright|exactly|really|true|indeed|of course|makes sense|sounds (?:good|great)|that's (?:cute|funny|great|nice|cool|true|right|so cute))(?: (?:so|very) (?:cute|funny))?",
  ].join("|")})${ADDRESS}[!. ]*$`,
  "i",
);
/** Courtesies that open, close or thank, as against mere agreement and laughter. */
export const GREETING =
  /你好|您好|^嗨|哈喽|^早|早安|[早中上下晚]+(?:午|上)好|晚安|好梦|在吗|好久不见|谢|感激|辛苦|拜拜|再见|回头见|明天见|下次见|聊$|到这里|睡了|睡觉|认识你|想你|我(?:又)?(?:回)?来了|\b(?:hi|hello|hey|good (?:morning|afternoon|evening|night)|morning|thanks?|thank you|thx|bye|goodbye|see you|talk to you|nice to meet|welcome|take care|gotta go|what's up)\b/i;

/** Asks for what was said or happened between the two, or before. */
export const RECALL_ZH =
  /记得|记不记得|忘了没|说过|聊过|聊了|提过|提到过|讲过|告诉过|问过|咨询过|推荐过|推荐了|给过|分享过|教过|建议过|上次|上回|来着|曾经|你[^，能可会]{0,4}(?:给|向|和|跟|教|对)(?:(?:了|过)我|我[^，]{0,6}(?:了|过))|我(?!.{0,4}(?:想|能|可以))[^，]{0,10}(?:向|和|跟|对)你[^，]{0,4}(?:咨询|请教|分享|说|提)|我们第一次|你都?知道我|还知道我|关于我|对我的了解/;
export const RECALL_EN =
  /\bremember (?:when|that|what|who|where|which|how|my|the|our|me|i)\b|\b(?:did|have|had) i (?:ever )?(?:tell|told|say|said|mention)|\b(?:did|have) you (?:ever )?(?:tell|told|recommend|suggest|say|said|mention)|\bwe (?:talked|spoke|discussed|chatted)|\blast time\b|\bdo you (?:know|recall) (?:my|what i|who i|where i|when i|which i|about me)|\bwhat do you (?:know|remember) about me\b|\bremind me\b|\bagain\?$/i;
export const ADVICE_ZH =
  /推荐(?!过|了|的.*(?:是|叫))|建议(?!过|了|是什么|的)|怎么办|该不该|要不要|应该|该(?:怎么|如何|送|吃|喝|去|穿|买|选|做|准备|给|跟|不|说)|好不好|可不可以|合适|适合|好(?:呢|呀|吗)?$|(?:选|挑)(?:哪|什么|个)|帮我(?:选|挑|点|想|推荐|安排|规划|看看|出)|给我(?:点|个|出|一些).*(?:主意|意见|点子|建议)|你(?:觉得|认为|看|说)|怎么样(?!了)|值得|有什么好|有.{0,8}(?:技巧|方法|秘诀)|怎么(?:才能|能|减|提高|改善|学好|解决|处理|面对|克服|缓解|安慰|拒绝|开口|表白|说服)/;
export const ADVICE_EN =
  /\bshould i\b|\bwhat should\b|\bwhere should\b|\bwhich should\b|\bany (?:\w+ )?(?:suggestions?|advice|ideas?|recommendations?|tips?)\b|\brecommend\b|\bsuggest(?:ions?)?\b|\badvice\b|\bwhat do you think\b|\bdo you think\b|\bhow (?:can|do|should) i\b|\bhelp me (?:pick|choose|decide|plan|find)\b|\bwhat (?:can|could) i\b|\bgood (?:idea|gift|place)\b|\border me\b|\bpick (?:me )?(?:a|something)\b/i;
/** Asks who or what the companion is: nothing that a memory of the user could answer. */
export const IDENTITY =
  /你(?:到底)?(?:是谁|叫什么|叫啥|的名字|是什么(?:人|东西)?|是不是(?:AI|机器人|真人|人工智能|人)|是(?:AI|机器人|真人|人)|几岁|多大|会(?:做)?什么|能(?:做)?什么|住哪|是男|是女)|\b(?:who|what) are you\b|\byour name\b|\bare you (?:an? )?(?:ai|bot|robot|human|real|person)\b|\bhow old are you\b|\bwhat can you do\b/i;
export const FORGET =
  /忘(?:掉|了吧|记(?:我|这|那|关于)|记掉)|(?:把|将).{1,20}(?:忘|删)(?:掉|了|除)?|删(?:掉|除).{0,12}(?:记忆|记录|我)|别再记得|\bforget (?:about|that|what|my|everything|it)\b|\b(?:delete|erase|remove) .*\b(?:memor\w+|about me|record)/i;
export const REMEMBER =
  /^(?:请|你)?(?:一定)?(?:要)?(?:帮我|给我)?(?:记住|记一下|记着|记下来|记好|别忘了)|^(?:please )?(?:remember|note|keep in mind|don't forget)(?: that|:| this| my| i\b)/i;

/** The question is about how things were. */
export const PAST =
  /以前|从前|原来|原先|当时|那时|那会儿|过去|曾经|小时候|去年|前年|早些年|上学的时候|\bused to\b|\bback then\b|\bpreviously\b|\bformerly\b|\bin the past\b|\blast year\b|\bwhen i was\b|\boriginally\b|\bbefore (?:i|that|my)\b|\bearlier this year\b/i;

/** Words of a question that carry nothing to look for. */
export const FILLER_ZH =
  /你?(?:还)?(?:记得|记不记得|知道)(?=我|他|她|那|关于)|^(?:请问|那|那么|话说|对了|嗯+|诶|欸|哎|所以|其实|说起来)[，,]?|(?:来着|对吗|对吧|是吗|是吧|对不对|记得吗|还记得吗|你知道吗|你还记得吗|好吗|可以吗|你觉得呢|你觉得怎么样|谢谢)+$/g;
export const FILLER_EN =
  /^(?:do you (?:still )?(?:remember|know|recall)|can you (?:tell me|remember|remind me)|could you tell me|remind me|tell me|hey|well|so|by the way|please)[, ]+|,? (?:right|again|please|do you remember|isn't it|don't i)$/gi;

/** "帮我点个喝的": the verb of ordering is no key word. */
export const ORDERING = /帮我|给我|(?:点|来|选|挑|买)(?:个|杯|份|点|些|一杯|一个|一份)/g;
/** What advice of a sort depends on, beside the words of the question. */
export const ADVICE_TOPICS: readonly {
  readonly asked: RegExp;
  readonly words: { readonly zh: readonly string[]; readonly en: readonly string[] };
}[] = [
  {
    asked: /吃|饭|餐|菜|外卖|零食|\b(?:eat|food|dinner|lunch|breakfast|cook|order|restaurant)\b/i,
    words: { zh: ["吃", "过敏", "口味"], en: ["eat", "food", "allergic"] },
  },
  {
    asked: /喝|饮料|\b(?:drink|order)\b/i,
    words: { zh: ["喝", "咖啡", "茶"], en: ["drink", "coffee", "tea"] },
  },
  {
    asked: /锻炼|运动|健身|跑步|\b(?:exercise|work ?out|gym|run)\b/i,
    words: { zh: ["健身房", "运动", "住"], en: ["gym", "live", "injured"] },
  },
  {
    asked: /去哪|去什么地方|玩|旅[行游]|逛|\b(?:go|travel|trip|visit)\b/i,
    words: { zh: ["喜欢", "住"], en: ["like", "live"] },
  },
  { asked: /礼物|送/, words: { zh: ["生日", "喜欢"], en: [] } },
  { asked: /\bgifts?\b|\bpresents?\b/i, words: { zh: [], en: ["birthday", "likes"] } },
];
