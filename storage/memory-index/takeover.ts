/**
 * Takes over an index that was written before version 2 of miramate.db, when words were kept in FTS5 tables: runs once for a
 * database. Then those tables are dropped, and with them the words of removed entries that FTS5 keeps.
 */
import type { SqliteDatabase } from "../sqlite/database.ts";
import { packContent } from "./content.ts";
import { countWords } from "./words.ts";

/** Does nothing when there is nothing to take over. All or none; two processes may try at once. */
export async function takeOver(db: SqliteDatabase): Promise<void> {
  if (!hasFormerWords(db)) return;
  await db.write(() => {
    if (!hasFormerWords(db)) return;
    const tokens = tokensByEntry(db);
    for (const { entry, vector } of db.all<{ entry: number; vector: ArrayBuffer }>(
      `SELECT entry, content AS vector FROM index_entries`,
    )) {
      const held = tokens.get(entry) ?? [];
      const content = packContent({
        words: countWords(held),
        length: held.length,
        vector: new Int8Array(vector),
      });
      db.run(`UPDATE index_entries SET content = ? WHERE entry = ?`, [content, entry]);
    }
    for (const table of ["index_postings", "index_terms", "index_words"]) db.run(`DROP TABLE ${table}`);
  });
}

function hasFormerWords(db: SqliteDatabase): boolean {
  return db.all(`SELECT 1 FROM sqlite_master WHERE name = 'index_words'`).length > 0;
}

function tokensByEntry(db: SqliteDatabase): Map<number, string[]> {
  const tokens = new Map<number, string[]>();
  for (const { term, doc } of db.all<{ term: string; doc: number }>(`SELECT term, doc FROM index_postings`)) {
    const held = tokens.get(doc);
    if (held === undefined) tokens.set(doc, [asToken(term)]);
    else held.push(asToken(term));
  }
  return tokens;
}

/** The token in a term: after the mark of its scope ("a12__"), where ASCII symbols were written as "_" and two digits. */
function asToken(term: string): string {
  return term
    .slice(term.indexOf("__") + 2)
    .replace(/_([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
