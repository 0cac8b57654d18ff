import { describe, expect, it } from "vitest";
import { banner } from "../../../app/terminal/banner.ts";
import {
  createView,
  displayWidth,
  oneLine,
  padded,
  printable,
  takesColours,
} from "../../../app/terminal/view.ts";
import { messagesFor } from "../../../app/messages/index.ts";
import { fakeCompanion } from "../../support/fake-companion.ts";

describe("width on a terminal", () => {
  it.each([
    ["abc", 3],
    ["小梦", 4],
    ["，。「」", 8],
    ["ＡＢ", 4],
    ["한국", 4],
    ["カナ", 4],
    ["😀", 2],
    ["e\u0301", 1],
    ["ﾊﾟ", 2],
    ["", 0],
  ])("%s has %i columns", (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });

  it("is what padding fills", () => {
    expect(padded("小梦", 6)).toBe("小梦  ");
    expect(padded("小梦", 2)).toBe("小梦");
  });
});

describe("what may be shown", () => {
  it("holds no control characters but line feeds and tabs", () => {
    expect(printable("a\u001b[2Jb\r\n\tc\u009d")).toBe("a[2Jb\n\tc");
  });

  it("can be put in one line", () => {
    expect(oneLine("一 \n\n 二\u2028三")).toBe("一 二 三");
  });
});

describe("colours", () => {
  it("are for terminals, unless somebody asked against them", () => {
    expect(takesColours({ isTTY: true }, {})).toBe(true);
    expect(takesColours({ isTTY: true }, { NO_COLOR: "" })).toBe(true);
    expect(takesColours({ isTTY: true }, { NO_COLOR: "1" })).toBe(false);
    expect(takesColours({ isTTY: true }, { TERM: "dumb" })).toBe(false);
    expect(takesColours({}, {})).toBe(false);
  });

  it("are left out of a view without them", () => {
    const options = { timezone: "Asia/Shanghai", locale: "zh" } as const;
    expect(createView({ ...options, colours: false }).paint("red", "红")).toBe("红");
    expect(createView({ ...options, colours: true }).paint("red", "红")).toBe("\u001b[31m红\u001b[39m");
  });
});

describe("the time of an event", () => {
  const view = createView({ colours: false, timezone: "Asia/Shanghai", locale: "zh" });
  it.each([
    ["day", "2025-06-09T16:00:00.000Z", "2025-06-10T16:00:00.000Z", "2025年6月10日星期二"],
    [
      "week",
      "2025-06-08T16:00:00.000Z",
      "2025-06-15T16:00:00.000Z",
      "2025年6月9日星期一 – 2025年6月15日星期日",
    ],
    ["hour", "2025-06-10T06:00:00.000Z", "2025-06-10T07:00:00.000Z", "2025年6月10日星期二下午2点"],
  ] as const)("of a %s is told by its grain", (eventGrain, eventStart, eventEnd, words) => {
    expect(view.eventTime({ eventGrain, eventStart, eventEnd })).toBe(words);
  });
});

describe("the first lines", () => {
  const view = createView({ colours: false, timezone: "Asia/Shanghai", locale: "zh" });
  const { description } = fakeCompanion();

  it("say what it runs on and how to name a real model", () => {
    const text = banner(description, "s1", messagesFor("zh"), view);
    for (const piece of [
      "小梦",
      "规则引擎",
      "fake-embedder",
      "fake-index",
      "fake-documents",
      "fake-checkpoints",
    ]) {
      expect(text).toContain(piece);
    }
    expect(text).toContain("/data");
    expect(text).toContain("--session s1");
    expect(text).toContain("OPENAI_API_KEY");
  });

  it("name the model and no key where there is one", () => {
    const text = banner(
      { ...description, chatModel: "qwen-max", smallModel: "qwen-turbo" },
      "s1",
      messagesFor("en"),
      view,
    );
    expect(text).toContain("qwen-max");
    expect(text).toContain("qwen-turbo");
    expect(text).not.toContain("OPENAI_API_KEY");
  });
});
