import { describe, expect, it } from "vitest";
import {
  lunarDay,
  lunarMonth,
  lunarNewYearsEve,
  SOLAR_TERMS,
  solarTermDay,
} from "../../../language/time/lunar.ts";
import { parseAbout, parseNumeral } from "../../../language/time/numerals.ts";

const day = (local: number | undefined) =>
  local === undefined ? undefined : new Date(local).toISOString().slice(0, 10);

describe("the lunar calendar", () => {
  it.each([
    [2025, 8, 15, "2025-10-06"],
    [2024, 1, 1, "2024-02-10"],
    [2020, 11, 29, "2021-01-12"],
    [2022, 12, 10, "2023-01-01"],
    [1990, 5, 5, "1990-05-28"],
  ])("%i年%i月%i日 is %s", (year, month, date, gregorian) => {
    expect(day(lunarDay(year, month, date))).toBe(gregorian);
  });

  it("has leap months in some years only", () => {
    expect(day(lunarMonth(2020, 4, true)?.start)).toBe("2020-05-23");
    expect(lunarMonth(2021, 4, true)).toBeUndefined();
    expect(day(lunarMonth(2033, 11, true)?.start)).toBe("2033-12-22");
  });

  it("ends its year on the 29th or the 30th", () => {
    expect(day(lunarNewYearsEve(2021))).toBe("2022-01-31");
    expect(day(lunarNewYearsEve(2024))).toBe("2025-01-28");
  });

  it("has no day 31", () => {
    expect(lunarDay(2025, 1, 31)).toBeUndefined();
  });
});

describe("solar terms", () => {
  it.each([
    ["清明", 2025, "2025-04-04"],
    ["立春", 2021, "2021-02-03"],
    ["芒种", 2021, "2021-06-05"],
    ["夏至", 2024, "2024-06-21"],
    ["冬至", 2024, "2024-12-21"],
  ])("%s of %i is on %s", (name, year, date) => {
    expect(day(solarTermDay(year, SOLAR_TERMS.indexOf(name)))).toBe(date);
  });
});

describe("numerals", () => {
  it.each([
    ["15", 15],
    ["十", 10],
    ["十五", 15],
    ["二十", 20],
    ["廿二", 22],
    ["一百零五", 105],
    ["三千五百", 3500],
    ["两万四千", 24_000],
    ["十亿", 1_000_000_000],
    ["二零一九", 2019],
    ["〇三", 3],
    ["上", undefined],
    ["", undefined],
  ])("%s is %s", (text, number) => {
    expect(parseNumeral(text)).toBe(number);
  });

  it.each([
    ["两三", [2, 3]],
    ["七八", [7, 8]],
    ["十五六", [15, 16]],
    ["三二", undefined],
    ["十五", undefined],
  ])("%s is about %j", (text, range) => {
    expect(parseAbout(text)).toEqual(range);
  });
});
