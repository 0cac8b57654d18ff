/** How far the import is: a bar that is drawn over on a terminal, else a line every ten per cent. */
import type { Messages } from "../messages/index.ts";

export interface Progress {
  /** `share` 0..1 of the file, `turns` taken so far. */
  show(share: number, turns: number): void;
  /** Ends the bar's line. */
  end(): void;
}

const BAR_WIDTH = 24;

export function progressOn(
  out: NodeJS.WritableStream & { readonly isTTY?: boolean },
  messages: Messages["import"],
): Progress {
  let shown = "";
  let lastTenth = -1;
  if (out.isTTY !== true) {
    return {
      show: (share, turns) => {
        const tenth = Math.floor(share * 10);
        if (tenth === lastTenth) return;
        lastTenth = tenth;
        out.write(`${messages.progress(tenth * 10, turns)}\n`);
      },
      end: () => undefined,
    };
  }
  return {
    show: (share, turns) => {
      const filled = Math.round(share * BAR_WIDTH);
      const bar = `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}`;
      const text = `${bar} ${messages.progress(Math.floor(share * 100), turns)}`;
      if (text === shown) return;
      shown = text;
      out.write(`\r\u001b[K${text}`);
    },
    end: () => {
      if (shown !== "") out.write("\n");
    },
  };
}
