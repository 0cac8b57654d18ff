/** What the product is measured beside: BM25 over character pairs, and the embedder's vectors, each alone. */
import { performance } from "node:perf_hooks";
import type { Embedder } from "../../models/embedder/port.ts";
import type { Pool, PoolDocument, PoolQuestion, PreparedPool, RetrievalSet, Retriever } from "./types.ts";

/** Texts that stand for what a set judges: documents, or threads with all that was said in them. */
export function unitsOf(pool: Pool, unit: RetrievalSet["unit"]): { id: string; text: string }[] {
  const texts = new Map<string, string[]>();
  for (const document of pool.documents) {
    const id = unit === "document" ? document.id : (document.thread ?? document.id);
    texts.set(id, [...(texts.get(id) ?? []), plainText(document)]);
  }
  return [...texts].map(([id, parts]) => ({ id, text: parts.join(" ") }));
}

function plainText({ text, reply, speaker }: PoolDocument): string {
  const said = reply === undefined ? text : `${text} ${reply}`;
  return speaker === undefined ? said : `${speaker}: ${said}`;
}

const questionText = ({ text, before = [] }: PoolQuestion): string => [...before, text].join(" ");

// BM25 ---------------------------------------------------------------------------------------------------------------

const K1 = 1.2;
const B = 0.75;
const RUNS = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+|[a-z0-9_']+/g;

/** Overlapping pairs of Chinese characters, words of other text; no stop words, no stems. */
function pairs(text: string): string[] {
  return [...text.normalize("NFKC").toLowerCase().matchAll(RUNS)].flatMap(([run]) => {
    if (!/^[\u3400-\ufaff]/.test(run) || run.length === 1) return [run];
    return Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));
  });
}

/** Okapi BM25 with idf = ln(1 + (N - n + .5) / (n + .5)); what holds no word of the question is not retrieved. */
export const bm25: Retriever = {
  name: "bm25",
  async prepare(pool, unit) {
    const units = unitsOf(pool, unit);
    const postings = new Map<string, Map<number, number>>();
    const lengths = units.map(({ text }, at) => {
      const tokens = pairs(text);
      for (const token of tokens) {
        const holders = postings.get(token) ?? new Map<number, number>();
        postings.set(token, holders.set(at, (holders.get(at) ?? 0) + 1));
      }
      return tokens.length;
    });
    const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, units.length);
    return ranker((question) => {
      const scores = new Float64Array(units.length);
      for (const token of new Set(pairs(questionText(question)))) {
        const holders = postings.get(token) ?? new Map<number, number>();
        const idf = Math.log(1 + (units.length - holders.size + 0.5) / (holders.size + 0.5));
        for (const [at, times] of holders) {
          const norm = K1 * (1 - B + (B * (lengths[at] ?? 0)) / average);
          scores[at] = (scores[at] ?? 0) + (idf * times * (K1 + 1)) / (times + norm);
        }
      }
      return best(units, scores);
    });
  },
};

// Vectors ------------------------------------------------------------------------------------------------------------

export function vectorsAlone(embedder: Embedder): Retriever {
  return {
    name: "vector",
    async prepare(pool, unit) {
      const units = unitsOf(pool, unit);
      const vectors = await embedder.embed(
        units.map(({ text }) => text),
        "passage",
      );
      return ranker(async (question) => {
        const [asked = new Float32Array()] = await embedder.embed([questionText(question)], "query");
        // Moved above 0: every document is retrieved.
        return best(
          units,
          Float64Array.from(vectors, (vector) => 2 + product(asked, vector)),
        );
      });
    },
  };
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function best(units: readonly { readonly id: string }[], scores: Float64Array): string[] {
  return [...scores.keys()]
    .filter((at) => (scores[at] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .map((at) => units[at]?.id ?? "");
}

function ranker(rank: (question: PoolQuestion) => string[] | Promise<string[]>): PreparedPool {
  return {
    async rank(question) {
      const started = performance.now();
      const ids = await rank(question);
      return { ids, ms: performance.now() - started, tokens: 0 };
    },
    close: async () => {},
  };
}
