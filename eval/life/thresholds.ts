/**
 * What the project's own set has to reach, of the half of its questions that nothing is tuned on (`split: "test"`). The
 * run is the same every time, so a figure below its threshold is a change in the product and no chance. They are raised
 * with what is reached; the goals are .95, .95, .90, .95 and .95.
 */
export const THRESHOLDS = {
  /** Share of the gold turns among the first five memories of the prompt. */
  r5: 0.64,
  /** Dated questions with a gold turn among the first five. */
  dated: 0.77,
  /** F1 of "nothing was found" over questions about what was never said and about what was. */
  abstention: 0.06,
  /** Small talk that brings no memory into the prompt. */
  silence: 0.75,
  /** Questions that are looked up first where their answer is kept, or not looked up where there is none. */
  routing: 0.73,
} as const;
export type Threshold = keyof typeof THRESHOLDS;
