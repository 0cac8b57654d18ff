/** The lines a person types on a terminal, one at a time: the next one is asked for when the chat is ready for it. */
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { TextLine } from "../command-line/lines.ts";

export interface Keyboard {
  readonly stdin: NodeJS.ReadableStream;
  readonly screen: NodeJS.WritableStream & { readonly columns?: number };
  readonly prompt: string;
  /** Ctrl-C: true when it stopped something, and so means nothing more. */
  readonly interrupt: () => boolean;
  /** Said when Ctrl-C cleared a line instead of leaving. */
  readonly onCleared: () => void;
  /** Ends the lines. */
  readonly stop: AbortSignal;
}

/**
 * Lines until the end of input (Ctrl-D), a Ctrl-C on an empty line, or `stop`. A line typed while an answer is written
 * waits, and is not echoed into the answer; it is shown when its turn comes.
 */
export async function* typedLines(keyboard: Keyboard): AsyncGenerator<TextLine> {
  const echo = new Echo(keyboard.screen);
  const terminal = createInterface({
    input: keyboard.stdin,
    output: echo,
    terminal: true,
    prompt: keyboard.prompt,
  });
  const waiting: string[] = [];
  let closed = false;
  let wake = (): void => undefined;
  terminal.on("line", (line) => {
    waiting.push(line);
    wake();
  });
  terminal.on("close", () => {
    closed = true;
    wake();
  });
  terminal.on("SIGINT", () => {
    if (keyboard.interrupt()) return;
    if (terminal.line === "" || echo.muted) return terminal.close();
    terminal.write(null, { ctrl: true, name: "e" });
    terminal.write(null, { ctrl: true, name: "u" });
    keyboard.onCleared();
    terminal.prompt();
  });
  const close = (): void => terminal.close();
  if (keyboard.stop.aborted) close();
  else keyboard.stop.addEventListener("abort", close, { once: true });

  let number = 0;
  try {
    for (;;) {
      let line = waiting.shift();
      if (line !== undefined) {
        keyboard.screen.write(`${keyboard.prompt}${line}\n`);
      } else if (closed) {
        return;
      } else {
        echo.muted = false;
        terminal.prompt(true);
        await new Promise<void>((resolve) => (wake = resolve));
        echo.muted = true;
        line = waiting.shift();
        if (line === undefined) {
          // Left at the prompt: what follows begins on a line of its own.
          keyboard.screen.write("\n");
          return;
        }
      }
      number += 1;
      yield { number, text: line, end: number };
    }
  } finally {
    keyboard.stop.removeEventListener("abort", close);
    terminal.close();
    echo.detach();
  }
}

/** The screen as readline sees it: of the same width, and silent while something else writes to it. */
class Echo extends Writable {
  muted = false;
  private readonly screen: Keyboard["screen"];
  private readonly passOnResize = (): boolean => this.emit("resize");

  constructor(screen: Keyboard["screen"]) {
    super({ decodeStrings: false });
    this.screen = screen;
    screen.on("resize", this.passOnResize);
  }

  /** Read by readline to know where a long line wraps. */
  get columns(): number | undefined {
    return this.screen.columns;
  }

  detach(): void {
    this.screen.off("resize", this.passOnResize);
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    if (!this.muted) this.screen.write(chunk);
    done();
  }
}
