/**
 * The reranker port: a model that reads question and text together, and so knows better than vectors and words which text
 * is meant. Slower than all of recall beside it; without one the built-in order stands (memory/recall/rerank/).
 */
export interface Reranker {
  /** As a person would say it, for traces and figures. */
  readonly name: string;
  /**
   * How well each document fits the query, 0..1, in the order given. Only scores of one call can be compared. Within the
   * adapter's own deadline it answers or throws RERANKER_FAILED; an abort by `signal` throws the signal's reason.
   */
  rerank(query: string, documents: readonly string[], signal?: AbortSignal): Promise<number[]>;
}
