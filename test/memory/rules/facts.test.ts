import { describe, expect, it } from "vitest";
import { holdsOneValue, SINGLE_VALUED } from "../../../memory/rules/extract.ts";
import { beliefs, contents, extract, profile } from "./support.ts";

describe("facts with a key", () => {
  it.each([
    ["我叫陈晨。", "user.name=陈晨", "name=陈晨"],
    ["我的名字是王峰", "user.name=王峰", "name=王峰"],
    ["你好，我是姚国栋。", "user.name=姚国栋", "name=姚国栋"],
    ["以后叫我小晨吧。", "user.nickname=小晨", "nickname=小晨"],
    ["我生日是5月8号。", "user.birthday=5月8号", "birthday=5月8号"],
    ["我今年28岁了", "user.age=28", "age=28"],
    ["我是女生", "user.gender=女生", "gender=女生"],
    ["我老家在湖南", "user.hometown=湖南", "hometown=湖南"],
    ["我是四川人", "user.hometown=四川", "hometown=四川"],
    ["我住在上海。", "user.residence=上海", "residence=上海"],
    ["我搬家了，现在住昆明。", "user.residence=昆明", "residence=昆明"],
    ["我在一家银行上班", "user.workplace=一家银行", "workplace=一家银行"],
    ["我是个程序员", "user.occupation=程序员", "occupation=程序员"],
    ["我在北京大学读书", "user.school=北京大学", "school=北京大学"],
    ["我对花生过敏", "user.allergy:花生=yes", "allergy=花生"],
    ["我有糖尿病", "user.health:糖尿病=yes", "health=糖尿病"],
    ["我吃素", "user.diet=吃素", "diet=吃素"],
    ["我单身", "user.relationship_status=single", "relationship_status=single"],
    ["My name is Emily Carter.", "user.name=Emily Carter", "name=Emily Carter"],
    ["You can call me Em.", "user.nickname=Em", "nickname=Em"],
    ["My birthday is May 8.", "user.birthday=May 8", "birthday=May 8"],
    ["I'm 28 years old.", "user.age=28", "age=28"],
    ["I am from Chengdu.", "user.hometown=Chengdu", "hometown=Chengdu"],
    ["I live in Boston.", "user.residence=Boston", "residence=Boston"],
    ["Just moved to Boston.", "user.residence=Boston", "residence=Boston"],
    ["I'm a barista now.", "user.occupation=barista", "occupation=barista"],
    ["I'm allergic to peanuts.", "user.allergy:peanuts=yes", "allergy=peanuts"],
    ["I'm vegan.", "user.diet=vegan", "diet=vegan"],
  ])("%s", (text, belief, item) => {
    const extraction = extract(text);
    expect(beliefs(extraction)).toContain(belief);
    expect(profile(extraction)).toContain(item);
  });

  it("tells two things of one English clause apart, so that each can be superseded", () => {
    const extraction = extract("I work as a nurse at Riverside Clinic.");
    expect(contents(extraction)).toEqual(["Alex works at Riverside Clinic", "Alex works as a nurse"]);
    expect(beliefs(extract("I quit the clinic. I'm a barista now."))).toEqual([
      "user.workplace=none",
      "user.occupation=barista",
    ]);
  });

  it.each([
    ["我小时候住在重庆", "小伙伴小时候住在重庆"],
    ["我去年住在上海", "小伙伴2024年住在上海"],
    ["我以前是老师", "小伙伴以前是老师"],
  ])("holds no belief about what is over: %s", (text, content) => {
    const extraction = extract(text);
    expect(contents(extraction)).toEqual([content]);
    expect(beliefs(extraction)).toEqual([]);
    expect(profile(extraction)).toEqual([]);
  });

  it("believes a dated change that still holds", () => {
    const extraction = extract("我上周搬到杭州了。", { at: "2025-05-03T02:00:00Z" });
    expect(beliefs(extraction)).toEqual(["user.residence=杭州"]);
    expect(extraction.facts[0]?.when?.grain).toBe("week");
    expect(extraction.dialogue.possibleMajorEvent).toBe(true);
  });

  it("takes along what rests on the fact, so that it falls with it", () => {
    expect(contents(extract("我住在浦东，家楼下有个健身房，我每晚都去。"))).toEqual([
      "小伙伴住在浦东，家楼下有个健身房，小伙伴每晚都去",
    ]);
  });

  it.each([
    "今天是周末，我想放松一下",
    "我是单身狗",
    "我是个好人",
    "我在学习的时候喝水",
    "我住院了",
    "我在家工作",
    "I'm Chinese",
    "I'm tired",
    "Today is Sunday",
  ])("makes no name, home or workplace of: %s", (text) => {
    const names = beliefs(extract(text)).filter((belief) =>
      /\.(?:name|residence|workplace|hometown)=/.test(belief),
    );
    expect(names).toEqual([]);
  });

  it("knows which attributes hold one value", () => {
    expect(SINGLE_VALUED.has("residence")).toBe(true);
    expect(holdsOneValue("likes:奶茶")).toBe(true);
    expect(holdsOneValue("allergy:花生")).toBe(true);
    expect(holdsOneValue("has_pet")).toBe(false);
  });
});

