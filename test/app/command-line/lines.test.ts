import { describe, expect, it } from "vitest";
import { linesOf, until } from "../../../app/command-line/lines.ts";
import { bytesOf, collected } from "../../support/streams.ts";

const textsOf = async (...parts: (string | Uint8Array)[]): Promise<string[]> =>
  (await collected(linesOf(bytesOf(...parts)))).map(({ text }) => text);

describe("lines of a byte stream", () => {
  it("end with a line feed or carriage return and line feed, and the last one needs no end", async () => {
    expect(await textsOf("你好\r\n在吗\n再见")).toEqual(["你好", "在吗", "再见"]);
  });

  it("are the same wherever the bytes are cut, also inside a character", async () => {
    const bytes = Buffer.from("你好\r\n😀在吗\n\n再见\r\n");
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      expect(await textsOf(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual([
        "你好",
        "😀在吗",
        "",
        "再见",
      ]);
    }
  });

  it("come without a byte order mark, also where files were joined", async () => {
    expect(await textsOf("\ufeff你好\n\ufeff在吗\n")).toEqual(["你好", "在吗"]);
  });

  it("are not broken at Unicode line separators, which JSON strings may hold", async () => {
    expect(await textsOf('{"text":"a\u2028b\u2029c"}\n')).toEqual(['{"text":"a\u2028b\u2029c"}']);
  });

  it("are marked when they are not UTF-8, and the ones after them are read on", async () => {
    const gbk = Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0a]);
    const lines = await collected(linesOf(bytesOf(gbk, "在吗\n")));
    expect(lines.map(({ fault }) => fault)).toEqual(["encoding", undefined]);
    expect(lines[1]?.text).toBe("在吗");
  });

  it("are marked and left out when too long, in memory too, and numbers and offsets go on", async () => {
    const lines = await collected(linesOf(bytesOf("0123", "4567", "89\n短\n"), 8));
    expect(lines).toEqual([
      { number: 1, text: "", fault: "length", end: 11 },
      { number: 2, text: "短", end: 15 },
    ]);
  });

  it("tell the offset after their end", async () => {
    const text = "一\r\n\n二\n三";
    const lines = await collected(linesOf(bytesOf(text)));
    const rest = lines.map(({ end }) => Buffer.from(text).subarray(end).toString());
    expect(rest).toEqual(["\n二\n三", "二\n三", "三", ""]);
  });

  it("are none for an empty stream", async () => {
    expect(await textsOf("")).toEqual([]);
  });
});

describe("items until a signal", () => {
  it("end while the next one is still awaited", async () => {
    const stop = new AbortController();
    async function* endless(): AsyncGenerator<number> {
      yield 1;
      await new Promise(() => undefined);
    }
    const seen: number[] = [];
    for await (const item of until(stop.signal, endless())) {
      seen.push(item);
      setImmediate(() => stop.abort());
    }
    expect(seen).toEqual([1]);
  });
});
