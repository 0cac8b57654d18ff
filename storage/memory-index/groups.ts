/** Which entries a search looks at, and to which collection each belongs: hits are limited by collection. */
export interface Groups {
  /** By slot: the number of its group, or NO_GROUP when the search does not look at it. */
  readonly of: Uint8Array;
  readonly count: number;
}

export const NO_GROUP = 255;
