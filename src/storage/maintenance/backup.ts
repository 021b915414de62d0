import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../engine/database.ts';
import { createPrivateFile, createPrivateFolder } from '../engine/private-files.ts';
import { type CopiedTable, CopyRefused, countCopiedRows } from './copy-database.ts';

/** Writes a snapshot of an SQLite database into a new file while the service runs. Sealed values stay sealed. Throws `CopyRefused`. */
export async function backUp(from: string, file: string): Promise<CopiedTable[]> {
  const source = getFile(from, 'Back it up with pg_dump, or with a base backup and archived WAL');
  if (existsSync(file)) throw new CopyRefused(`"${file}" is there already. Name a file that is not.`);
  return writeInOnePiece(file, (part) => {
    copyFile(source, part);
    return checkCopy(part);
  });
}

/** Restores a backup into a new file. Throws `CopyRefused`. */
export async function restore(file: string, to: string): Promise<CopiedTable[]> {
  const target = getFile(to, 'Restore a dump with pg_restore, or run: copy-database sqlite:<file> <address>');
  if (!existsSync(file)) throw new CopyRefused(`There is no backup "${file}".`);
  checkCopy(file);
  if (target === ':memory:') throw new CopyRefused('A database in memory is gone when the command ends.');
  if (existsSync(target))
    throw new CopyRefused(`"${target}" is there already. Stop the service, and move that file away first.`);
  // A service that starts on half a copy would begin an empty installation.
  writeInOnePiece(target, (part) => copyFile(file, part));
  await (await openDatabase(`sqlite:${target}`)).destroy();
  return checkCopy(target);
}

function getFile(url: string, remedy: string): string {
  if (url.startsWith('sqlite:')) return url.slice('sqlite:'.length);
  throw new CopyRefused(`DATABASE_URL is PostgreSQL. ${remedy} (docs/operations.md, Backup and restore).`);
}

/** Writes a file under another name first, in a folder that it creates, and leaves no file when that fails. */
function writeInOnePiece<Result>(file: string, write: (part: string) => Result): Result {
  const part = `${file}.part`;
  try {
    removeFile(part);
    createPrivateFolder(part);
  } catch (error) {
    throw toCannotWriteError(file, error);
  }
  try {
    const result = write(part);
    renameSync(part, file);
    return result;
  } finally {
    removeFile(part);
  }
}

/** Does not block writers. */
function copyFile(from: string, to: string): void {
  if (!existsSync(from)) throw new CopyRefused(`There is no database file "${from}".`);
  // `vacuum into` accepts an empty file, and would create one with the mode of the umask.
  try {
    createPrivateFile(to);
  } catch (error) {
    throw toCannotWriteError(to, error);
  }
  const source = new DatabaseSync(from);
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

/** Checks the whole file: damage must be found before the backup is needed. */
function checkCopy(file: string): CopiedTable[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const verdict = database.prepare('pragma integrity_check').get()?.integrity_check;
    if (verdict !== 'ok') throw new CopyRefused(`"${file}" is damaged: ${String(verdict)}`);
    return countCopiedRows(database);
  } catch (error) {
    throw error instanceof CopyRefused ? error : new CopyRefused(`"${file}" is no backup of this service.`);
  } finally {
    database.close();
  }
}

function removeFile(file: string): void {
  for (const each of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) rmSync(each, { force: true });
}
