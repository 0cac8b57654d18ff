import { describe, expect, it } from "vitest";
import { calendarDay } from "../../language/time/zone.ts";
import { keepInMind, SHORT_TERM_LIMITS } from "../../memory/short-term.ts";

const ZONE = "Asia/Shanghai";
const NOW = Date.parse("2025-06-09T15:20:00+08:00");
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const day = (instant: number): string => calendarDay(new Date(instant), ZONE);

/** Messages at the given ages (ms before now), oldest first. */
function aged(ages: readonly number[], tokens = 10): { at: number; tokens: number; name: number }[] {
  return ages.map((age, name) => ({ at: NOW - age, tokens, name }));
}
function kept(messages: { at: number; tokens: number; name: number }[], now = NOW): number[] {
  return keepInMind(messages, now, day).map((message) => message.name);
}
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

describe("short-term memory", () => {
  it("keeps everything of a short conversation, however old within the day", () => {
    expect(kept(aged([9 * HOUR, 5 * HOUR, 1 * MINUTE]))).toEqual([0, 1, 2]);
  });

  it("is empty for no messages", () => {
    expect(kept([])).toEqual([]);
  });

  it.each([
    ["exactly at the retention still stays", SHORT_TERM_LIMITS.retentionMs, 25],
    ["a millisecond beyond the retention goes", SHORT_TERM_LIMITS.retentionMs + 1, 24],
  ])("%s", (_, age, count) => {
    const young = range(0, 24).map((index) => 24 * SECOND - index * SECOND);
    // Far enough from its neighbour that continuity does not hold it.
    expect(kept(aged([age, ...young]))).toHaveLength(count);
  });

  it.each([
    ["exactly the continuity gap hangs together", SHORT_TERM_LIMITS.continuityMs, 30],
    ["a gap of a millisecond more breaks the chain", SHORT_TERM_LIMITS.continuityMs + 1, 25],
  ])("%s", (_, gap, count) => {
    const newest = range(0, 25).map((index) => SHORT_TERM_LIMITS.retentionMs - index * MINUTE);
    const oldest = range(1, 6)
      .map((step) => SHORT_TERM_LIMITS.retentionMs + gap * step)
      .reverse();
    expect(kept(aged([...oldest, ...newest]))).toHaveLength(count);
  });

  it("keeps the newest 10 turns of a day when all are old", () => {
    const ages = range(0, 30).map((index) => 5 * HOUR - index * 4 * MINUTE);
    expect(kept(aged(ages))).toEqual(range(10, 30));
  });

  it("drops the oldest above the token limit but never below 10 turns", () => {
    const ages = range(0, 40).map((index) => 10 * MINUTE - index * SECOND);
    expect(kept(aged(ages, 4000))).toEqual(range(15, 40));
    expect(kept(aged(ages, 90_000))).toEqual(range(20, 40));
  });

  it("keeps a conversation that is exactly at the token limit whole", () => {
    const ages = range(0, 25).map((index) => 10 * MINUTE - index * SECOND);
    expect(kept(aged(ages, 4000))).toHaveLength(25);
  });

  it("starts afresh on a new day after 8 hours of silence, even below 10 turns", () => {
    const now = Date.parse("2025-06-10T08:30:00+08:00");
    const lastNight = Date.parse("2025-06-09T23:50:00+08:00");
    const messages = [{ at: lastNight, tokens: 10, name: 0 }];
    expect(kept(messages, now)).toEqual([]);
    expect(kept(messages, lastNight + 8 * HOUR)).toEqual([0]);
  });

  it("goes on over midnight while the talk goes on", () => {
    const now = Date.parse("2025-06-10T00:10:00+08:00");
    expect(kept([{ at: now - 20 * MINUTE, tokens: 10, name: 0 }], now)).toEqual([0]);
  });

  it("counts a message from the future as new when the clock went back", () => {
    const young = range(0, 24).map((index) => 24 * SECOND - index * SECOND);
    expect(kept(aged([...young, -2 * HOUR]))).toHaveLength(25);
  });

  it("lets a 20,000 character message and an empty one pass like any other", () => {
    expect(
      kept([
        { at: NOW, tokens: 0, name: 0 },
        { at: NOW, tokens: 15_000, name: 1 },
      ]),
    ).toEqual([0, 1]);
  });
});
