import { describe, expect, it } from "vitest";
import type { Buffered } from "../../../memory/buffer.ts";
import { planConsolidation } from "../../../memory/consolidation/plan.ts";
import type { MemoryRecord } from "../../../memory/record.ts";
import { aRecord } from "../../support/memories.ts";

function buffered(...records: MemoryRecord[]): Buffered[] {
  return records.map((record) => ({ key: record.id, entry: { kind: "memory", record } }));
}
const residence = (id: string, value: string, recordedAt: string): MemoryRecord =>
  aRecord({
    id,
    text: `小伙伴住在${value}`,
    recordedAt,
    validFrom: recordedAt,
    belief: { subject: "user", attribute: "residence", value },
  });
const statusOf = (plan: { records: MemoryRecord[] }): Record<string, string> =>
  Object.fromEntries(plan.records.map((record) => [record.id, record.status]));

describe("consolidation", () => {
  it("supersedes an old belief, dated and linked, and keeps it", () => {
    const plan = planConsolidation(buffered(residence("new", "杭州", "2025-05-03")), [
      residence("old", "上海", "2024-09-01"),
    ]);
    expect(statusOf(plan)).toEqual({ new: "active", old: "superseded" });
    expect(plan.records.find(({ id }) => id === "old")).toMatchObject({
      validTo: "2025-05-03",
      supersededBy: "new",
    });
    expect(plan).toMatchObject({ written: 1, superseded: 1, duplicates: 0 });
  });

  it("does the same within one buffer", () => {
    const plan = planConsolidation(
      buffered(residence("a", "上海", "2024-09-01"), residence("b", "杭州", "2025-05-03")),
      [],
    );
    expect(statusOf(plan)).toEqual({ a: "superseded", b: "active" });
  });

  it("does not let what arrives late displace what was said after it", () => {
    const plan = planConsolidation(buffered(residence("old", "上海", "2024-09-01")), [
      residence("new", "杭州", "2025-05-03"),
    ]);
    expect(statusOf(plan)).toEqual({ old: "superseded" });
  });

  it("strengthens what is held when it is said again, and adds the source", () => {
    const held = residence("held", "上海", "2024-09-01");
    const plan = planConsolidation(buffered(residence("again", "上海", "2025-01-01")), [held]);
    expect(plan).toMatchObject({ written: 0, duplicates: 1 });
    expect(plan.records).toHaveLength(1);
    expect(plan.records[0]?.sources).toHaveLength(2);
    expect(plan.records[0]?.confidence).toBeCloseTo(0.9);
  });

  it("takes nearly the same words as one fact, but not when a number or the day differs", () => {
    const held = aRecord({ id: "h", text: "小伙伴养了一只橘猫，叫豆豆" });
    const same = planConsolidation(buffered(aRecord({ id: "n", text: "小伙伴养了一只橘猫叫豆豆" })), [held]);
    expect(same.duplicates).toBe(1);
    const number = planConsolidation(buffered(aRecord({ id: "n", text: "小伙伴养了2只橘猫，叫豆豆" })), [
      held,
    ]);
    expect(number.duplicates).toBe(0);
    const on = (id: string, day: string): MemoryRecord =>
      aRecord({
        id,
        text: "小伙伴去游泳",
        eventStart: `${day}T00:00:00.000Z`,
        eventEnd: `${day}T12:00:00.000Z`,
      });
    expect(planConsolidation(buffered(on("n", "2025-05-02")), [on("h", "2025-05-01")]).duplicates).toBe(0);
  });

  it("retracts what the user took back, and only from before the correction", () => {
    const birthday = (id: string, value: string, recordedAt: string): MemoryRecord =>
      aRecord({
        id,
        text: `小伙伴生日${value}`,
        recordedAt,
        belief: { subject: "user", attribute: "birthday", value },
      });
    const wrong = birthday("wrong", "5月8日", "2025-05-03T10:00");
    const right = {
      ...birthday("right", "5月18日", "2025-05-03T10:01"),
      sources: [{ thread: "s", turn: "t2" }],
    };
    const plan = planConsolidation(
      [
        ...buffered(wrong),
        {
          key: "r",
          entry: {
            kind: "retraction",
            retraction: {
              attribute: "birthday",
              value: "5月8日",
              quote: "说错了",
              source: "t2",
              said: "2025-05-03T10:01",
            },
          },
        },
        ...buffered(right),
      ],
      [],
    );
    expect(statusOf(plan)).toEqual({ wrong: "retracted", right: "active" });
  });

  it("planned again after a crash changes nothing more", () => {
    const entries = buffered(residence("new", "杭州", "2025-05-03"));
    const first = planConsolidation(entries, [residence("old", "上海", "2024-09-01")]);
    const again = planConsolidation(entries, first.records);
    expect(again).toEqual({ records: [], written: 0, superseded: 0, duplicates: 0 });
  });

  it("keeps other people's traits apart from the user's", () => {
    const mother = aRecord({
      id: "m",
      text: "妈妈住在北京",
      belief: { subject: "妈妈", attribute: "residence", value: "北京" },
    });
    const plan = planConsolidation(buffered(residence("u", "杭州", "2025-05-03")), [mother]);
    expect(statusOf(plan)).toEqual({ u: "active" });
  });
});
