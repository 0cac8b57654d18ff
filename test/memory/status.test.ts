import { describe, expect, it } from "vitest";
import {
  applyStatusChange,
  countTurn,
  grownIntimacy,
  grownRelationship,
  initialStatus,
  relationshipBand,
} from "../../memory/status.ts";

const AT = "2025-06-09T07:20:00.000Z";

describe("feelings and relationship", () => {
  it("grow slower near the top and fall in full", () => {
    expect(grownIntimacy(0, 0.1)).toBeCloseTo(0.1);
    expect(grownIntimacy(0.8, 0.1)).toBeCloseTo(0.86);
    expect(grownIntimacy(0.8, -0.1)).toBeCloseTo(0.7);
    expect(grownRelationship(3, 1)).toBeCloseTo(3.75);
    expect(grownRelationship(9, 1)).toBeCloseTo(9.25);
    expect(grownRelationship(9, -1)).toBeCloseTo(8);
  });

  it("stay within their ranges", () => {
    expect(grownIntimacy(0.95, 5)).toBe(1);
    expect(grownIntimacy(0.05, -5)).toBe(0);
    expect(grownRelationship(9.9, 50)).toBe(10);
    expect(grownRelationship(1, -50)).toBe(1);
  });

  it("a change loses none of the fields it does not mention", () => {
    const before = applyStatusChange(
      initialStatus,
      { userEmotion: "joy", userTopic: "考试", userEnergy: 0.9 },
      AT,
    );
    const after = applyStatusChange(before, { mood: "joy" }, AT);
    expect(after.user).toEqual(before.user);
    expect(after.companion).toEqual({ ...before.companion, mood: "joy" });
  });

  it("ignores numbers that are none", () => {
    const status = applyStatusChange(
      initialStatus,
      { intimacyDelta: Number.NaN, relationshipDelta: Infinity },
      AT,
    );
    expect(status.companion).toMatchObject({ intimacy: 0.1, relationship: 1 });
  });

  it("records notable changes, also those that add up slowly, and keeps the last 50", () => {
    let status = initialStatus;
    for (let turn = 0; turn < 40; turn += 1)
      status = applyStatusChange(status, { intimacyDelta: 0.01, why: "talk" }, AT);
    expect(status.history.map(({ what }) => what)).toEqual(["intimacy", "intimacy", "intimacy"]);
    for (let turn = 0; turn < 200; turn += 1) {
      status = applyStatusChange(status, { relationshipDelta: turn % 2 === 0 ? 5 : -5 }, AT);
    }
    expect(status.history).toHaveLength(50);
  });

  it("count the turns of a session and begin anew with the next", () => {
    const once = countTurn(initialStatus, "a", AT);
    const twice = countTurn(once, "a", "2025-06-09T07:25:00.000Z");
    expect(twice.session).toEqual({
      id: "a",
      messages: 2,
      startedAt: AT,
      lastInteraction: "2025-06-09T07:25:00.000Z",
    });
    expect(countTurn(twice, "b", AT).session.messages).toBe(1);
  });

  it.each([
    [1, "polite"],
    [2.9, "polite"],
    [3, "trusting"],
    [5, "familiar"],
    [7, "close"],
    [9, "devoted"],
    [10, "devoted"],
  ])("level %d is called %s", (level, band) => {
    expect(relationshipBand(level)).toBe(band);
  });
});
