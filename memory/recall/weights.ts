/**
 * What each feature of a memory weighs in its score. Found with eval/retrieval/fit and rounded by hand (docs/recall.md says
 * with an eye on what): a figure that only a decimal more would change is not worth it.
 */
export const FEATURES = [
  "vector", // similar in meaning
  "keyword", // BM25
  "coverage", // share of what was asked that stands in it
  "phrase", // words of the question stand together in it as they do there
  "before", // worth of the exchange right before it
  "after", // worth of the exchange right after it
  "thread", // worth of the conversation it belongs to
  "named", // about whom or what the question names
  "subject", // about somebody or something that the best matches are about
  "speaker", // said by who is asked for
  "time", // of the time that is asked about
  "belief", // holds an attribute that is asked for
  "route", // of the kind of memory that is asked for
  "feeling", // of the feeling that is asked about
  "importance",
  "recency",
] as const;
export type Feature = (typeof FEATURES)[number];
export type Weights = Readonly<Record<Feature, number>>;

export const WEIGHTS: Weights = {
  vector: 0.7,
  keyword: 0.05,
  coverage: 0.3,
  phrase: 0.15,
  before: 0.15,
  after: 0.1,
  thread: 0.15,
  named: 1.2,
  subject: 0.8,
  speaker: 0.15,
  time: 0.4,
  belief: 0.4,
  route: 0.1,
  feeling: 0.05,
  importance: 0.05,
  recency: 0.03,
};
