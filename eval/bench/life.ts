/**
 * An invented life of any length: sentences from templates over everyday words, with everyday frequencies (few words
 * are common, most are rare), so that an index meets what it meets in a real life. The same seed gives the same life.
 */
import { indexed } from "../../memory/index-text.ts";
import { COLLECTIONS } from "../../memory/record.ts";
import type { Collection, MemoryRecord } from "../../memory/record.ts";

const PEOPLE =
  "妈妈 爸爸 表哥 室友 同桌 老板 房东 小林 阿杰 思雨 子涵 晓峰 老周 外婆 邻居 教练 同事 学姐 堂妹 丁一".split(
    " ",
  );
const PLACES =
  "公园 图书馆 医院 火车站 海边 菜市场 健身房 电影院 咖啡馆 博物馆 植物园 游泳馆 老家 机场 书店 夜市 山顶 湖边 操场 花店".split(
    " ",
  );
const THINGS =
  "钢琴 相机 自行车 雨伞 耳机 橘猫 多肉 吉他 拼图 围巾 帐篷 奶茶 火锅 汤圆 饺子 西瓜 螃蟹 草莓 黑咖啡 豆浆 论文 合同 简历 日记 护照 车票 毛衣 台灯 键盘 望远镜 羽毛球 篮球 乒乓球 滑板 跑鞋 口琴 毛笔 陶罐 风筝 积木".split(
    " ",
  );
const DOINGS =
  "学做 弄丢了 修好了 借走了 买了 送了 找到了 梦见了 聊起了 画了 推荐了 打听了 收拾了 比较了 洗了 拍下了 忘带了 退掉了 研究了 包好了".split(
    " ",
  );
const FEELINGS =
  "有点累 特别开心 松了一口气 心里发慌 觉得很值 哭笑不得 有些想家 满脑子都是它 又好气又好笑 一晚上没睡好".split(
    " ",
  );
const SHARE: readonly (readonly [collection: Collection, upTo: number])[] = [
  ["dialog_logs", 0.6],
  ["facts", 0.8],
  ["user_preferences", 0.95],
  ["important_events", 1],
];

/** Numbers 0..1 from a seed (a linear congruential generator, constants of Numerical Recipes). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

export interface Life {
  readonly user: string;
  readonly records: readonly MemoryRecord[];
}

/** `count` memories over 400 days that end at `end`. */
export function inventLife(user: string, count: number, end: Date, seed: number): Life {
  const random = randomFrom(seed);
  const pick = (words: readonly string[]): string => words[Math.floor(random() ** 1.5 * words.length)] ?? "";
  const span = 400 * 86_400_000;
  const records = Array.from({ length: count }, (_, index): MemoryRecord => {
    const draw = random();
    const collection = SHARE.find(([, upTo]) => draw < upTo)?.[0] ?? COLLECTIONS[0];
    const said = `${pick(PEOPLE)}在${pick(PLACES)}${pick(DOINGS)}${pick(THINGS)}，${pick(PEOPLE)}说${pick(FEELINGS)}，第${Math.floor(random() * 1000)}号${pick(THINGS)}`;
    const text =
      collection === "dialog_logs"
        ? `小伙伴：${said}\n小梦：原来是这样，后来${pick(THINGS)}怎么样了？`
        : `小伙伴说${said}`;
    return indexed(
      {
        id: `${user}-${index}`,
        user,
        collection,
        text,
        origin: "user",
        sources: [{ thread: "life", turn: `turn-${index}` }],
        derivedFrom: [],
        recordedAt: new Date(end.getTime() - span + (span * index) / count).toISOString(),
        importance: random(),
        confidence: 0.9,
        topic: pick(THINGS),
        tags: [pick(THINGS), pick(PLACES)],
        status: "active",
      },
      "Asia/Shanghai",
      "zh",
    );
  });
  return { user, records };
}

/** Things to ask, one after the other; no two the same in a row. */
export function inventQuestions(count: number, seed: number): string[] {
  const random = randomFrom(seed);
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? "";
  return Array.from(
    { length: count },
    () => `${pick(PEOPLE)}上次在${pick(PLACES)}${pick(DOINGS)}的${pick(THINGS)}是怎么回事来着？`,
  );
}
