import { InMemoryStore } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";
import { nameFinder } from "../../language/names.ts";
import { mayBeCut, searchTokens } from "../../language/segment.ts";
import { writeAll } from "../../memory/documents.ts";
import { namedIn, namesIn, readNames } from "../../memory/names.ts";
import { nameWrites } from "../../memory/new-names.ts";

const belief = (subject: string, attribute: string, value: string) => ({
  belief: { subject, attribute, value },
});

describe("names", () => {
  it("are learned from whom a belief is about and from values that name something", () => {
    const records = [
      belief("妈妈", "birthday", "3月8日"),
      belief("猫", "name", "豆豆"),
      belief("user", "workplace", "蓝鲸科技"),
      belief("user", "allergy", "花生"),
      {},
    ];
    expect(namesIn(records)).toEqual(["妈妈", "豆豆", "蓝鲸科技"]);
  });

  it("of the user say nothing about what a memory is about", () => {
    expect(namesIn([belief("user", "name", "林晓"), belief("user", "nickname", "晓晓")])).toEqual([]);
  });

  it("may be of one character where they are said to be names", () => {
    const records = [belief("朋友", "name", "安"), belief("狗", "name", "旺财"), belief("猫", "age", "3")];
    expect(namesIn(records)).toEqual(["朋友", "安", "旺财"]);
  });

  it("are kept for one user, each once, and nothing is written when all are known", async () => {
    const store = new InMemoryStore();
    await writeAll(store, await nameWrites(store, "ann", [belief("小满", "job", "医生")]));
    expect(await nameWrites(store, "ann", [belief("小满", "age", "30")])).toEqual([]);
    expect(await readNames(store, "ann")).toEqual(["小满"]);
    expect(await readNames(store, "bob")).toEqual([]);
  });
});

describe("a name in a text", () => {
  it("is found longest first, whole, whatever the spelling", () => {
    const find = nameFinder(["张小满", "小满", "Ann", "蓝鲸"]);
    expect(find("张小满和Ａｎｎ去了藍鯨")).toEqual(["张小满", "Ann", "蓝鲸"]);
    expect(find("Anna 来了")).toEqual([]);
  });

  it("becomes a token of its own beside what the dictionary makes of it", () => {
    expect(searchTokens("和小满月饼一起", ["小满"])).toContain("小满");
    expect(searchTokens("Mary Ann 来电话", ["Mary Ann"])).toContain("maryann");
    expect(searchTokens("今天下雨", ["小满"])).toEqual(searchTokens("今天下雨"));
  });

  it("of one character is a token in what only looks like a word, and nowhere else", () => {
    expect(searchTokens("下次问安要不要来")).not.toContain("安");
    expect(searchTokens("下次问安要不要来", ["安"])).toContain("安");
    expect(searchTokens("晴和我吵架了", ["晴"])).toContain("晴");
    expect(searchTokens("平安夜很安静", ["安"])).toEqual(searchTokens("平安夜很安静"));
  });

  it("may be cut to pieces unless the dictionary holds it, or it is of letters", () => {
    expect(["丁一", "林薇", "安", "蓝鲸科技"].filter(mayBeCut)).toEqual(["丁一", "林薇", "安", "蓝鲸科技"]);
    expect(["妈妈", "同事", "Amy", "Mary Ann"].filter(mayBeCut)).toEqual([]);
  });

  it("counts in full in the question, less in what was said before, by any of its variants", () => {
    const named = namedIn(["豆豆生病了", "是吗", "我老妈知道吗"], ["豆豆", "妈妈"]);
    expect(named.get("妈妈")).toBe(1);
    expect(named.get("豆豆")).toBeCloseTo(0.6, 10);
  });
});
