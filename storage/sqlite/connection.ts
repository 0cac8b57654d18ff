/**
 * One connection to one SQLite file (libsql, better-sqlite3's interface), opened so that what is committed survives
 * kill -9 and, where the caller does not say otherwise, power loss: WAL with a full sync at every commit. Files that are damaged, or that a newer version
 * wrote, are refused before anything in them is changed. Used by `database.ts` (miramate.db) and by the
 * checkpoints (checkpoints.db); nothing else opens a file.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "libsql";
import { MiraMateError } from "../../base/errors.ts";

export type Connection = Database.Database;
export type Statement = Database.Statement;

export type SqlValue = string | number | bigint | null | Uint8Array;

/**
 * What a commit survives beside kill -9, which all of them do: FULL a loss of power; NORMAL one that may cost the last
 * commits; OFF nothing more. A full sync costs about a millisecond.
 */
export type Synchronous = "FULL" | "NORMAL" | "OFF";

/** SQLite's result codes (sqlite.org/rescode.html) that are told apart. */
const RESULT = {
  busy: 5,
  locked: 6,
  readonly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  notADatabase: 26,
};

/** How long one statement waits for another process, blocking this one; `writeTransaction` waits on without blocking. */
const BUSY_MS = 250;
/** Pages kept in memory: 32 MB holds the index of one user's 20,000 memories; SQLite's own default of 2 MB does not. */
const CACHE_KIB = 32_768;

/**
 * Opens or creates `file` and brings it to version `migrations.length` (SQLite's `user_version`). Migration n takes
 * a file from version n to n + 1, runs once and only ever adds; two processes may open a new file at once.
 *
 * Throws DATA_FOLDER_UNWRITABLE, DATABASE_DAMAGED, DATABASE_NEWER (the last two leave the file as it is) or
 * STORE_UNAVAILABLE (another process held the file for ten seconds).
 */
export async function openConnection(
  file: string,
  migrations: readonly string[],
  synchronous: Synchronous = "FULL",
): Promise<Connection> {
  await makeFolder(path.dirname(file));
  refuseDamagedHeader(file);
  let connection: Connection | undefined;
  try {
    connection = new Database(file, { timeout: BUSY_MS });
    const open = connection;
    await retryWhileBusy(() => refuseNewer(open, file, migrations.length));
    await retryWhileBusy(() => {
      open.pragma("journal_mode = WAL");
      open.pragma(`synchronous = ${synchronous}`);
      open.pragma(`cache_size = -${CACHE_KIB}`);
      // What is forgotten is overwritten in the file, not only unlinked.
      open.pragma("secure_delete = ON");
    });
    await writeTransaction(open, () => {
      // Asked again: another process may have migrated, or be of a newer version, since.
      for (
        let version = refuseNewer(open, file, migrations.length);
        version < migrations.length;
        version += 1
      ) {
        open.exec(migrations[version] ?? "");
        open.exec(`PRAGMA user_version = ${version + 1}`);
      }
    });
    return open;
  } catch (error) {
    connection?.close();
    throw asStorageError(error, file);
  }
}

/** Moves what is still in the write-ahead log into the file, so that the file alone is a whole copy, and closes. */
export function closeConnection(connection: Connection): void {
  try {
    connection.pragma("wal_checkpoint(TRUNCATE)");
  } catch {
    // Another process uses the file, or the disk is full: the log stays beside it and is read at the next opening.
  }
  connection.close();
}

/**
 * Runs `work`, which must not wait for anything, as one transaction: all of it is durable when the promise resolves,
 * or none of it happened. Waits up to ten seconds for another process that writes.
 */
export async function writeTransaction<T>(connection: Connection, work: () => T): Promise<T> {
  return retryWhileBusy(() => {
    connection.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      connection.exec("COMMIT");
      return result;
    } catch (error) {
      try {
        connection.exec("ROLLBACK");
      } catch {
        // After some errors (disk full) SQLite has rolled back by itself; the first error is the one to tell.
      }
      throw error;
    }
  });
}

const GIVE_UP_AFTER_MS = 10_000;

/** Repeats `work`, which found the file locked and so changed nothing, for up to ten seconds. */
export async function retryWhileBusy<T>(work: () => T | Promise<T>): Promise<T> {
  const started = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() - started > GIVE_UP_AFTER_MS) throw error;
    }
    await pause(5 + Math.random() * 20);
  }
}

