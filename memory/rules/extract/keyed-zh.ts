/** Attributes that many values fit beside each other (allergies, skills), in Chinese: the value is part of the key. */

export interface KeyedPattern {
  /** "allergy" becomes "allergy:花生". */
  readonly attribute: string;
  /** Matched from the start of the predicate; the thing is the group `v`. */
  readonly pattern: RegExp;
  readonly profile?: string;
  /** "yes" or "no". */
  readonly value: string;
}

export const KEYED_ZH: readonly KeyedPattern[] = [
  {
    attribute: "allergy",
    profile: "allergy",
    value: "yes",
    pattern:
      /^(?:从小|一直|有点|天生|也|还|都|是){0,6}(?:对|一(?:吃|喝|碰|闻)到?)(?<v>[^，不]{1,14}?)(?:就)?(?:严重|有点|很|轻微|会|轻度|重度|都|特别|是|容易){0,6}过敏(?:的|了)?$/,
  },
  {
    attribute: "allergy",
    value: "no",
    pattern:
      /^(?:其实|并|现在){0,6}对(?<v>[^，]{1,14}?)(?:并|其实|已经|早就|现在|都){0,6}不(?:再|会)?过敏了?$/,
  },
  {
    attribute: "allergy",
    profile: "allergy",
    value: "yes",
    pattern: /^(?:有)(?<v>[^，的]{1,8}?)过敏(?:症)?$/,
  },
  {
    attribute: "skill",
    value: "no",
    pattern:
      /^(?:还|也|一点都?|完全|根本|从来){0,6}(?:不会)(?<v>(?:弹|拉|吹|游泳|开车|骑|滑|唱歌?|跳舞?|画画?|做饭|说|讲|下棋|下围棋|编程|打).{0,6})$/,
  },
  {
    attribute: "skill",
    value: "yes",
    pattern:
      /^(?:从小就?|也|还|已经|其实|终于|现在){0,6}(?:会|学会了?|精通|擅长|拿手的?是)(?<v>(?:弹|拉|吹|游泳|开车|骑|滑|唱|跳舞|画|做饭|做菜|做(?!.{0,3}[些的])|说(?!.{0,6}[的说])|讲[^的]|下棋|下围棋|编程|写代码|写诗|写作|打|剪辑|修|摄影|书法|煮|烤|跑步)[^，的]{0,8}?)了?$/,
  },
  {
    attribute: "health",
    profile: "health",
    value: "yes",
    pattern:
      /^(?:从小|一直|查出|被?确诊|得了?|患有?|有|轻度|是|天生|也|还|有点|了)+(?<v>[^，不没]{0,4}?(?:糖尿病|高血压|低血压|低血糖|高血脂|哮喘|心脏病|抑郁症|焦虑症|双相|强迫症|关节炎|甲亢|甲减|痛风|鼻炎|胃病|胃炎|贫血|近视|色盲|色弱|癫痫|偏头痛|乳糖不耐受?|恐高|颈椎病|多动症|自闭症|社恐|洁癖|湿疹|晕车|晕血))(?:症)?(?:的|了|\d+度)?$/,
  },
  {
    attribute: "health",
    value: "yes",
    pattern: /^(?<v>恐高|晕车|晕船|晕血|乳糖不耐受?|近视|社恐|色盲)(?:的)?$/,
  },
];
