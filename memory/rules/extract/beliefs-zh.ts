/**
 * What is believed of a person and has a key: name, age, home, work, … in Chinese. One pattern a line; the predicate is
 * matched from its start, the value is the group `v`.
 */
import { JOBS_ZH } from "../lexicon/occupations.ts";
import { SURNAMES } from "../lexicon/people.ts";

export interface BeliefPattern {
  readonly attribute: string;
  readonly pattern: RegExp;
  /** Kept in the profile under this key when the user is the subject. */
  readonly profile?: string;
  /** Dates in it are the fact itself. */
  readonly undated?: true;
  /** Tells of a change ("搬到"), so it holds now even when it is dated to the past. */
  readonly change?: true;
  /** Fixed value where the words carry none. */
  readonly value?: string;
  /** Only of the user, or of anybody (the default). */
  readonly only?: "user";
  /** The subject must stand in the clause: 叫豆豆 after 养了一只猫 is not the user's name. */
  readonly explicit?: true;
  /** Only where the user introduces himself: 我是单身 would else be a name. */
  readonly introduced?: true;
}

const NOW =
  "(?:现在|目前|如今|已经|刚刚?|就|也|一直|还|都|又|准备|主要|平时|曾经?|以前|之前|原来|小时候){0,6}";
const DATE =
  "(?:\\d{4}年|[零〇一二三四五六七八九]{4}年)?(?:农历|阴历|阳历)?[\\d一二三四五六七八九十正腊冬]{1,3}月(?:初)?[\\d一二三四五六七八九十廿]{1,3}[号日]?|\\d{1,2}[./-]\\d{1,2}|\\d{4}[./-]\\d{1,2}[./-]\\d{1,2}";
const PLACE_END = "(?:那边|这边|那里|这里|附近|那儿|这儿|一带)?(?:了)?";
const NOT_PEOPLE =
  "(?![^人]*(?:好|坏|老|年轻|成年|病|大|小|男|女|本地|外地|普通|正常|聪明|内向|外向|敏感|懒|的|个|种|有些?|什么|哪里?|一家|自己|别|机器|陌生|当事|负责|主持|过来|单身|中年)人)";

/** Chinese names, or a plausible short name after 叫. */
const FULL_NAME = `(?:${SURNAMES})[\\u4e00-\\u9fa5]{1,2}`;

