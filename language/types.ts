/** Shared words of the language layer. */
export type Language = "zh" | "en";

/** From fine to coarse: what a time expression fixes. */
export type Grain = "minute" | "hour" | "daypart" | "day" | "week" | "month" | "season" | "year";

/** A time expression found in a text, resolved to an interval. */
export interface TimeMention {
  /** The words as they stand in the text, and where (UTF-16 offsets). */
  readonly text: string;
  readonly index: number;
  /** Half open interval [start, end), instants. */
  readonly start: Date;
  readonly end: Date;
  readonly grain: Grain;
  /** Where the speaker looks: 昨天 past, 明天 future, 今天 / absolute dates none. */
  readonly direction: "past" | "future" | "none";
  /** Set when the words allow another reading: which one was taken, in a few plain words. */
  readonly ambiguous?: string;
  /** Set when the words leave one side open (今晚八点以后): the bound on that side is a stand-in, a century away. */
  readonly open?: "start" | "end";
}

export interface TimeReference {
  readonly now: Date;
  /** IANA name, e.g. "Asia/Shanghai". */
  readonly timezone: string;
  /** Hour at which a person's day begins; before it 今天/明天/昨晚 belong to the day before. Default 4. */
  readonly nightOwlHour?: number;
}

export interface Feeling {
  /** One of the words of language/sentiment.ts, in English: "joy", "sadness", "anger", "fear", "surprise", "love", "tired", "lonely", "grateful", "calm", "neutral", ... */
  readonly emotion: string;
  /** -1 very unpleasant .. 1 very pleasant. */
  readonly valence: number;
  /** 0..1 */
  readonly strength: number;
}
