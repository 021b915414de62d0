import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase, openWithoutMigrating, openWithoutTimeouts } from '../engine/database.ts';
import { createPrivateFile, createPrivateFolder } from '../engine/private-files.ts';
import { listMigrations } from '../tables/migrations.ts';
import { copyDatabase } from './copy-database.ts';
import {
  type AnyDatabase,
  COPIED_TABLES,
  type CopiedTable,
  CopyRefused,
  copyRows,
  countOf,
  createPostgresSide,
  createSqliteSide,
  type OnProgress,
} from './copy-rows.ts';

/**
 * Writes a snapshot of either database into a new SQLite file while the service runs. Sealed values stay sealed. Throws
 * `CopyRefused`.
 */
export async function backUp(
  from: string,
  file: string,
  onProgress: OnProgress = () => undefined,
): Promise<CopiedTable[]> {
  if (existsSync(file)) throw new CopyRefused(`"${file}" is there already. Name a file that is not.`);
  return writeInOnePiece(file, async (part) => {
    await (from.startsWith('sqlite:') ? copyFile(from, part) : copyServer(from, part, onProgress));
    return checkCopy(part);
  });
}

/** Restores a backup into an empty database or a new file. Throws `CopyRefused`. */
export async function restore(
  file: string,
  to: string,
  onProgress: OnProgress = () => undefined,
): Promise<CopiedTable[]> {
  if (!existsSync(file)) throw new CopyRefused(`There is no backup "${file}".`);
  checkCopy(file);
  if (to.startsWith('sqlite:')) return restoreFile(file, to.slice('sqlite:'.length));
  const copy = `${file}.restoring`;
  removeFile(copy);
  try {
    // The copy is migrated; the backup must not change.
    await copyFile(`sqlite:${file}`, copy);
    return await copyDatabase(`sqlite:${copy}`, to, onProgress);
  } finally {
    removeFile(copy);
  }
}

async function restoreFile(file: string, target: string): Promise<CopiedTable[]> {
  if (target === ':memory:') throw new CopyRefused('A database in memory is gone when the command ends.');
  if (existsSync(target))
    throw new CopyRefused(`"${target}" is there already. Stop the service, and move that file away first.`);
  // A service that starts on half a copy would begin an empty installation.
  await writeInOnePiece(target, (part) => copyFile(`sqlite:${file}`, part));
  await (await openDatabase(`sqlite:${target}`)).destroy();
  return checkCopy(target);
}

/** Writes a file under another name first, in a folder that it creates, and leaves no file when that fails. */
async function writeInOnePiece<Result>(
  file: string,
  write: (part: string) => Promise<Result>,
): Promise<Result> {
  const part = `${file}.part`;
  try {
    removeFile(part);
    createPrivateFolder(part);
  } catch (error) {
    throw toCannotWriteError(file, error);
  }
  try {
    const result = await write(part);
    renameSync(part, file);
    return result;
  } finally {
    removeFile(part);
  }
}

/** Does not block writers. */
async function copyFile(from: string, to: string): Promise<void> {
  const file = from.slice('sqlite:'.length);
  if (!existsSync(file)) throw new CopyRefused(`There is no database file "${file}".`);
  // `vacuum into` accepts an empty file, and would create one with the mode of the umask.
  try {
    createPrivateFile(to);
  } catch (error) {
    throw toCannotWriteError(to, error);
  }
  const source = new DatabaseSync(file);
  try {
    source.exec('pragma busy_timeout = 4000');
    source.prepare('vacuum into ?').run(to);
  } finally {
    source.close();
  }
}

function toCannotWriteError(file: string, error: unknown): CopyRefused {
  return new CopyRefused(`"${file}" cannot be written: ${(error as Error).message}.`);
}

async function copyServer(from: string, to: string, onProgress: OnProgress): Promise<void> {
  await refuseOtherVersion(from);
  await (await openDatabase(`sqlite:${to}`)).destroy();
  const source = openWithoutTimeouts(from) as unknown as AnyDatabase;
  const target = new DatabaseSync(to, { enableForeignKeyConstraints: false });
  try {
    target.exec('begin');
    await source
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((snapshot) => copyRows(createPostgresSide(snapshot), createSqliteSide(target), onProgress));
    target.exec('commit');
    target.exec('pragma journal_mode = delete');
  } finally {
    target.close();
    await source.destroy();
  }
}

async function refuseOtherVersion(from: string): Promise<void> {
  const database = await openWithoutMigrating(from);
  try {
    const pending = (await listMigrations(database)).filter(({ ranAt }) => ranAt === null);
    if (pending.length === 0) return;
  } finally {
    await database.destroy();
  }
  throw new CopyRefused(
    'The database has another version. Back it up with that version, or run: cli migrate',
  );
}

/** Checks the whole file: damage must be found before the backup is needed. */
function checkCopy(file: string): CopiedTable[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const verdict = database.prepare('pragma integrity_check').get()?.integrity_check;
    if (verdict !== 'ok') throw new CopyRefused(`"${file}" is damaged: ${String(verdict)}`);
    const names = database.prepare("select name from sqlite_master where type = 'table'").all();
    // Another version may not have all of this one's.
    const tables = COPIED_TABLES.filter((table) => names.some(({ name }) => name === table.name));
    return tables.map(({ name: table }) => ({ table, rows: countOf(database, table) }));
  } catch (error) {
    throw error instanceof CopyRefused ? error : new CopyRefused(`"${file}" is no backup of this service.`);
  } finally {
    database.close();
  }
}

function removeFile(file: string): void {
  for (const each of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) rmSync(each, { force: true });
}