export const BELIEFS_ZH: readonly BeliefPattern[] = [
  {
    attribute: "name",
    profile: "name",
    pattern: new RegExp(
      `^(?:的?(?:真名|全名|大名|本名|名字|姓名))(?:就)?(?:叫做?|是)(?<v>[\\u4e00-\\u9fa5·]{2,8}|[A-Z][a-zA-Z]{1,15})$`,
    ),
  },
  {
    attribute: "nickname",
    profile: "nickname",
    only: "user",
    pattern: /^(?:的?(?:小名|外号|昵称|网名|绰号))(?:就)?(?:叫做?|是)(?<v>[\u4e00-\u9fa5A-Za-z·]{1,10})$/,
  },
  {
    attribute: "english_name",
    profile: "english_name",
    only: "user",
    pattern: /^的?英文名(?:字)?(?:叫做?|是)(?<v>[A-Za-z]{2,15})$/,
  },
  {
    attribute: "name",
    profile: "name",
    only: "user",
    explicit: true,
    pattern:
      /^(?:就)?(?:叫|名叫)(?<v>(?!什么|做|你|我|他|她|它|不|上|了|过|醒|来|人|外卖|车|个|一)[\u4e00-\u9fa5·]{2,4}|[A-Z][a-zA-Z]{1,15})$/,
  },
  {
    attribute: "name",
    profile: "name",
    only: "user",
    explicit: true,
    introduced: true,
    pattern: new RegExp(`^是(?<v>${FULL_NAME})$`),
  },
  {
    attribute: "name",
    pattern:
      /^(?:的?名字)?(?:就)?(?:叫做?|名叫|取名叫?|起名叫?)(?<v>(?!什么|做|你|我|他|她|不|上|了|过|醒|来|人|个|一)[\u4e00-\u9fa5·]{1,5}|[A-Z][a-zA-Z]{1,15})$/,
  },
  {
    attribute: "birthday",
    profile: "birthday",
    undated: true,
    pattern: new RegExp(`^的?(?:生日)(?:就)?(?:是|在|:|：)?(?:每年|农历|阴历|阳历){0,6}(?<v>${DATE})$`),
  },
  {
    attribute: "birthday",
    profile: "birthday",
    undated: true,
    pattern: new RegExp(
      `^(?:(?:出生于|生于|出生在)(?=.)|是(?=.+(?:出生|生)的?$))(?<v>${DATE}|\\d{4}年|[零〇一二三四五六七八九]{4}年)(?:出生|生)?的?$`,
    ),
  },
  {
    attribute: "age",
    profile: "age",
    undated: true,
    pattern:
      /^(?:的?年龄|的?年纪)?(?:今年|现在|已经|都|才|刚满?|快|是|马上|就要){0,6}(?<v>\d{1,3}|[一二三四五六七八九十两百]{1,4})周?岁(?:半|多)?了?$/,
  },
  {
    attribute: "gender",
    profile: "gender",
    only: "user",
    pattern: /^是(?:一?个|一?名)?(?<v>男生|女生|男的|女的|男孩子?|女孩子?|男人|女人|妹子|汉子)$/,
  },
  {
    attribute: "height",
    profile: "height",
    pattern: /^的?身高(?:是|有)?(?<v>1?\d{2}(?:cm|厘米|公分)?|一?米[一二三四五六七八九\d]+|1\.\d+米?)$/i,
  },
  {
    attribute: "zodiac",
    profile: "zodiac",
    pattern:
      /^(?:是|属|的?星座是)(?<v>(?:白羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座?|(?<=属)[鼠牛虎兔龙蛇马羊猴鸡狗猪])的?$/,
  },
  {
    attribute: "personality",
    profile: "mbti",
    only: "user",
    pattern: /^(?:的?mbti)?是(?:一?个)?(?<v>[EI][NS][TF][JP])(?:-[AT])?$/i,
  },
  {
    attribute: "hometown",
    profile: "hometown",
    pattern: /^的?(?:老家|家乡|故乡|籍贯)(?:就)?(?:是|在)(?<v>[\u4e00-\u9fa5]{2,10}?)的?$/,
  },
  {
    attribute: "hometown",
    profile: "hometown",
    pattern: /^(?:来自|出生在|生在|从小在|出生于)(?<v>(?!一个)[\u4e00-\u9fa5]{2,10}?)(?:长大的?|出生的?)?$/,
  },
  {
    attribute: "hometown",
    profile: "hometown",
    pattern: new RegExp(`^是${NOT_PEOPLE}(?:一?个)?(?:土生土长的|地道的)?(?<v>[\\u4e00-\\u9fa5]{2,4})人$`),
  },
  {
    attribute: "residence",
    profile: "residence",
    change: true,
    pattern: new RegExp(
      `^${NOW}(?:打算)?(?:搬到|搬去|搬来|搬进|移居到?|定居(?:在|到)?|移民到?|迁到)了?(?<v>(?!了)[^，了]{2,14}?)(?:住)?(?:来|去)?${PLACE_END}$`,
    ),
  },
  {
    attribute: "residence",
    profile: "residence",
    pattern: new RegExp(
      `^${NOW}(?:都)?(?:一个人|自己|独自|和.{1,6}|跟.{1,6})?(?:住在|居住在|住(?!院|校|宿舍|了|过|得|不|着|一|在|的)|家在|家住在?|生活在|定居在|常住)(?<v>[^，的了过]{2,14}?)${PLACE_END}$`,
    ),
  },
  {
    attribute: "residence",
    profile: "residence",
    pattern: new RegExp(`^(?:的?家)(?:就|现在)?(?:在|住在?)(?<v>[^，的了]{2,14}?)${PLACE_END}$`),
  },
  {
    attribute: "residence",
    profile: "residence",
    pattern: new RegExp(`^${NOW}在(?<v>[\\u4e00-\\u9fa5]{2,8}?)(?:住|生活|居住)(?:了.{1,6})?了?$`),
  },
  {
    attribute: "workplace",
    profile: "workplace",
    pattern: new RegExp(
      `^${NOW}在(?!考虑|找|这|那|当前|现在|目前|准备|忙|努力|想|做|完成|处理|家(?:里)?(?:上班|工作)|认真|一起|外面|加班|认真)(?<v>[^，]{2,20}?)(?:上班|工作|任职|做事|打工|实习|就职|当差)(?:了.{1,6})?了?$`,
    ),
  },
  {
    attribute: "workplace",
    profile: "workplace",
    change: true,
    pattern: /^(?:已经|刚刚?|终于){0,6}(?:入职|跳槽到|跳槽去|加入)了?(?<v>[^，了]{2,20}?)了?$/,
  },
  {
    attribute: "workplace",
    change: true,
    value: "none",
    pattern:
      /^(?:已经|刚刚?|终于|今天|正式){0,6}(?:辞职|离职|辞掉(?:了)?工作|被裁|被公司裁|失业|退休)(?:员)?了?$/,
  },
  {
    attribute: "occupation",
    profile: "occupation",
    pattern: new RegExp(
      `^${NOW}(?:是|当|做|在当|在做|当上了?|转行做了?|改行做了?)(?:了)?(?:一?[名个位]|一家.{1,10}的)?(?<v>[^，的是]{0,10}?(?:${JOBS_ZH}))了?$`,
      "i",
    ),
  },
  {
    attribute: "occupation",
    profile: "occupation",
    pattern: /^(?:的?(?:职业|工作|专职|本职工作))(?:就)?是(?<v>[^，的]{2,14}?)$/,
  },
  {
    attribute: "occupation",
    profile: "occupation",
    pattern: /^(?:主要)?(?:从事|干)(?<v>[^，]{2,14}?)(?:工作|行业|这行|这一行)?的?$/,
  },
  {
    attribute: "occupation",
    profile: "occupation",
    pattern: new RegExp(
      `^${NOW}在(?<place>[^，]{2,20}?)(?:做|当)(?:了)?(?:一?[名个位])?(?<v>[^，的]{0,8}?(?:${JOBS_ZH}))$`,
      "i",
    ),
  },
  {
    attribute: "school",
    profile: "school",
    pattern: new RegExp(
      `^${NOW}(?:在|就读于|读|上|考上了?|念)(?<v>[^，]{1,16}?(?:大学|学院|中学|高中|初中|小学|一中|二中|附中|清华|北大|复旦|交大|浙大))(?:读书?|上学|念书?|学习|读研|读博|读.{2,8})?(?:了)?$`,
    ),
  },
  {
    attribute: "school",
    pattern:
      /^(?:是)?(?:从)?(?:毕业于|(?=.{2,16}毕业))(?<v>[^，]{2,16}?(?:大学|学院|中学|高中))(?:毕业)?的?$/,
  },
  {
    attribute: "major",
    profile: "major",
    pattern:
      /^(?:的?专业是|是?学(?!会|了|到|过|着|习)(?=.{2,10}(?:专业|的)$)|主修|读的是)(?<v>[^，]{2,12}?)(?:专业)?的?$/,
  },
  {
    attribute: "relationship_status",
    profile: "relationship_status",
    change: true,
    value: "married",
    only: "user",
    pattern: /^(?:已经|早就|刚刚?|终于|跟.{1,8}|和.{1,8}){0,3}(?:结婚|领证|已婚)(?:了|.{1,4}年了?)?$/,
  },
  {
    attribute: "relationship_status",
    profile: "relationship_status",
    change: true,
    value: "single",
    only: "user",
    pattern:
      /^(?:现在|目前|一直|还|刚刚?|又|恢复|跟.{1,8}|和.{1,8}|终于|已经|是){0,3}(?:单身(?:了|的|状态|狗)?|(?:分手|离婚|失恋)了)$/,
  },
  {
    attribute: "relationship_status",
    profile: "relationship_status",
    change: true,
    value: "in a relationship",
    only: "user",
    pattern:
      /^(?:现在|最近|刚刚?|终于|跟.{1,8}|和.{1,8}|已经){0,3}(?:脱单|恋爱|谈恋爱|在一起|有(?:男朋友|女朋友|对象))了$/,
  },
  {
    attribute: "diet",
    profile: "diet",
    change: true,
    pattern: /^(?:现在|一直|开始|是|已经|常年){0,6}(?<v>吃素|素食者|素食主义者|纯素|不吃肉|清真)(?:了|的)?$/,
  },
  {
    attribute: "phone",
    pattern: /^的?(?:手机号码?|电话号?码?|手机)(?:是|:|：)\s*(?<v>\+?\d[\d -]{6,14}\d)$/,
    undated: true,
  },
];