/** Whether another connection held the lock that was needed. */
function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === RESULT.busy || code === RESULT.locked;
}

/** The error that a caller can act on; what is not SQLite's is passed on as it is. */
export function asStorageError(error: unknown, file: string): unknown {
  const code = resultCode(error);
  if (error instanceof MiraMateError || code === undefined) return error;
  const details = { file, code };
  if (code === RESULT.corrupt || code === RESULT.notADatabase) return damaged(file, error);
  if (code === RESULT.cantOpen || code === RESULT.readonly) return unwritable(path.dirname(file), error);
  if (code === RESULT.busy || code === RESULT.locked) {
    return new MiraMateError(
      "STORE_UNAVAILABLE",
      {
        zh: `数据库 ${file} 一直被另一个进程占用。请关闭另一个进程后重试。`,
        en: `The database ${file} stayed locked by another process. Close the other one and try again.`,
      },
      { details, cause: error },
    );
  }
  if (code === RESULT.full || code === RESULT.ioError) {
    return new MiraMateError(
      "STORE_UNAVAILABLE",
      {
        zh: `无法写入数据库 ${file}：磁盘已满或出错。请腾出空间或检查磁盘后重试。`,
        en: `The database ${file} cannot be written: the disk is full or failing. Free some space or check the disk.`,
      },
      { details, cause: error },
    );
  }
  return error;
}

/** SQLite's primary result code, or undefined when the error is not SQLite's. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("rawCode" in error && typeof error.rawCode === "number") return error.rawCode & 0xff;
  // libsql reports a file that cannot be opened as text that ends with the result code.
  const opening = /Unable to open connection to local database .*: (\d+)/s.exec(error.message);
  return opening?.[1] === undefined ? undefined : Number(opening[1]) & 0xff;
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** Looks at the first bytes without SQLite, which might write to a file while it recovers it. */
function refuseDamagedHeader(file: string): void {
  if (!existsSync(file)) return;
  const header = Buffer.alloc(100);
  let size: number;
  try {
    const handle = openSync(file, "r");
    try {
      size = fstatSync(handle).size;
      readSync(handle, header, 0, header.length, 0);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw unwritable(path.dirname(file), error);
  }
  if (size === 0) return;
  const isDatabase = header.toString("latin1", 0, 16) === "SQLite format 3\0";
  // sqlite.org/fileformat.html: page size at 16 (1 means 65,536), number of pages at 28.
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const cutShort = size < pageSize * header.readUInt32BE(28) && sizeOf(`${file}-wal`) === 0;
  if (!isDatabase || cutShort) throw damaged(file);
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** The file's version, when it is one that this program knows. */
function refuseNewer(connection: Connection, file: string, known: number): number {
  const [row] = connection.prepare("PRAGMA user_version").all([]) as { user_version: number }[];
  const version = row?.user_version ?? 0;
  if (version <= known) return version;
  throw new MiraMateError(
    "DATABASE_NEWER",
    {
      zh: `数据库 ${file} 由更新的版本写入（版本 ${version}，本程序只认识到 ${known}）。请升级程序，或换一个数据文件夹。`,
      en: `The database ${file} was written by a newer version (${version}; this one knows ${known}). Upgrade, or name another data folder.`,
    },
    { details: { file, version, known } },
  );
}

function damaged(file: string, cause?: unknown): MiraMateError {
  return new MiraMateError(
    "DATABASE_DAMAGED",
    {
      zh: `数据库 ${file} 已损坏，未作任何改动。请先复制一份保存，再从备份恢复，或换一个数据文件夹。`,
      en: `The database ${file} is damaged; nothing in it was changed. Keep a copy, then restore a backup or name another data folder.`,
    },
    { details: { file }, cause },
  );
}

function unwritable(folder: string, cause: unknown): MiraMateError {
  return new MiraMateError(
    "DATA_FOLDER_UNWRITABLE",
    {
      zh: `无法在文件夹 ${folder} 中读写。请修正权限，或用 MIRAMATE_DATA 指定另一个文件夹。`,
      en: `The folder ${folder} cannot be read and written. Mend its permissions, or name another one with MIRAMATE_DATA.`,
    },
    { details: { folder }, cause },
  );
}
