/**
 * Vectors kept on disk between runs of an evaluation: an embedder that asks another one only for texts it has never
 * seen. The file belongs to one embedder; a changed fingerprint begins another file.
 */
import { tmpdir } from "node:os";
import path from "node:path";
import { contentId } from "../base/ids.ts";
import type { Embedder, EmbeddingKind } from "../models/embedder/port.ts";
import { closeConnection, openConnection, writeTransaction } from "../storage/sqlite/connection.ts";

const MIGRATIONS = [`CREATE TABLE vectors (id TEXT PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID;`];
/** Texts embedded and kept at a time, so that an interrupted run loses little. */
const BATCH = 128;

/** In the system's folder for temporary files, named by the embedder's fingerprint. */
export function defaultCacheFile({ fingerprint }: Embedder): string {
  return path.join(
    tmpdir(),
    `miramate-vectors-${contentId("embedder", JSON.stringify(fingerprint)).slice(0, 12)}.db`,
  );
}

export interface CachedEmbedder extends Embedder {
  /** Has the vectors of many texts made, telling how far it is. */
  prepare(
    texts: readonly string[],
    kind: EmbeddingKind,
    tell: (done: number, of: number) => void,
  ): Promise<void>;
}

/** `close` closes the file and leaves the embedder beneath to whoever opened it. */
export async function createCachedEmbedder(embedder: Embedder, file: string): Promise<CachedEmbedder> {
  const db = await openConnection(file, MIGRATIONS, "OFF");
  const select = db.prepare("SELECT vector FROM vectors WHERE id = ?");
  const insert = db.prepare("INSERT OR REPLACE INTO vectors (id, vector) VALUES (?, ?)");
  const id = (kind: EmbeddingKind, text: string): string => contentId(kind, text);

  const kept = (kind: EmbeddingKind, text: string): Float32Array | undefined => {
    const row = select.get(id(kind, text)) as { vector: Uint8Array | ArrayBuffer } | undefined;
    return row === undefined ? undefined : new Float32Array(new Uint8Array(row.vector).buffer);
  };

  const make = async (texts: readonly string[], kind: EmbeddingKind, signal?: AbortSignal): Promise<void> => {
    const vectors = await embedder.embed(texts, kind, signal);
    await writeTransaction(db, () => {
      texts.forEach((text, at) => {
        const vector = vectors[at] ?? new Float32Array();
        insert.run(id(kind, text), new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
      });
    });
  };

  const missing = (texts: readonly string[], kind: EmbeddingKind): string[] =>
    [...new Set(texts)].filter((text) => select.get(id(kind, text)) === undefined);

  return {
    fingerprint: embedder.fingerprint,
    async embed(texts, kind, signal) {
      const wanted = missing(texts, kind);
      if (wanted.length > 0) await make(wanted, kind, signal);
      return texts.map((text) => kept(kind, text) ?? new Float32Array());
    },
    async prepare(texts, kind, tell) {
      const wanted = missing(texts, kind);
      for (let from = 0; from < wanted.length; from += BATCH) {
        tell(from, wanted.length);
        await make(wanted.slice(from, from + BATCH), kind);
      }
    },
    close: async () => closeConnection(db),
  };
}
