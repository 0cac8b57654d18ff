/** Arrays of numbers that grow. */
type Numbers = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array | Int8Array;

/** `held` while it has room for `needed` numbers, else a copy with room for some more. */
export function grown<T extends Numbers>(held: T, needed: number): T {
  if (needed <= held.length) return held;
  // The constructor of the very type that came in; TypeScript knows it as that of any object.
  const larger = new (held.constructor as new (length: number) => T)(Math.ceil(needed * 1.25) + 16);
  larger.set(held);
  return larger;
}
