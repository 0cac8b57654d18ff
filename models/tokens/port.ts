/** Counts tokens for budgets. A count may be an estimate, but the same text always gets the same one. */
export interface TokenCounter {
  readonly name: string;
  /** 0 for the empty string. Linear in the length of the text; special tokens in the text count as plain text. */
  count(text: string): number;
}
