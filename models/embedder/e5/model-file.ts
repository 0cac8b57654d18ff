/**
 * The weights file: vocabulary, tokenizer scores and 4-bit tensors in one binary (README.md says how it was
 * made).
 *
 *     "ME5P" | u32 version = 1 | u32 header length | JSON header | sections, each on a 64-byte boundary
 *
 * All numbers are little endian. Section offsets count from the end of the header.
 */
import { MiraMateError } from "../../../base/errors.ts";

/**
 * Names of the tensor sections, in the order in which the kernel takes them. `.d` holds scales, `.q` nibbles.
 */
export const TENSORS = ["word.d", "word.q", "pos", "vec", "mat.d", "mat.q"] as const;

export interface ModelFile {
  /** Token id to piece. The first four are the special tokens. */
  readonly pieces: readonly string[];
  /** Token id to log probability. */
  readonly scores: Float32Array;
  readonly special: { readonly begin: number; readonly end: number; readonly unknown: number };
  /** Log probability of a character that no piece covers. */
  readonly unknownScore: number;
  /** Raw bytes of the tensors; views on the file, in the order of TENSORS. */
  readonly tensors: readonly Uint8Array[];
}

interface Header {
  readonly n: number;
  readonly bos: number;
  readonly eos: number;
  readonly unk: number;
  readonly unkScore: number;
  readonly sections: Readonly<Record<string, readonly [offset: number, bytes: number]>>;
}

const MAGIC = "ME5P";
const VERSION = 1;
const PREAMBLE_BYTES = 12;

/**
 * Reads the file's parts without copying the tensors. Throws EMBEDDER_FAILED when it is damaged or of another
 * kind.
 */
export function parseModelFile(file: Buffer): ModelFile {
  if (file.length < PREAMBLE_BYTES || file.toString("latin1", 0, 4) !== MAGIC)
    throw damaged("no such header");
  if (file.readUInt32LE(4) !== VERSION) throw damaged(`version ${file.readUInt32LE(4)}`);
  const start = PREAMBLE_BYTES + file.readUInt32LE(8);
  if (start > file.length) throw damaged("header cut short");
  const header = JSON.parse(file.toString("utf8", PREAMBLE_BYTES, start)) as Header;

  const section = (name: string): Buffer => {
    const [offset, bytes] = header.sections[name] ?? [0, 0];
    if (bytes === 0 || start + offset + bytes > file.length) throw damaged(`section ${name} cut short`);
    return file.subarray(start + offset, start + offset + bytes);
  };
  const pieces = section("pieces").toString("utf8").split("\n");
  const scoreBytes = section("scores");
  if (pieces.length !== header.n || scoreBytes.length !== header.n * 4)
    throw damaged("vocabulary incomplete");
  return {
    pieces,
    scores: Float32Array.from(pieces, (_, id) => scoreBytes.readFloatLE(id * 4)),
    special: { begin: header.bos, end: header.eos, unknown: header.unk },
    unknownScore: header.unkScore,
    tensors: TENSORS.map(section),
  };
}

function damaged(what: string): MiraMateError {
  return new MiraMateError(
    "EMBEDDER_FAILED",
    {
      zh: `内置向量模型的文件已损坏（${what}），请重新安装本程序。`,
      en: `The file of the built-in embedder is damaged (${what}); please install the program again.`,
    },
    { details: { what } },
  );
}
