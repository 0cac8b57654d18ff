/**
 * Writes one answer as it comes. Only `keep` ends it with a line feed and nothing else: whoever reads that line feed
 * knows that the turn is stored.
 */
import { oneLine, printable } from "./view.ts";

export interface ReplyWriter {
  /** A piece of the answer. */
  add(piece: string): void;
  /** The turn is stored; `answer` is the whole answer, and what of it has not been written yet follows. */
  keep(answer: string): void;
  /** The turn is not stored: what was written so far is marked as such. */
  drop(mark: string): void;
}

export interface ReplyStyle {
  /** Written before the answer's first piece. */
  readonly speaker: string;
  /** One line an answer, for programs that read it: line breaks become spaces. */
  readonly singleLine: boolean;
}

export function replyWriter(out: NodeJS.WritableStream, style: ReplyStyle): ReplyWriter {
  /** What came in so far, and the white space at its end that is held back until it is known what follows. */
  let received = "";
  let held = "";
  let begun = false;

  const begin = (): void => {
    if (begun) return;
    begun = true;
    out.write(style.speaker);
  };
  const add = (piece: string): void => {
    received += piece;
    const text = begun ? held + piece : piece.trimStart();
    const body = text.trimEnd();
    held = text.slice(body.length);
    if (body === "") return;
    begin();
    out.write(style.singleLine ? oneLine(body) : printable(body));
  };

  return {
    add,
    keep: (answer) => {
      // The kept answer is another one when a model's answer broke off and something else took its place.
      if (answer.startsWith(received)) add(answer.slice(received.length));
      else {
        held = received.trim() === "" ? "" : style.singleLine ? " " : "\n";
        received = "";
        add(answer);
      }
      begin();
      out.write("\n");
    },
    drop: (mark) => {
      if (begun) out.write(`${mark}\n`);
    },
  };
}
