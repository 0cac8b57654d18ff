/** Questions that ask for one attribute of a person, and the belief attribute that answers them. */
export const ATTRIBUTE_QUESTIONS: readonly (readonly [attribute: string, asked: RegExp])[] = [
  ["name", /我(?:的)?(?:名字|叫什么|叫啥|是谁)|怎么称呼我|\bmy name\b|\bwho am i\b/i],
  ["nickname", /叫我什么|怎么叫我|称呼我|我(?:的)?(?:小名|昵称|外号)|\bmy nickname\b|\bcall me\b/i],
  ["birthday", /(?:我|我的)?.{0,4}生日|哪天出生|\bmy birthday\b|\bwas i born\b/i],
  ["age", /我(?:今年)?(?:多大|几岁|多少岁)|我的年龄|\bhow old am i\b|\bmy age\b/i],
  [
    "residence",
    /我.{0,8}(?:住(?:在|哪|址)|家在哪|(?:哪个|哪座|什么)城市)|我的(?:住处|地址)|\bwhere (?:do|did) i live\b|\bmy (?:home )?address\b/i,
  ],
  ["hometown", /我.{0,4}(?:老家|家乡|哪里人|哪儿人|是哪的人)|\bmy hometown\b|\bwhere am i from\b/i],
  [
    "occupation",
    /我(?:现在)?的?工作是|我.{0,6}(?:做什么工作|干什么的|干嘛的|什么工作|职业|职位|是做什么的)|\bi do for (?:a living|work)\b|\bmy (?:job|work|occupation|profession)\b/i,
  ],
  [
    "workplace",
    /我.{0,8}(?:在哪.{0,3}(?:上班|工作)|(?:工作|上班)的地方|哪家公司|什么公司|单位)|\bwhere (?:do|did) i work\b|\bmy (?:company|employer|workplace)\b/i,
  ],
  [
    "school",
    /我.{0,8}(?:在哪.{0,3}(?:上学|读书|念书|读大学)|哪所|什么学校|学校)|\bmy (?:school|university|college)\b/i,
  ],
  ["allergy", /过敏|\ballerg(?:y|ies|ic)\b/i],
  ["relationship_status", /我.{0,4}(?:单身|结婚|有没有对象|有对象|谈恋爱)|\bam i (?:single|married)\b/i],
  [
    "pet",
    /我.{0,6}(?:宠物|猫|狗|兔子|仓鼠|鹦鹉|乌龟)|\bmy (?:pets?|cat|dog|rabbit|hamster|parrot|turtle)\b/i,
  ],
];
