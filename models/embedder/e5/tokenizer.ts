/**
 * The unigram tokenizer of XLM-RoBERTa: of all ways to cut the text into pieces of the vocabulary it takes
 * the one with the highest sum of log probabilities (Kudo 2018, arXiv:1804.10959), found by dynamic
 * programming (Viterbi).
 */
import type { ModelFile } from "./model-file.ts";
import { normalise } from "./normalise.ts";

/** Token ids of a text, without begin and end tokens. */
export type Tokenize = (text: string) => number[];

/** Ids below this are special tokens, which no text may produce. */
const SPECIAL_TOKENS = 4;

type Vocabulary = Pick<ModelFile, "pieces" | "scores" | "special" | "unknownScore">;

/** Builds the look-up table once. The returned function takes time linear in the length of the text. */
export function createTokenizer({ pieces, scores, special, unknownScore }: Vocabulary): Tokenize {
  const ids = new Map(pieces.map((piece, id) => [piece, id] as const).slice(SPECIAL_TOKENS));
  const longest = Math.max(...[...ids.keys()].map((piece) => [...piece].length));

  return (text) => {
    const characters = [...normalise(text)];
    const length = characters.length;
    // Of the best cut of the first `i` characters: its score, its last token, and where that token begins.
    const best = new Float64Array(length + 1).fill(-Infinity);
    const token = new Int32Array(length + 1);
    const begin = new Int32Array(length + 1);
    best[0] = 0;

    for (let from = 0; from < length; from++) {
      const before = best[from] ?? -Infinity;
      const offer = (to: number, id: number, score: number): void => {
        if (before + score <= (best[to] ?? -Infinity)) return;
        best[to] = before + score;
        token[to] = id;
        begin[to] = from;
      };
      let piece = "";
      for (let to = from + 1; to <= Math.min(length, from + longest); to++) {
        piece += characters[to - 1] ?? "";
        const id = ids.get(piece);
        if (id !== undefined) offer(to, id, scores[id] ?? unknownScore);
      }
      offer(from + 1, special.unknown, unknownScore);
    }

    const tokens: number[] = [];
    for (let to = length; to > 0; to = begin[to] ?? 0) tokens.push(token[to] ?? special.unknown);
    return tokens.reverse();
  };
}
