import { PassThrough } from "node:stream";
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { typedLines } from "../../../app/terminal/input.ts";
import { textSink } from "../../support/streams.ts";
import type { TextSink } from "../../support/streams.ts";

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";

let keys: PassThrough;
let screen: TextSink;
let stop: AbortController;
let interrupted: number;
let cleared: number;
let answering: boolean;

beforeEach(() => {
  keys = new PassThrough();
  screen = textSink();
  stop = new AbortController();
  [interrupted, cleared, answering] = [0, 0, false];
});

function lines(): ReturnType<typeof typedLines> {
  return typedLines({
    stdin: keys,
    screen,
    prompt: "> ",
    interrupt: () => {
      if (answering) interrupted += 1;
      return answering;
    },
    onCleared: () => (cleared += 1),
    stop: stop.signal,
  });
}

/** Types, and lets readline read it. */
async function type(text: string): Promise<void> {
  keys.write(text);
  await turnOfTheLoop();
}

describe("typed lines", () => {
  it("are asked for one at a time", async () => {
    const typed = lines();
    const first = typed.next();
    await type("你好\r");
    expect(await first).toMatchObject({ value: { number: 1, text: "你好" } });
    expect(screen.text.match(/> /g)).toHaveLength(1);
    const second = typed.next();
    await type("在吗\r");
    expect(await second).toMatchObject({ value: { number: 2, text: "在吗" } });
  });

  it("wait when they come during an answer, and are not echoed into it", async () => {
    const typed = lines();
    const first = typed.next();
    await type("你好\r");
    await first;
    const before = screen.text;
    await type("等一下\r");
    expect(screen.text).toBe(before);
    expect(await typed.next()).toMatchObject({ value: { text: "等一下" } });
    expect(screen.text.slice(before.length)).toBe("> 等一下\n");
  });

  it("end with Ctrl-D", async () => {
    const next = lines().next();
    await type(CTRL_D);
    expect(await next).toMatchObject({ done: true });
  });

  it("end with Ctrl-C on an empty line", async () => {
    const next = lines().next();
    await type(CTRL_C);
    expect(await next).toMatchObject({ done: true });
    expect(cleared).toBe(0);
  });

  it("are cleared by the first Ctrl-C and end with the second", async () => {
    const next = lines().next();
    await type("写了一半");
    await type(CTRL_C);
    expect(cleared).toBe(1);
    await type(CTRL_C);
    expect(await next).toMatchObject({ done: true });
  });

  it("can be typed anew after Ctrl-C cleared one", async () => {
    const next = lines().next();
    await type("写了一半");
    await type(CTRL_C);
    await type("新的\r");
    expect(await next).toMatchObject({ value: { text: "新的" } });
  });

  it("go on after a Ctrl-C that stopped an answer", async () => {
    const typed = lines();
    const first = typed.next();
    await type("你好\r");
    await first;
    answering = true;
    await type(CTRL_C);
    expect(interrupted).toBe(1);
    answering = false;
    const second = typed.next();
    await type("在吗\r");
    expect(await second).toMatchObject({ value: { text: "在吗" } });
  });

  it("end when the process is told to stop", async () => {
    const next = lines().next();
    await turnOfTheLoop();
    stop.abort("SIGTERM");
    expect(await next).toMatchObject({ done: true });
  });

  it("give what was typed ahead before they end with the input", async () => {
    const typed = lines();
    const first = typed.next();
    await type("一\r");
    await first;
    await type("二\r");
    keys.end();
    await turnOfTheLoop();
    expect(await typed.next()).toMatchObject({ value: { text: "二" } });
    expect(await typed.next()).toMatchObject({ done: true });
  });
});
