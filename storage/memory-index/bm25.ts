/** BM25 as Lucene computes it (Robertson and Zaragoza 2009, with an idf that stays above 0). */

/** How fast repetition saturates, and how much long texts are marked down. The usual values. */
export const BM25 = { k1: 1.2, b: 0.75 } as const;

/** The weight of a token that `holders` of `entries` entries hold; above 0 also when all of them do. */
export function inverseDocumentFrequency(holders: number, entries: number): number {
  return Math.log(1 + (Math.max(entries, holders) - holders + 0.5) / (holders + 0.5));
}

/** How much a text of this length, relative to the mean, is marked down; it stands beside `times` in the score. */
export function lengthPenalty(relativeLength: number): number {
  return BM25.k1 * (1 - BM25.b + BM25.b * relativeLength);
}

/** What one token adds to the score of an entry that holds it `times` times. */
export function tokenScore(weight: number, times: number, penalty: number): number {
  return (weight * times * (BM25.k1 + 1)) / (times + penalty);
}
