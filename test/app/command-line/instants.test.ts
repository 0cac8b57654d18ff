import { describe, expect, it } from "vitest";
import { parseInstant } from "../../../app/command-line/instants.ts";

const inShanghai = (text: string): string | undefined => parseInstant(text, "Asia/Shanghai")?.toISOString();

describe("a time that a person wrote", () => {
  it.each([
    ["2025-05-01T20:00", "2025-05-01T12:00:00.000Z"],
    ["2025-05-01 20:00:05", "2025-05-01T12:00:05.000Z"],
    ["2025-05-01", "2025-04-30T16:00:00.000Z"],
    ["2025-05-01T20:00:00Z", "2025-05-01T20:00:00.000Z"],
    ["2025-05-01T20:00:00.123456+09:00", "2025-05-01T11:00:00.123Z"],
    ["2025-05-01T20:00-0330", "2025-05-01T23:30:00.000Z"],
    ["2025-05-01T20:00+08", "2025-05-01T12:00:00.000Z"],
    ["2024-02-29T00:00", "2024-02-28T16:00:00.000Z"],
  ])("%s is %s in Shanghai", (text, instant) => {
    expect(inShanghai(text)).toBe(instant);
  });

  it("is read in the zone's summer and winter time", () => {
    expect(parseInstant("2025-01-15T12:00", "Europe/Berlin")?.toISOString()).toBe("2025-01-15T11:00:00.000Z");
    expect(parseInstant("2025-07-15T12:00", "Europe/Berlin")?.toISOString()).toBe("2025-07-15T10:00:00.000Z");
  });

  it.each([
    "",
    "昨天",
    "2025-02-30",
    "2025-13-01T00:00",
    "2025-05-01T24:00",
    "2025-05-01T20:60",
    "1746100800",
    "2025-05-01T20",
  ])("%j is none", (text) => {
    expect(parseInstant(text, "Asia/Shanghai")).toBeNull();
  });
});
