import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  calendarDay,
  instantOf,
  isTimezone,
  localFields,
  localTime,
  localTimeOf,
  startOfDay,
} from "../../../language/time/zone.ts";

const ZONES = [
  "Asia/Shanghai",
  "America/New_York",
  "Europe/London",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "UTC",
];

describe("time zones", () => {
  it("are known by their IANA names only", () => {
    expect(isTimezone("Asia/Shanghai")).toBe(true);
    expect(isTimezone("UTC")).toBe(true);
    expect(isTimezone("Mars/Olympus")).toBe(false);
    expect(isTimezone("")).toBe(false);
  });

  it("show the wall clock of the place", () => {
    expect(localFields(new Date("2025-06-09T07:20:30Z"), "Asia/Shanghai")).toEqual({
      ...{ year: 2025, month: 6, day: 9, hour: 15, minute: 20, second: 30, weekday: 1 },
    });
  });

  it("know the daylight saving that Shanghai had in 1991", () => {
    expect(localFields(new Date("1991-07-01T00:00:00Z"), "Asia/Shanghai").hour).toBe(9);
  });

  it("give the calendar day of the place, not of UTC", () => {
    expect(calendarDay(new Date("2025-06-09T23:30:00Z"), "Asia/Shanghai")).toBe("2025-06-10");
    expect(calendarDay(new Date("2025-06-09T23:30:00Z"), "America/New_York")).toBe("2025-06-09");
  });

  it("come back to the same wall clock for every reading that exists", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.date({ min: new Date("1950-01-01"), max: new Date("2090-01-01"), noInvalidDate: true }),
        (zone, date) => {
          const local = localTimeOf(date, zone);
          expect(localTimeOf(instantOf(local, zone), zone)).toBe(local);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("daylight saving in New York", () => {
  const zone = "America/New_York";

  it("moves a skipped reading on by the length of the gap", () => {
    expect(instantOf(localTime(2025, 3, 9, 2, 30), zone).toISOString()).toBe("2025-03-09T07:30:00.000Z");
  });

  it("takes the earlier of two equal readings", () => {
    expect(instantOf(localTime(2025, 11, 2, 1, 30), zone).toISOString()).toBe("2025-11-02T05:30:00.000Z");
  });

  it("keeps the wall clock when days are added across the change", () => {
    const before = new Date("2025-03-08T14:00:00Z");
    expect(addDays(before, 1, zone).toISOString()).toBe("2025-03-09T13:00:00.000Z");
    expect(addDays(addDays(before, 1, zone), -1, zone)).toEqual(before);
  });
});

describe("the start of a day", () => {
  it("is midnight of the place", () => {
    expect(startOfDay(new Date("2025-06-09T07:20:00Z"), "Asia/Shanghai").toISOString()).toBe(
      "2025-06-08T16:00:00.000Z",
    );
  });

  it("is one o'clock where midnight is skipped", () => {
    // Beirut sets its clocks forward at midnight.
    expect(startOfDay(new Date("2024-03-31T12:00:00Z"), "Asia/Beirut").toISOString()).toBe(
      "2024-03-30T22:00:00.000Z",
    );
  });
});
