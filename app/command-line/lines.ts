/**
 * Bytes into numbered lines, for the chat's piped input, replay scripts and imports.
 *
 * node:readline is not used here: it also breaks lines at U+2028 and U+2029, which may stand inside a JSON string, it
 * hides broken UTF-8, and it keeps a line of any length in memory.
 */

export interface TextLine {
  /** From 1; empty lines count. */
  readonly number: number;
  /** Without its end (`\n` or `\r\n`) and without a byte order mark. */
  readonly text: string;
  /** Offset of the first byte after the line and its end. */
  readonly end: number;
  /** Set when `text` is not what was written: bytes that are no UTF-8, or a line that was too long and is left out. */
  readonly fault?: "encoding" | "length";
}

/** 16 MiB: no message or JSON line is near it, and it fits in memory with ease. */
const MAX_LINE_BYTES = 16 * 2 ** 20;

const LINE_FEED = 0x0a;

/** Lines as they come; the last one needs no end. */
export async function* linesOf(
  bytes: AsyncIterable<Uint8Array>,
  maxLineBytes = MAX_LINE_BYTES,
): AsyncGenerator<TextLine> {
  let number = 0;
  let offset = 0;
  let parts: Uint8Array[] = [];
  let length = 0;

  const keep = (part: Uint8Array): void => {
    length += part.length;
    if (length <= maxLineBytes) parts.push(part);
    else parts = [];
  };
  const take = (): TextLine => {
    number += 1;
    const line =
      length <= maxLineBytes ? decode(Buffer.concat(parts)) : { text: "", fault: "length" as const };
    parts = [];
    length = 0;
    return { number, end: offset, ...line };
  };

  for await (const chunk of bytes) {
    let start = 0;
    for (let feed = chunk.indexOf(LINE_FEED); feed !== -1; feed = chunk.indexOf(LINE_FEED, start)) {
      keep(chunk.subarray(start, feed));
      offset += feed + 1 - start;
      start = feed + 1;
      yield take();
    }
    keep(chunk.subarray(start));
    offset += chunk.length - start;
  }
  if (length > 0) yield take();
}

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8");

/** Both decoders drop a byte order mark, also where files were joined and it stands before a later line. */
function decode(bytes: Uint8Array): { text: string; fault?: "encoding" } {
  const whole = bytes.at(-1) === 0x0d ? bytes.subarray(0, -1) : bytes;
  try {
    return { text: strict.decode(whole) };
  } catch {
    return { text: lenient.decode(whole), fault: "encoding" };
  }
}

/** The items until `signal` aborts; also while waiting for the next one. */
export async function* until<T>(signal: AbortSignal, items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  const aborted = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener("abort", () => resolve(null), { once: true });
  });
  for (;;) {
    const next = await Promise.race([iterator.next(), aborted]);
    if (next === null || next.done === true) return;
    yield next.value;
  }
}
