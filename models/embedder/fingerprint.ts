/** The fingerprint of an embedder as text, for stores that compare it and for messages that name it. */
import type { Fingerprint } from "./port.ts";

/**
 * One line that is the same exactly when all fields are the same, e.g. `name="bge-m3" revision="bge-m3"
 * dimension=1024 …`.
 */
export function fingerprintLine({ name, revision, dimension, prefix, pooling }: Fingerprint): string {
  return Object.entries({ name, revision, dimension, prefix, pooling })
    .map(([field, value]) => `${field}=${JSON.stringify(value)}`)
    .join(" ");
}
