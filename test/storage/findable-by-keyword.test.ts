/**
 * What people ask for by a single word is found by keyword among 10,000 memories of theirs: a short name, an English name in
 * Chinese, a number, a date however it is written, an emoji.
 */
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { inventLife } from "../../eval/bench/life.ts";
import { searchTokens } from "../../language/segment.ts";
import type { IndexEntry, MemoryIndex } from "../../storage/memory-index/port.ts";
import { createSqliteMemoryIndex } from "../../storage/memory-index/sqlite.ts";
import { openDatabase } from "../../storage/sqlite/database.ts";
import type { SqliteDatabase } from "../../storage/sqlite/database.ts";

const MEMORIES = 10_000;
const USER = "u1";
const VECTOR = Float32Array.of(1, 0);

/** Kind, what was told once among the ten thousand, and how it is asked for. Look-alikes of each are told too. */
const NEEDLES: readonly (readonly [kind: string, told: string, asked: readonly string[]])[] = [
  ["a name of one character", "昨天和渝一起去爬了青城山", ["渝是谁？", "渝最近怎么样"]],
  ["a name of one character", "安说她下个月要换工作", ["安要做什么？"]],
  ["a name of one character", "我跟小学同桌棠又联系上了", ["棠是谁"]],
  ["a name of two characters", "丁一借走了我的相机", ["丁一拿了什么？", "借给丁一的东西"]],
  ["a name of two characters", "林薇教我做提拉米苏", ["林薇会做什么"]],
  ["a name of two characters", "我问小满要不要一起养仓鼠", ["小满养什么"]],
  ["an English name in Chinese", "我和Amy去听了交响乐", ["Amy喜欢什么", "amy"]],
  ["an English name in Chinese", "把备用钥匙放在Zoe那里了", ["Zoe 那里有什么"]],
  ["a number", "新车的尾号是8848", ["8848是什么"]],
  ["a number", "这次体检的尿酸是437", ["437这个数是什么"]],
  ["a date", "约好5月17号去拔智齿", ["5月17日", "五月十七号有什么事", "05-17"]],
  ["a date", "结婚纪念日是十一月二十三日", ["11月23号", "11/23 是什么日子", "November 23rd"]],
  ["a date", "The lease ends on March 29th", ["3月29日", "29 March", "2025-03-29"]],
  ["an emoji", "收到offer啦🥳🥳", ["🥳"]],
  ["an emoji", "今天又是🦦的一天", ["🦦是什么意思"]],
];

/** Told as well, and not what is asked for. */
const LOOK_ALIKES = [
  "重庆简称渝，火锅很辣",
  "平安夜的苹果很安静",
  "海棠花开了一院子",
  "丁香花开了一天",
  "森林公园很大",
  "小满节气到了，很满意",
  "Amyloid is a protein",
  "号码是8849",
  "尿酸是347",
  "5月7号去看牙",
  "约在17号线见面",
  "十一月二十二日下雪了",
  "11月2日开会",
  "今天好开心😊😊",
];

let folder: string;
let db: SqliteDatabase;
let index: MemoryIndex;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "miramate-test-"));
  db = await openDatabase(path.join(folder, "miramate.db"));
  index = await createSqliteMemoryIndex(db, {
    dimension: 2,
    fingerprint: "words alone",
    tokenise: searchTokens,
  });
  const needles = [...NEEDLES.map(([, told]) => told), ...LOOK_ALIKES];
  const life = inventLife(USER, MEMORIES - needles.length, new Date("2025-06-09T15:20:00+08:00"), 1).records;
  const entry = (id: string, text: string, at: number): IndexEntry => ({
    id,
    user: USER,
    collection: "dialog_logs",
    text,
    vector: VECTOR,
    active: true,
    recordedAt: at,
  });
  const entries = [
    ...life.map(({ id, indexText, recordedAt }) => entry(id, indexText, Date.parse(recordedAt))),
    ...needles.map((text, at) => entry(`needle ${text}`, text, at)),
  ];
  expect(entries).toHaveLength(MEMORIES);
  for (let from = 0; from < entries.length; from += 2_000)
    await index.upsert(entries.slice(from, from + 2_000));
}, 120_000);

afterAll(async () => {
  await index.close();
  db.close();
  await rm(folder, { recursive: true, force: true });
});

describe("among 10,000 memories", () => {
  it.each(NEEDLES.flatMap(([kind, told, asked]) => asked.map((question) => [kind, question, told] as const)))(
    "%s: %s is answered by %s",
    async (_, question, told) => {
      const hits = await index.matching([question], { user: USER, collections: ["dialog_logs"], limit: 5 });
      expect(hits.map(({ id }) => id)).toContain(`needle ${told}`);
    },
  );
});
