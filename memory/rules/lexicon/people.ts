/**
 * Words for people (and pets) around the user: how they are called, which canonical role that is, and whether there is
 * usually one of them. Canonical names are what belief subjects and contents use ("妈妈", "mother").
 */

export interface Role {
  /** Canonical name, in the language of the words. */
  readonly name: string;
  /** English key for the profile ("mother"), for roles that belong there. */
  readonly key?: string;
  readonly words: readonly string[];
  readonly gender?: "female" | "male";
  /** Several of them are usual (friends, colleagues): then a name tells them apart, not the role. */
  readonly many?: true;
  readonly pet?: true;
}

export const ROLES_ZH: readonly Role[] = [
  {
    name: "妈妈",
    key: "mother",
    words: ["妈妈", "老妈", "母亲", "妈咪", "我妈", "俺妈", "咱妈", "妈"],
    gender: "female",
  },
  {
    name: "爸爸",
    key: "father",
    words: ["爸爸", "老爸", "父亲", "爹地", "老爹", "我爸", "俺爸", "咱爸", "爸", "爹"],
    gender: "male",
  },
  { name: "父母", words: ["父母", "爸妈", "爸爸妈妈"] },
  { name: "家人", words: ["家人", "家里人"] },
  { name: "爷爷", key: "grandfather", words: ["爷爷"], gender: "male" },
  { name: "奶奶", key: "grandmother", words: ["奶奶"], gender: "female" },
  { name: "外公", key: "grandfather", words: ["外公", "姥爷"], gender: "male" },
  { name: "外婆", key: "grandmother", words: ["外婆", "姥姥"], gender: "female" },
  { name: "哥哥", key: "brother", words: ["哥哥", "大哥", "二哥", "老哥", "我哥", "哥"], gender: "male" },
  { name: "弟弟", key: "brother", words: ["弟弟", "老弟", "我弟", "弟"], gender: "male" },
  { name: "姐姐", key: "sister", words: ["姐姐", "大姐", "二姐", "老姐", "我姐", "姐"], gender: "female" },
  { name: "妹妹", key: "sister", words: ["妹妹", "老妹", "我妹", "妹"], gender: "female" },
  { name: "表哥", words: ["表哥"], gender: "male" },
  { name: "表弟", words: ["表弟"], gender: "male" },
  { name: "表姐", words: ["表姐"], gender: "female" },
  { name: "表妹", words: ["表妹"], gender: "female" },
  { name: "堂哥", words: ["堂哥"], gender: "male" },
  { name: "堂弟", words: ["堂弟"], gender: "male" },
  { name: "堂姐", words: ["堂姐"], gender: "female" },
  { name: "堂妹", words: ["堂妹"], gender: "female" },
  { name: "叔叔", words: ["叔叔", "二叔", "大伯", "伯伯"], gender: "male" },
  { name: "舅舅", words: ["舅舅", "大舅", "小舅"], gender: "male" },
  { name: "姑姑", words: ["姑姑", "姑妈"], gender: "female" },
  { name: "阿姨", words: ["阿姨", "小姨", "大姨", "姨妈"], gender: "female" },
  {
    name: "丈夫",
    key: "partner",
    words: ["老公", "丈夫", "先生", "爱人"],
    gender: "male",
  },
  { name: "妻子", key: "partner", words: ["老婆", "妻子", "媳妇", "太太"], gender: "female" },
  { name: "男朋友", key: "partner", words: ["男朋友", "男友"], gender: "male" },
  { name: "女朋友", key: "partner", words: ["女朋友", "女友"], gender: "female" },
  { name: "对象", key: "partner", words: ["对象", "恋人", "未婚妻", "未婚夫", "另一半", "伴侣"] },
  { name: "前男友", words: ["前男友", "前夫"], gender: "male" },
  { name: "前女友", words: ["前女友", "前妻"], gender: "female" },
  { name: "儿子", key: "son", words: ["儿子", "大儿子", "小儿子"], gender: "male" },
  { name: "女儿", key: "daughter", words: ["女儿", "闺女", "大女儿", "小女儿"], gender: "female" },
  { name: "孩子", key: "child", words: ["孩子", "宝宝", "娃"] },
  { name: "公公", words: ["公公"], gender: "male" },
  { name: "婆婆", words: ["婆婆"], gender: "female" },
  { name: "岳父", words: ["岳父", "丈人"], gender: "male" },
  { name: "岳母", words: ["岳母", "丈母娘"], gender: "female" },
  { name: "侄子", words: ["侄子", "外甥"], gender: "male" },
  { name: "侄女", words: ["侄女", "外甥女"], gender: "female" },
  { name: "同桌", words: ["同桌"] },
  { name: "室友", words: ["室友", "舍友"], many: true },
  { name: "朋友", words: ["好朋友", "朋友", "死党", "发小", "哥们", "哥们儿", "兄弟"], many: true },
  { name: "闺蜜", words: ["闺蜜", "好姐妹"], gender: "female", many: true },
  { name: "同学", words: ["老同学", "同学", "学长", "学姐", "学弟", "学妹", "师兄", "师姐"], many: true },
  { name: "同事", words: ["同事"], many: true },
  { name: "老板", words: ["老板", "上司", "领导", "主管", "经理"] },
  { name: "老师", words: ["老师", "班主任"], many: true },
  { name: "导师", words: ["导师"] },
  { name: "教练", words: ["教练"] },
  { name: "医生", words: ["医生", "大夫"], many: true },
  { name: "邻居", words: ["邻居"], many: true },
  { name: "房东", words: ["房东"] },
  {
    name: "猫",
    words: ["橘猫", "猫咪", "小猫", "布偶猫", "英短", "美短", "狸花猫", "黑猫", "白猫", "暹罗猫", "猫"],
    pet: true,
    many: true,
  },
  {
    name: "狗",
    words: ["狗狗", "小狗", "金毛", "柯基", "哈士奇", "泰迪", "边牧", "柴犬", "拉布拉多", "萨摩耶", "狗"],
    pet: true,
    many: true,
  },
  {
    name: "宠物",
    words: ["仓鼠", "兔子", "鹦鹉", "乌龟", "金鱼", "龙猫", "刺猬", "蜥蜴"],
    pet: true,
    many: true,
  },
];

