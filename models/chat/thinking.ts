/**
 * Reasoning models on plain servers write their thoughts into the answer, as `<think>…</think>` at its start. They are
 * neither said to the person nor remembered.
 */
const OPEN = "<think>";
const CLOSE = "</think>";

/** The text without the thought it starts with. A thought without an end leaves nothing. */
export function withoutThinking(text: string): string {
  const open = text.indexOf(OPEN);
  const close = text.indexOf(CLOSE);
  const startsOpen = open !== -1 && text.slice(0, open).trim() === "";
  if (close === -1) return startsOpen ? "" : text;
  // Some chat templates open the thought in the prompt, so that the answer holds only its end.
  const startsInside = open === -1 || close < open;
  return startsOpen || startsInside ? text.slice(close + CLOSE.length).trimStart() : text;
}

/** The same for a stream: only a thought at the very start is dropped, everything else passes as it comes. */
export async function* streamWithoutThinking(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = "";
  let state: "start" | "thinking" | "speaking" = "start";
  for await (const piece of pieces) {
    if (state === "speaking") {
      yield piece;
      continue;
    }
    held += piece;
    if (state === "start") {
      const begin = held.trimStart();
      if (begin.startsWith(OPEN)) state = "thinking";
      else if (OPEN.startsWith(begin))
        continue; // may still become the mark
      else {
        state = "speaking";
        yield held;
        continue;
      }
    }
    const close = held.indexOf(CLOSE);
    if (close === -1) continue;
    const rest = held.slice(close + CLOSE.length).trimStart();
    // White space between thought and answer may come in a piece of its own, so it is trimmed until words come.
    held = rest === "" ? OPEN + CLOSE : "";
    if (rest === "") continue;
    state = "speaking";
    yield rest;
  }
  if (state === "start" && held !== "") yield held;
}
