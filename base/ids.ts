import { createHash } from "node:crypto";

/**
 * An id derived from content and source: the same parts always give the same id, so writing twice is writing once.
 * 24 hex characters (96 bits). Parts are length-prefixed, so that ("ab","c") and ("a","bc") differ.
 */
export function contentId(kind: string, ...parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of [kind, ...parts]) hash.update(`${Buffer.byteLength(part)}:${part}`);
  return `${kind}_${hash.digest("hex").slice(0, 24)}`;
}