export const ROLES_EN: readonly Role[] = [
  { name: "mother", key: "mother", words: ["mother", "mom", "mum", "mommy", "mama"], gender: "female" },
  { name: "father", key: "father", words: ["father", "dad", "daddy", "papa"], gender: "male" },
  { name: "parents", words: ["parents", "family", "folks"] },
  {
    name: "grandmother",
    key: "grandmother",
    words: ["grandmother", "grandma", "granny", "nana"],
    gender: "female",
  },
  { name: "grandfather", key: "grandfather", words: ["grandfather", "grandpa", "granddad"], gender: "male" },
  {
    name: "brother",
    key: "brother",
    words: ["older brother", "younger brother", "little brother", "big brother", "brother"],
    gender: "male",
  },
  {
    name: "sister",
    key: "sister",
    words: ["older sister", "younger sister", "little sister", "big sister", "sister"],
    gender: "female",
  },
  { name: "husband", key: "partner", words: ["husband", "hubby"], gender: "male" },
  { name: "wife", key: "partner", words: ["wife"], gender: "female" },
  { name: "ex-boyfriend", words: ["ex-boyfriend", "ex boyfriend", "ex-husband"], gender: "male" },
  { name: "ex-girlfriend", words: ["ex-girlfriend", "ex girlfriend", "ex-wife"], gender: "female" },
  { name: "boyfriend", key: "partner", words: ["boyfriend"], gender: "male" },
  { name: "girlfriend", key: "partner", words: ["girlfriend"], gender: "female" },
  { name: "partner", key: "partner", words: ["partner", "fiancé", "fiancée", "fiance", "fiancee", "spouse"] },
  { name: "son", key: "son", words: ["son"], gender: "male" },
  { name: "daughter", key: "daughter", words: ["daughter"], gender: "female" },
  { name: "child", key: "child", words: ["kid", "child", "baby"] },
  { name: "uncle", words: ["uncle"], gender: "male" },
  { name: "aunt", words: ["aunt", "auntie"], gender: "female" },
  { name: "cousin", words: ["cousin"], many: true },
  { name: "nephew", words: ["nephew"], gender: "male" },
  { name: "niece", words: ["niece"], gender: "female" },
  { name: "best friend", words: ["best friend"] },
  { name: "friend", words: ["friend", "buddy", "pal"], many: true },
  { name: "roommate", words: ["roommate", "flatmate", "housemate"], many: true },
  { name: "classmate", words: ["classmate"], many: true },
  { name: "colleague", words: ["colleague", "coworker", "co-worker"], many: true },
  { name: "boss", words: ["boss", "manager", "supervisor"] },
  { name: "teacher", words: ["teacher", "professor", "tutor"], many: true },
  { name: "coach", words: ["coach", "trainer"] },
  { name: "doctor", words: ["doctor", "dentist", "therapist"], many: true },
  { name: "neighbor", words: ["neighbor", "neighbour"], many: true },
  { name: "landlord", words: ["landlord", "landlady"] },
  { name: "cat", words: ["cat", "kitten"], pet: true, many: true },
  {
    name: "dog",
    words: ["dog", "puppy", "golden retriever", "corgi", "labrador", "poodle"],
    pet: true,
    many: true,
  },
  { name: "pet", words: ["hamster", "rabbit", "parrot", "turtle", "goldfish"], pet: true, many: true },
];

const byWord = new Map<string, Role>();
for (const role of [...ROLES_ZH, ...ROLES_EN]) for (const word of role.words) byWord.set(word, role);

/** The role that a word names ("老妈" → 妈妈, "mom" → mother), any case. */
export function roleOf(word: string): Role | undefined {
  return byWord.get(word.toLowerCase());
}

/** Longest words first, as one alternative of a regular expression. */
function alternatives(words: readonly string[]): string {
  return [...words].sort((a, b) => b.length - a.length).join("|");
}

const zhWords = ROLES_ZH.flatMap((role) => role.words);

/** Any word for a person or pet that may follow 我(的). */
export const ROLE_ZH = alternatives(zhWords.filter((word) => !/^[我俺咱]/.test(word)));
/** Words that mean one of the user's own people also without 我 before them. */
export const BARE_ROLE_ZH = alternatives(
  ROLES_ZH.filter(
    (role) =>
      role.pet !== true &&
      !["先生", "医生", "老师", "孩子", "朋友", "同学", "对象", "阿姨", "叔叔", "公公"].includes(role.name),
  )
    .flatMap((role) => role.words)
    .filter(
      (word) =>
        word.length > 1 &&
        !/^[我俺咱]/.test(word) &&
        !["先生", "太太", "兄弟", "领导", "经理", "爱人", "伴侣", "家人"].includes(word),
    ),
);
export const ROLE_EN = alternatives(ROLES_EN.flatMap((role) => role.words));

/** Family names that a Chinese name is told from a noun by: the hundred or so most common, and the double ones. */
export const SURNAMES =
  "欧阳|上官|司马|诸葛|夏侯|皇甫|尉迟|慕容|令狐|东方|" +
  "[王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖萧田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付傅方白邹孟熊秦邱江尹薛闫阎段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝]";
