/**
 * Takes over the words of an index that was written before version 2 of miramate.db, when they were kept in FTS5 tables:
 * runs once for a database, and then those tables are dropped, and with them the words of removed entries that FTS5 keeps.
 */
import type { SqliteDatabase } from "../sqlite/database.ts";
import { packWords } from "./words.ts";

/** Does nothing when there is nothing to take over. All or none; two processes may try at once. */
export async function takeOverWords(db: SqliteDatabase): Promise<void> {
  if (!hasFormerWords(db)) return;
  await db.write(() => {
    if (!hasFormerWords(db)) return;
    const tokens = new Map<number, string[]>();
    for (const { term, doc } of db.all<{ term: string; doc: number }>(
      `SELECT term, doc FROM index_postings`,
    )) {
      const held = tokens.get(doc);
      if (held === undefined) tokens.set(doc, [asToken(term)]);
      else held.push(asToken(term));
    }
    for (const [entry, held] of tokens) {
      db.run(`UPDATE index_entries SET words = ? WHERE entry = ?`, [packWords(held), entry]);
    }
    for (const table of ["index_postings", "index_terms", "index_words"]) db.run(`DROP TABLE ${table}`);
  });
}

function hasFormerWords(db: SqliteDatabase): boolean {
  return db.all(`SELECT 1 FROM sqlite_master WHERE name = 'index_words'`).length > 0;
}

/** The token in a term: after the mark of its scope ("a12__"), where ASCII symbols were written as "_" and two digits. */
function asToken(term: string): string {
  return term
    .slice(term.indexOf("__") + 2)
    .replace(/_([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
