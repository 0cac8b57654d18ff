/** The project's own retrieval set keeps what its README promises. */
import { describe, expect, it } from "vitest";
import {
  KINDS,
  loadCompanionLife,
  type CompanionLifeQuestion,
} from "../../eval/sets/companion-life/dataset.ts";

const { turns, questions } = await loadCompanionLife();
const turnOf = new Map(turns.map((turn) => [turn.id, turn]));

/** At least so many of a kind; the other kinds have ten. */
const AT_LEAST: Readonly<Record<string, number>> = {
  dated: 30,
  paraphrase: 25,
  hard_negative: 15,
  companion_said: 12,
  nothing: 35,
  smalltalk: 20,
};

const kindsOf = (kind: string): CompanionLifeQuestion[] =>
  questions.filter((question) => question.kind === kind);
const dayOf = (iso: string): string => iso.slice(0, 10);

describe("the conversation", () => {
  it("has 45 days or more and 450 turns or more, each with an id of its own, in the order of time", () => {
    expect(new Set(turns.map(({ at }) => dayOf(at))).size).toBeGreaterThanOrEqual(45);
    expect(turns.length).toBeGreaterThanOrEqual(450);
    expect(turnOf.size).toBe(turns.length);
    for (const [index, turn] of turns.entries()) {
      const previous = turns[index - 1];
      if (previous !== undefined)
        expect(Date.parse(turn.at), turn.id).toBeGreaterThan(Date.parse(previous.at));
    }
  });

  it("numbers the turns of a day from one and writes all times in China's offset", () => {
    const seen = new Map<string, number>();
    for (const { id, at } of turns) {
      const place = (seen.get(dayOf(at)) ?? 0) + 1;
      seen.set(dayOf(at), place);
      expect(id).toBe(`${dayOf(at)}#${place}`);
      expect(at).toMatch(/\+08:00$/);
    }
  });
});

describe("the questions", () => {
  it("have ids and words of their own", () => {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    const asked = questions.map(({ text, askedAt, before }) => [text, askedAt, ...(before ?? [])].join("\n"));
    expect(new Set(asked).size).toBe(questions.length);
  });

  it.each(KINDS)("are enough of the kind %s, half of them for tuning", (kind) => {
    const ofKind = kindsOf(kind);
    expect(ofKind.length).toBeGreaterThanOrEqual(AT_LEAST[kind] ?? 10);
    const tune = ofKind.filter(({ split }) => split === "tune").length;
    expect(Math.abs(2 * tune - ofKind.length)).toBeLessThanOrEqual(1);
  });

  it("are asked of changes twenty times or more", () => {
    expect(kindsOf("changed").length + kindsOf("past").length).toBeGreaterThanOrEqual(20);
  });

  it("name turns that were told before they are asked, each once and in the order of time", () => {
    for (const { id, gold, askedAt } of questions) {
      const told = gold.map((name) => Date.parse(turnOf.get(name)?.at ?? ""));
      expect(new Set(gold).size, id).toBe(gold.length);
      for (const [index, at] of told.entries()) {
        expect(at, id).toBeLessThan(Date.parse(askedAt));
        expect(at, id).toBeGreaterThan(told[index - 1] ?? 0);
      }
    }
  });

  it("have no answer when they are small talk or ask what was never said, and otherwise have one", () => {
    for (const { id, kind, gold } of questions) {
      expect(gold.length === 0, id).toBe(kind === "nothing" || kind === "smalltalk");
    }
  });

  it("need several turns only where several are named, and compound ones do", () => {
    for (const { id, kind, gold, needs } of questions) {
      if (needs === "all" || kind === "compound") {
        expect(needs, id).toBe("all");
        expect(gold.length, id).toBeGreaterThan(1);
      }
    }
  });

  it("look nowhere for small talk and somewhere for the rest", () => {
    for (const { id, kind, route } of questions) {
      expect(new Set(route).size, id).toBe(route.length);
      expect(route.includes("none"), id).toBe(kind === "smalltalk");
      if (kind === "smalltalk") expect(route, id).toEqual(["none"]);
    }
  });

  it("bring what was said before exactly when they refer to it", () => {
    for (const { id, kind, before } of questions) {
      expect(before !== undefined, id).toBe(kind === "reference");
      // The companion spoke last, and the two take turns.
      if (before !== undefined) expect(before.length % 2, id).toBe(0);
    }
  });

  it("say of dated ones whether the telling or the event is meant", () => {
    for (const { id, kind, time } of questions) expect(time !== undefined, id).toBe(kind === "dated");
  });

  it("mean by their dates the days on which their answers were told", () => {
    for (const { id, text, askedAt, gold, time } of kindsOf("dated")) {
      if (time !== "told") continue;
      const [from, to] = daysMeant(text, dayOf(askedAt));
      for (const name of gold) {
        const day = name.slice(0, 10);
        expect(day >= from && day <= to, `${id} ${text}: ${name} is not in ${from}..${to}`).toBe(true);
      }
    }
  });
});

/** Festivals and solar terms of spring 2026 that the questions name. */
const FEASTS: readonly (readonly [word: string, day: string])[] = [
  ["元宵", "2026-03-03"],
  ["三八节", "2026-03-08"],
  ["二月二", "2026-03-20"],
  ["愚人节", "2026-04-01"],
  ["清明", "2026-04-05"],
  ["谷雨", "2026-04-20"],
];
const DIGITS = "零一二三四五六七八九";

/** First and last day that the words of a question mean, the plain way a calendar on the wall would be read. */
function daysMeant(text: string, asked: string): readonly [from: string, to: string] {
  const feast = FEASTS.find(([word]) => text.includes(word));
  if (feast !== undefined) return [feast[1], feast[1]];
  const ago = text.includes("前天") ? 2 : /昨[天晚]/.test(text) ? 1 : undefined;
  if (ago !== undefined) return [daysBefore(asked, ago), daysBefore(asked, ago)];
  const weekday = /上周([一二三四五六日])/.exec(text)?.[1];
  if (weekday !== undefined) {
    const day = daysBefore(asked, isoWeekday(asked) + 7 - ("一二三四五六日".indexOf(weekday) + 1));
    return [day, day];
  }
  const part = /([一二三四])月(初|中旬)/.exec(text);
  if (part?.[1] !== undefined) {
    const month = `2026-0${DIGITS.indexOf(part[1])}`;
    return part[2] === "初" ? [`${month}-01`, `${month}-10`] : [`${month}-11`, `${month}-20`];
  }
  const date = /([\d一二三四])[月./]([\d一二三四五六七八九十]+)/.exec(text);
  if (date?.[1] === undefined || date[2] === undefined) throw new Error(`no date is read in: ${text}`);
  const day = `2026-${padded(numberOf(date[1]))}-${padded(numberOf(date[2]))}`;
  return [day, day];
}

/** "4", "四", "十五", "21" */
function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const [tens, ones] = text.includes("十") ? text.split("十") : ["零", text];
  return 10 * (tens === "" ? 1 : DIGITS.indexOf(tens ?? "")) + (ones ? DIGITS.indexOf(ones) : 0);
}

function padded(value: number): string {
  return String(value).padStart(2, "0");
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

/** Monday is 1. */
function isoWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}
