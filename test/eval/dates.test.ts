import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Edge } from "../../app/command-line/edge.ts";
import { runDates } from "../../eval/dates/main.ts";
import { isReadDifferently } from "../../eval/dates/policy.ts";

let data: string;
let printed: string;

beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), "miramate-test-"));
  await mkdir(path.join(data, "time-zh"));
  printed = "";
});
afterEach(() => rm(data, { recursive: true, force: true }));

async function figures(files: Readonly<Record<string, readonly object[]>>, wrong = false): Promise<unknown> {
  for (const [name, rows] of Object.entries(files)) {
    await writeFile(path.join(data, "time-zh", name), rows.map((row) => JSON.stringify(row)).join("\n"));
  }
  const stdout = { write: (text: string) => (printed += text) !== "" };
  const json = path.join(data, "figures.json");
  await runDates({ stdout } as Edge, { data, json, wrong });
  const { sets } = JSON.parse(await readFile(json, "utf8")) as { sets: unknown };
  return sets;
}

const jionlp = (text: string, time: unknown, base: string | null = "2025-06-11 12:00:00") => ({
  ...{ text, base, base_raw: base, type: "time_point", time },
});

describe("the figures of dates", () => {
  it("count a row as right by the date its first interval begins on", async () => {
    const rows = [
      jionlp("昨天下午", ["2025-06-10 15:00:00", "2025-06-10 15:59:59"]),
      jionlp("明天", ["2025-06-13 00:00:00", "2025-06-13 23:59:59"]),
    ];
    expect(await figures({ "jionlp_time.jsonl": rows })).toEqual({
      jionlp: { n: 2, right: 1, apart: { n: 0, right: 0 }, leftOut: 0 },
    });
  });

  it("leave out what has no full base time or no start", async () => {
    const rows = [jionlp("昨天", ["2025-06-10 00:00:00"], null), jionlp("三天", { day: 3 })];
    expect(await figures({ "jionlp_time.jsonl": rows })).toMatchObject({ jionlp: { n: 0, leftOut: 2 } });
  });

  it("compare to the grain of the row, and take 0 for the first month of a year", async () => {
    const base = { base: "2013-02-12 04:30:00" };
    const rows = [
      { text: "明年", ...base, values: [[2014, 0, 0, 0, 0, 0]], grain: "Year" },
      { text: "今天下午三点", ...base, values: [[2013, 2, 12, 15, 20, 0]], grain: "Minute" },
    ];
    expect(await figures({ "duckling_zh_time.jsonl": rows })).toMatchObject({
      duckling: { n: 2, right: 1 },
    });
  });

  it("count what the sources read differently apart", async () => {
    const row = { text: "下周三", base: "2013-02-12 04:30:00", values: [[2013, 2, 13]], grain: "Day" };
    expect(await figures({ "duckling_zh_time.jsonl": [row] })).toMatchObject({
      duckling: { n: 0, right: 0, apart: { n: 1, right: 0 } },
    });
  });

  it("name the rows that were placed otherwise when asked to", async () => {
    const row = { text: "后天", base: "2012-08-10 12:00:00", start: { year: 2012, month: 8, day: 11 } };
    await figures({ "chrono_zh_time.jsonl": [{ ...row, expect_js_date_args: null }] }, true);
    expect(printed).toContain("chrono\t后天\twanted 2012-08-11\tgot 2012-08-12");
  });
});

describe("words that the sources read differently", () => {
  it.each(["周三", "我星期一要去", "禮拜天"])("are weekdays without a prefix: %s", (text) => {
    expect(isReadDifferently(text, "jionlp")).toBe(true);
  });

  it.each(["圣周五", "东正教圣周六", "星期天，二月十号", "6月1日周六", "下周周六"])(
    "are not a weekday beside its date or within a name: %s",
    (text) => {
      expect(isReadDifferently(text, "jionlp")).toBe(false);
    },
  );

  it("are those of the source that reads them otherwise", () => {
    expect(isReadDifferently("三天后", "duckling")).toBe(true);
    expect(isReadDifferently("三天后", "jionlp")).toBe(false);
    expect(isReadDifferently("三天内", "chrono")).toBe(true);
    expect(isReadDifferently("今晚", "chrono")).toBe(true);
    expect(isReadDifferently("今晚八点", "chrono")).toBe(false);
  });
});
