/**
 * Rows that were read lately. A question reads nearly a hundred documents, mostly ones that the questions before it read too,
 * and SQLite takes longer to hand them out than to say that nothing has changed.
 *
 * What this connection writes is dropped when it is written; what another one wrote, of this process or of another, shows in
 * SQLite's `data_version`, and then everything is dropped. So a row is never older than the database.
 */
import type { SqliteDatabase } from "../sqlite/database.ts";

/** A few megabytes of memories. */
const MOST_ROWS = 4_096;

export class RowCache<Row> {
  private readonly db: SqliteDatabase;
  /** The last is the one used last. */
  private readonly rows = new Map<string, Row>();
  private version: number | undefined;

  constructor(db: SqliteDatabase) {
    this.db = db;
  }

  /** To be called before reading; tells of what others wrote since. */
  refresh(): void {
    const [now] = this.db.all<{ data_version: number }>(`PRAGMA data_version`);
    if (now?.data_version === this.version) return;
    this.rows.clear();
    this.version = now?.data_version;
  }

  get(path: string, key: string): Row | undefined {
    const name = nameOf(path, key);
    const row = this.rows.get(name);
    if (row === undefined) return undefined;
    this.rows.delete(name);
    this.rows.set(name, row);
    return row;
  }

  keep(path: string, key: string, row: Row): void {
    this.rows.set(nameOf(path, key), row);
    if (this.rows.size <= MOST_ROWS) return;
    for (const oldest of this.rows.keys()) {
      this.rows.delete(oldest);
      break;
    }
  }

  drop(path: string, key: string): void {
    this.rows.delete(nameOf(path, key));
  }
}

/** Every label of a path ends with a full stop, so path and key cannot be taken for others. */
function nameOf(path: string, key: string): string {
  return `${path}\n${key}`;
}
