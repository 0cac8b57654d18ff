/**
 * What the categories of the user's profile are called: models name one thing in many ways (生日, 出生日期, "birthday"), and
 * one value has to find the other. A category that is not in the table is its own.
 */
import { normaliseForSearch } from "../../language/normalise.ts";
import type { Language } from "../../language/types.ts";
import { holdsOneValue } from "../rules/extract/beliefs.ts";

/** By profile key: the word it is told by in each language, then others that mean it. */
const CATEGORIES: Readonly<Record<string, { zh: readonly string[]; en: readonly string[] }>> = {
  name: { zh: ["名字", "姓名", "全名", "真名", "本名"], en: ["name", "full name", "real name"] },
  nickname: { zh: ["称呼", "昵称", "小名", "外号"], en: ["nickname", "preferred name"] },
  english_name: { zh: ["英文名"], en: ["English name"] },
  birthday: { zh: ["生日", "出生日期", "生辰"], en: ["birthday", "date of birth", "birth date"] },
  age: { zh: ["年龄", "岁数", "年纪"], en: ["age"] },
  gender: { zh: ["性别"], en: ["gender", "sex"] },
  height: { zh: ["身高"], en: ["height"] },
  zodiac: { zh: ["星座"], en: ["zodiac sign", "zodiac"] },
  personality: { zh: ["性格", "人格", "mbti"], en: ["personality"] },
  residence: {
    zh: ["住处", "住址", "居住地", "居住城市", "现居地", "城市", "住在", "地址", "所在地"],
    en: ["home", "residence", "city", "address", "location", "lives in"],
  },
  hometown: { zh: ["家乡", "老家", "籍贯", "出生地"], en: ["hometown", "birthplace", "origin"] },
  occupation: { zh: ["职业", "工作", "岗位", "职位"], en: ["occupation", "job", "profession", "work"] },
  workplace: { zh: ["工作单位", "公司", "单位"], en: ["workplace", "company", "employer"] },
  school: { zh: ["学校", "大学", "母校"], en: ["school", "university", "college"] },
  major: { zh: ["专业"], en: ["major", "field of study"] },
  relationship_status: {
    zh: ["感情状况", "婚姻状况", "婚恋状态"],
    en: ["relationship status", "marital status"],
  },
  partner: {
    zh: ["伴侣", "男朋友", "女朋友", "对象", "配偶", "老公", "老婆"],
    en: ["partner", "boyfriend", "girlfriend", "spouse", "husband", "wife"],
  },
  diet: { zh: ["饮食", "饮食习惯"], en: ["diet"] },
  phone: { zh: ["电话", "手机号"], en: ["phone", "phone number"] },
  allergy: {
    zh: ["过敏", "过敏源", "过敏原", "过敏食物", "过敏史"],
    en: ["allergy", "allergies", "allergic to"],
  },
  condition: {
    zh: ["身体状况", "健康", "健康状况", "病史"],
    en: ["health", "condition", "health condition"],
  },
  pet: { zh: ["宠物"], en: ["pet", "pets"] },
  child: { zh: ["孩子", "子女", "儿子", "女儿"], en: ["child", "children", "son", "daughter"] },
  sibling: { zh: ["兄弟姐妹"], en: ["siblings", "sibling"] },
  family: { zh: ["家人", "家庭成员", "家庭"], en: ["family", "family members"] },
  friend: { zh: ["朋友", "好友"], en: ["friend", "friends"] },
  language: { zh: ["语言", "外语"], en: ["languages", "language"] },
  plan: { zh: ["计划", "安排", "日程", "行程", "考试时间", "打算"], en: ["plan", "plans", "schedule"] },
  event: { zh: ["经历", "事件", "近况"], en: ["event", "events", "experience"] },
};

const KEY_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(CATEGORIES).flatMap(([key, { zh, en }]) =>
    [key, ...zh, ...en].map((word): [string, string] => [normaliseForSearch(word), key]),
  ),
);

/** Of which a person has several at a time. Not in the list: the user's own words may make any other. */
const MANY = new Set([
  "allergy",
  "condition",
  "pet",
  "child",
  "sibling",
  "family",
  "friend",
  "language",
  "plan",
  "event",
]);

/** The key of a category, however it is called: 出生日期 and "Birthday" give "birthday"; what is unknown gives itself. */
export function categoryKey(category: string): string {
  const plain = normaliseForSearch(category).replace(/^(?:(?:用户|我|他|她|user'?s?|my)的?\s?)/, "");
  return KEY_OF.get(plain) ?? plain;
}

/** As it is told to a person; an unknown category as it was written. */
export function categoryLabel(category: string, language: Language): string {
  return CATEGORIES[categoryKey(category)]?.[language][0] ?? category.trim();
}

/** Every word that means this category, normalised. */
export function categoryWords(category: string): string[] {
  const key = categoryKey(category);
  const { zh = [], en = [] } = CATEGORIES[key] ?? {};
  return [...new Set([normaliseForSearch(category), ...[...zh, ...en].map(normaliseForSearch)])];
}

export function isKnownCategory(category: string): boolean {
  return Object.hasOwn(CATEGORIES, categoryKey(category));
}

/** What comes and goes is told by the records alone. */
const PASSING = new Set(["plan", "event"]);

/** Whether it has a place in the profile, which every prompt shows. */
export function isOfProfile(category: string): boolean {
  return isKnownCategory(category) && !PASSING.has(categoryKey(category));
}

/** Whether a person has one of it at a time, surely: a newer value takes the older one's place. */
export function isSingle(category: string): boolean {
  return holdsOneValue(categoryKey(category));
}

export function isMany(category: string): boolean {
  return MANY.has(categoryKey(category));
}
