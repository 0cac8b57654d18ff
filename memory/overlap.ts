/** Share 0..1 of what is in either set that is in both (Jaccard); 0 where one is empty. */
export function overlap<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number {
  let shared = 0;
  for (const item of one) if (other.has(item)) shared++;
  return shared / Math.max(1, one.size + other.size - shared);
}
