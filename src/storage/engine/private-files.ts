import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

const GROUP_AND_OTHERS = 0o077;

/** Creates the folder of a file with mode 0700; an existing folder keeps its mode. */
export function createPrivateFolder(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
}

/**
 * Creates a file with mode 0600, or corrects the mode of an existing one. SQLite gives its side files the mode of the database.
 * Throws for files that this user may not write: SQLite would open them for reading, and each change would fail later.
 */
export function createPrivateFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const each of [file, `${file}-wal`, `${file}-shm`].filter((path) => existsSync(path))) {
    if ((statSync(each).mode & GROUP_AND_OTHERS) !== 0) restrict(each);
    accessSync(each, constants.W_OK);
  }
}

const SQLITE_HEADER = 'SQLite format 3\u0000';

/** Throws for an existing file that is no database, before its mode is changed: DATABASE_URL may name the wrong file. */
export function requireSqlite(file: string): void {
  if (!existsSync(file)) return;
  const header = Buffer.alloc(SQLITE_HEADER.length);
  const descriptor = openSync(file, 'r');
  const length = readSync(descriptor, header);
  closeSync(descriptor);
  if (length > 0 && header.toString('latin1') !== SQLITE_HEADER) throw new Error('file is not a database');
}

/** Ignores a file of another user and a file system without modes: refusing to start would protect nothing. */
function restrict(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // The mode cannot be changed.
  }
}
