/** What makes a dated clause an event of the user's life, and what makes it mere talk about the talk. */

/** Verbs (with their object) that a day's event is told with; matched at the start of the predicate. */
export const ACTION_ZH =
  /(?:去|来|到|回|上|下|出|搬|飞|坐|开|骑|走|逛|看|听|读|写|画|拍|吃|喝|做|煮|烤|买|卖|换|修|打|踢|玩|跑|爬|游|练|学|考|面试|复习|开会|出差|加班|值班|上班|上课|下班|请假|见|约|陪|带|送|接|参加|举办|组织|过|领|拿|收到|寄|交|还|办|签|租|装|体检|拔|补|打针|手术|复查|看病|答辩|毕业|入职|辞职|离职|结婚|领证|订婚|分手|表演|演出|比赛|聚|旅行|旅游|露营|野餐|徒步|登山|攀登|慢跑|健身|理发|剪|拜访|探望|生|种|养|丢|弄丢|捡|摔|撞|赢|输|得了|获得|通过|完成|提交|发表|演讲|汇报|录|试|报名|预约|订|取|庆祝|团建|住|遇到|碰到|认识|发现|尝|品尝|参观|观看|欣赏|学会|尝试|整理|打扫|洗|睡|起床|熬夜|失眠|休息|放假|搞|有)/;
/** Event nouns that 有, 是 or nothing at all may stand before: 明天有考试, 周五(是)答辩. */
export const EVENT_NOUN_ZH =
  /考试|面试|期末|期中|会议|开会|约会|聚会|聚餐|派对|婚礼|葬礼|生日|演出|演唱会|比赛|答辩|手术|体检|复查|课|航班|飞机|火车|高铁|讲座|汇报|截止|搬家|旅行|出差|家长会|毕业典礼|纪念日|大寿|预产期|deadline|ddl|团建|值班|放假|婚宴/i;
/** Modal words and adverbs before the verb. */
export const BEFORE_VERB_ZH =
  /^(?:将要|将|要|会|得|必须|打算|准备|计划|决定|想|约了?|还要|还得|需要|应该|可能|刚刚?|又|也|就|都|还|才|终于|正在|一个人|独自|自己|不|没有?|已经|先|再|早上|晚上|下午|中午|一起)/;
/** Opens a phrase (在家, 和同事, 陪爸妈) that stands before the verb. */
export const PREPOSITION_ZH = /^(?:在|从|和|跟|与|陪着?|带着?|为了?|给)/;
/** Talk about this talk, polite closings, and things only the companion is asked: never an event. */
export const CHATTER_ZH =
  /聊|再见|拜拜|分享|请教|问你|问一|咨询|推荐|告诉你|跟你|和你|对你|找你|谢谢|感谢|建议|先到这|就到这|到这里|晚安|回头|下次再|试试(?:看|你)|会注意|会努力|会加油|怎么样|想知道|说说|倾诉|心情|有(?:点|些|一些|很多)(?!事|课|考|会)|有个(?:问题|想法|疑问)|有(?:空|时间|机会)|过得|天气|感觉|觉得|遇到(?:了)?(?:一些|一个)?(?:问题|困难|烦恼|麻烦|烦心事)(?!.{6})/;
/** Feelings and evaluations: a clause that is only that adds nothing to a fact. */
export const MERE_FEELING_ZH =
  /^(?:感觉|觉得|让我|使我|令我|心情|真是|真的|实在|简直|非常|特别(?!是)|超级|好(?:紧张|开心|累|难过|烦|期待|高兴|害怕|无聊|困|热|冷|吓人|感动|可爱|幸福|舒服)|很(?:紧张|开心|累|难过|烦|期待|高兴|害怕|不错|有趣|舒服|好)|有点(?:紧张|累|难过|烦|担心|害怕|小|儿)?|太.{1,5}了|烦死|累死|气死|笑死|开心|紧张|期待|不知道|不确定|怎么|哈哈|唉|呜|希望|想(?:听听|问|跟你|和你)|睡不着|但(?:是)?感觉)/;

export const ACTION_EN =
  /\b(?:go|going|went|gone|visit\w*|meet\w*|met|see|seeing|saw|have|having|had|take|taking|took|fly|flying|flew|travel\w*|move|moving|moved|start\w*|began|begin|finish\w*|attend\w*|play\w*|watch\w*|read|write|wrote|buy|buying|bought|sold|cook\w*|bake\w*|eat|eating|ate|drink|drank|run|running|ran|hike\w*|hiking|climb\w*|swim\w*|swam|train\w*|work\w*|interview\w*|present\w*|graduate\w*|marr\w+|quit|resign\w*|got|get|getting|leave|leaving|left|return\w*|come|coming|came|drive|driving|drove|pick\w*|drop\w*|join\w*|celebrat\w+|adopt\w*|lost|found|won|broke|fell|made|make|making|did|paint\w*|learn\w*|practi[sc]\w+|studied|study|studying|sign\w*|book\w*|paid|spent|stay\w*|slept|organi[sz]\w+|hosting|hosted|host|party|exam|test|appointment|surgery|flight|deadline|wedding|concert|performance|competition|dentist|checkup|date|dinner|lunch)\b/i;
export const CHATTER_EN =
  /\b(?:chat\w*|talk(?:ing)? (?:to|with) you|ask you|tell you|share with you|your (?:advice|suggestion\w*|help|recommendation\w*)|thank\w*|recommend\w*|see you|good ?night|bye|to you|with you|try (?:it|that|them|your)|weather|feel(?:ing)?|mood|curious|news|idea|wondering|question|some advice|troubles?|i will (?:try|keep|consider)|i'll (?:try|keep|consider|check))\b/i;
/** Plans and undertakings that have no date yet, at the start of the predicate. */
export const UNDATED_PLAN_ZH =
  /^(?:一直|其实|真的|很|也|还|还是|都|已经|正在|在|正){0,6}(?:打算|计划|准备|决定|考虑|想去|想学|想买|想换|想考|想养|想当|想成为|想写|想开|想报|要去|希望去|攒钱)(?!.{0,3}(?:试试|听听|问|聊|休息|注意|一下|睡|洗澡|放松|吃(?:早|午|晚|夜)?(?:饭|餐)|吃了|下班|回家|上课))/;
/** What one is at over weeks, at the start of the predicate. */
export const ONGOING_ZH =
  /^(?:一直|都|也|还|又|刚|刚刚|已经|现在|主要|开始){0,6}(?:(?:正?在|开始)(?!家)(?:学习?|练习?|自学|备考|复习|准备|读|看|写(?!作上)|做|找(?:新)?工作|找房|装修|减肥|健身|追|玩|谈恋爱|实习|创业|带|照顾|研究|尝试|考|忙)|热衷于|迷上|沉迷|备战|备考|忙着)/;
