/** States of health: those that pass (and after how many days), and those that stay. */

/** Usual length in days; it bounds how long the companion keeps the state in mind. Rounded everyday experience. */
export const PASSING_STATES: readonly (readonly [words: RegExp, days: number])[] = [
  [/骨折|(?:broke|broken) (?:my|his|her|an?) (?:arm|leg|ankle|wrist|foot)|\bfractured?\b/i, 60],
  [/住院|做完手术|刚做了?手术|\bin (?:the )?hospital\b|\bhospitali[sz]ed\b/i, 21],
  [/(?:得了?|感染|确诊|中了)(?:了)?新冠|(?<!太)阳了|肺炎|流感|\b(?:covid|the flu|pneumonia)\b/i, 14],
  [/扭伤|崴了?脚|拉伤|摔伤|受伤|闪了?腰|落枕|\b(?:sprained|twisted|pulled a muscle|injured)\b/i, 14],
  [
    /感冒|发烧|发高烧|咳嗽|鼻塞|流鼻涕|着凉|嗓子(?:疼|痛|哑|不舒服)|喉咙(?:疼|痛|发炎)|扁桃体发炎|\b(?:a cold|a fever|sore throat|a cough|coughing|runny nose|stuffy nose|under the weather)\b/i,
    7,
  ],
  [/失眠|睡不好|睡不着觉|没睡好|\b(?:insomnia|can't sleep|sleeping badly|not sleeping well)\b/i, 7],
  [/智齿(?:疼|痛|发炎)|牙(?:疼|痛)|\btoothache\b/i, 7],
  [
    /(?:头|肚子|胃|腰|背|腿|脚|膝盖|肩膀|脖子|眼睛|手)(?:有点|好|很|特别|一直)?(?:疼|痛)|拉肚子|肠胃炎|吃坏肚子|中暑|生病了?|不太?舒服|来例假|来大姨妈|姨妈痛|\b(?:headache|stomach ?ache|back ?ache|food poisoning|feeling sick|am sick|got sick|am ill|migraine)\b/i,
    5,
  ],
];

/** Conditions that stay: timeless facts of health. */
export const LASTING_STATES =
  /糖尿病|高血压|低血压|低血糖|高血脂|哮喘|心脏病|抑郁症|焦虑症|双相|强迫症|关节炎|甲亢|甲减|痛风|鼻炎|胃病|胃炎|贫血|近视|色盲|色弱|癫痫|偏头痛|乳糖不耐受?|恐高|幽闭恐惧|颈椎病|腰椎间盘突出|多动症|自闭症|社恐|洁癖|湿疹|晕车|晕血|diabet\w+|asthma\w*|high blood pressure|hypertension|depression|anxiety disorder|adhd|arthritis|epilepsy|lactose[- ]intoleran\w+|color ?blind|near-?sighted|celiac|chronic \w+/i;

/** Rare, life-shaping events; matched on stated clauses about the user or the closest people. */
export const MAJOR_EVENTS: readonly (readonly [kind: string, words: RegExp])[] = [
  [
    "marriage",
    /结婚(?!纪念)了?|领证|订婚|求婚(?:成功)?|办(?:了)?婚礼|\b(?:got married|getting married|got engaged|am engaged|our wedding|proposed to me|tied the knot)\b/i,
  ],
  ["breakup", /分手|离婚|失恋|出轨|\b(?:broke up|break up|breakup|divorced?|split up|dumped me)\b/i],
  [
    "love",
    /在一起了|脱单|表白(?:成功)|确定(?:了)?关系|\b(?:started dating|are dating now|fell in love with (?:him|her|someone))\b/i,
  ],
  [
    "birth",
    /怀孕|生了(?:个|一个|对)?(?:宝宝|孩子|儿子|女儿|男孩|女孩|双胞胎)|当(?:爸爸|妈妈|爸|妈)了|出生了|预产期|\b(?:pregnant|gave birth|was born|had a baby|became a (?:mother|father|parent))\b/i,
  ],
  [
    "death",
    /去世|过世|逝世|走了，?永远|离开(?:了)?人世|离世|葬礼|病逝|\b(?:passed away|died|funeral|lost my (?:mother|father|mom|dad|grandma|grandpa|dog|cat|husband|wife|brother|sister))\b/i,
  ],
  ["move", /搬(?:家|到|去|来)|移民|定居|\b(?:moved? to|moving to|relocat\w+|emigrat\w+)\b/i],
  [
    "job",
    /辞职|离职|跳槽|失业|被裁|裁员|升职|转正|入职|找到(?:了)?(?:新|一份)?工作|拿到(?:了)?.{0,6}offer|创业|退休|\b(?:quit my job|quit the|resigned|got fired|laid off|got promoted|new job|got the job|job offer|retired|started my own (?:company|business))\b/i,
  ],
  [
    "study",
    /考上|考研成功|上岸|录取|保研|毕业了?|退学|休学|高考|考过了|通过(?:了)?.{0,8}考试|拿到(?:了)?.{0,6}(?:证书|学位|驾照)|\b(?:got (?:in|accepted|admitted) (?:to|into)|graduated|passed (?:my|the) .{0,20}exam|dropped out|got my (?:degree|licen[cs]e))\b/i,
  ],
  [
    "illness",
    /确诊|癌|肿瘤|重病|病危|手术|化疗|中风|车祸|\b(?:diagnosed|cancer|tumou?r|surgery|stroke|car accident|chemo\w*)\b/i,
  ],
  ["home", /买(?:了)?(?:套|一套)?房|新房|\b(?:bought a (?:house|home|flat|condo))\b/i],
];
