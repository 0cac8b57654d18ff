/** Which entries a search looks at, and to which collection each belongs: hits are limited by collection. */
export interface Groups {
  /** By slot: the number of its group, or NO_GROUP when the search does not look at it. */
  readonly of: Uint8Array;
  readonly count: number;
  /** The few slots that are looked at, where it is not all of the groups. */
  readonly only?: readonly number[];
}

export const NO_GROUP = 255;

/** By group: what a score has to be above to be kept, at the beginning of a search. Nothing is of what is not looked at. */
export function floorsOf({ count }: Groups): Float64Array {
  return new Float64Array(NO_GROUP + 1).fill(-Infinity, 0, count).fill(Infinity, count);
}
