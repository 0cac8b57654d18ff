/** How far a long work is: a bar that is drawn over on a terminal, else a line every ten per cent. */
export interface Progress {
  /** `share` 0..1 of the work, `count` of what is done so far. */
  show(share: number, count: number): void;
  /** Ends the bar's line. */
  end(): void;
}

const BAR_WIDTH = 24;

export function progressOn(
  out: NodeJS.WritableStream & { readonly isTTY?: boolean },
  sentence: (percent: number, count: number) => string,
): Progress {
  let shown = "";
  let lastTenth = -1;
  if (out.isTTY !== true) {
    return {
      show: (share, count) => {
        const tenth = Math.floor(share * 10);
        if (tenth === lastTenth) return;
        lastTenth = tenth;
        out.write(`${sentence(tenth * 10, count)}\n`);
      },
      end: () => undefined,
    };
  }
  return {
    show: (share, count) => {
      const filled = Math.round(share * BAR_WIDTH);
      const bar = `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}`;
      const text = `${bar} ${sentence(Math.floor(share * 100), count)}`;
      if (text === shown) return;
      shown = text;
      out.write(`\r\u001b[K${text}`);
    },
    end: () => {
      if (shown !== "") out.write("\n");
    },
  };
}
