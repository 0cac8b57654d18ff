/**
 * Vectors kept on disk between runs of an evaluation: an embedder that asks another one only for texts it has never
 * seen. The file belongs to one embedder; a changed fingerprint begins another file.
 */
import { tmpdir } from "node:os";
import path from "node:path";
import { contentId } from "../base/ids.ts";
import type { Embedder, EmbeddingKind } from "../models/embedder/port.ts";
import { closeConnection, openConnection, writeTransaction } from "../storage/sqlite/connection.ts";

const MIGRATIONS = [`CREATE TABLE vectors (id TEXT PRIMARY KEY, vector BLOB NOT NULL);`];
/** Texts embedded and kept at a time, so that an interrupted run loses little. */
const BATCH = 128;

/** In the system's folder for temporary files, named by the embedder's fingerprint. */
export function defaultCacheFile({ fingerprint }: Embedder): string {
  return path.join(tmpdir(), `miramate-vectors-${contentId("e", JSON.stringify(fingerprint))}.db`);
}

/**
 * `embedder` is asked for what `file` does not hold, and `tell` hears how many texts it was asked for since this was
 * opened. `close` closes the file and leaves the embedder beneath to whoever opened it.
 */
export async function createCachedEmbedder(
  embedder: Embedder,
  file: string,
  tell: (embedded: number) => void = () => undefined,
): Promise<Embedder> {
  const db = await openConnection(file, MIGRATIONS, "OFF");
  const select = db.prepare("SELECT vector FROM vectors WHERE id = ?");
  const insert = db.prepare("INSERT OR REPLACE INTO vectors (id, vector) VALUES (?, ?)");
  let embedded = 0;

  const kept = (kind: EmbeddingKind, text: string): Float32Array | undefined => {
    const row = select.get(contentId(kind, text)) as { vector: Uint8Array } | undefined;
    return row === undefined ? undefined : new Float32Array(new Uint8Array(row.vector).buffer);
  };

  const make = async (texts: readonly string[], kind: EmbeddingKind, signal?: AbortSignal): Promise<void> => {
    const vectors = await embedder.embed(texts, kind, signal);
    await writeTransaction(db, () => {
      vectors.forEach((vector, at) => {
        const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
        insert.run(contentId(kind, texts[at] ?? ""), bytes);
      });
    });
    embedded += texts.length;
    tell(embedded);
  };

  return {
    fingerprint: embedder.fingerprint,
    async embed(texts, kind, signal) {
      const missing = [...new Set(texts)].filter((text) => kept(kind, text) === undefined);
      for (let from = 0; from < missing.length; from += BATCH) {
        await make(missing.slice(from, from + BATCH), kind, signal);
      }
      return texts.map((text) => kept(kind, text) ?? new Float32Array());
    },
    close: async () => closeConnection(db),
  };
}
