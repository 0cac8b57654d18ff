/** Streams that a test reads as text. */
import { Writable } from "node:stream";

export interface TextSink extends Writable {
  /** Everything written so far. */
  readonly text: string;
}

export function textSink(): TextSink {
  const chunks: string[] = [];
  const sink = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      chunks.push(chunk.toString());
      done();
    },
  });
  return Object.defineProperty(sink, "text", { get: () => chunks.join("") }) as TextSink;
}

/** Bytes in the given pieces. */
export async function* bytesOf(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === "string" ? Buffer.from(part) : part;
}

export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