describe("people and pets", () => {
  it.each([
    ["我养了一只橘猫，叫豆豆。", "小伙伴养了一只橘猫，叫豆豆", "user.pet:豆豆=橘猫"],
    ["说过没，我有只橘猫叫豆豆。", "小伙伴有只橘猫叫豆豆", "user.pet:豆豆=橘猫"],
    ["我的狗叫旺财", "小伙伴的狗叫旺财", "user.pet:旺财=狗"],
    ["我同桌叫丁一，他数学特别好。", "小伙伴的同桌叫丁一，他数学特别好", "同桌.name=丁一"],
    ["我前女友叫林薇", "小伙伴的前女友叫林薇", "前女友.name=林薇"],
    ["我有一个朋友叫阿明，他在深圳做设计", "小伙伴有一个朋友叫阿明，他在深圳做设计", "阿明.relation=朋友"],
    ["我爸是医生", "小伙伴的爸爸是医生", "爸爸.occupation=医生"],
    ["我妹妹在成都读书，学的是法律", "小伙伴的妹妹在成都读书，学的是法律", undefined],
    ["我表哥在成都开火锅店，店名叫渝味轩。", "小伙伴的表哥在成都开火锅店，店名叫渝味轩", undefined],
    ["I adopted a cat named Luna.", "Alex adopted a cat named Luna", "user.pet:Luna=cat"],
    ["My sister lives in Paris.", "Alex's sister lives in Paris", "sister.residence=Paris"],
    ["My cousin runs a bakery in Lyon.", "Alex's cousin runs a bakery in Lyon", undefined],
  ])("%s", (text, content, belief) => {
    const extraction = extract(text);
    expect(contents(extraction)).toEqual([content]);
    expect(beliefs(extraction)).toEqual(belief === undefined ? [] : [belief]);
  });

  it("does not take the pet's name for the user's", () => {
    expect(profile(extract("我养了一只橘猫，叫豆豆。"))).toEqual(["pet=橘猫豆豆"]);
  });

  it("leaves a pet's ordinary day to the dialogue log", () => {
    expect(contents(extract("我家橘猫豆豆今天又捣乱了。"))).toEqual([]);
  });

  it("dates a purchase to the day it is told", () => {
    const extraction = extract("我刚买了iPhone 15 Pro，花了我八千多。");
    expect(contents(extraction)).toEqual(["小伙伴刚买了iPhone 15 Pro，花了小伙伴八千多"]);
    expect(extraction.facts[0]?.when?.start).toBe("2025-06-08T16:00:00.000Z");
  });
});

describe("quotes", () => {
  it.each([
    "我妈特别讨厌香菜，我做饭都不敢放。",
    "你好呀！我叫陈晨，今年28岁，在杭州上班。",
    "I love hiking, and I live in Boston.",
  ])("are verbatim: %s", (text) => {
    const { facts, preferences, profile: items, focus } = extract(text);
    const quotes = [...facts, ...preferences, ...items, ...focus].map(({ quote }) => quote);
    expect(quotes.length).toBeGreaterThan(0);
    for (const quote of quotes) expect(text).toContain(quote);
  });
});
