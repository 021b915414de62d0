import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const OTHERS = 0o077;

/** Makes the folder of a file where it is missing. One that is there already is its owner's to open or close. */
export function privateFolderOf(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
}

/**
 * Makes an empty file that its owner alone reads, whatever the umask, and closes one that stands open. SQLite gives its -wal,
 * -shm and -journal files the mode of the database file.
 */
export function privateFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const each of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(each) && (statSync(each).mode & OTHERS) !== 0) closeToOthers(each);
  }
}

/** Another user's file, or a file system without modes, is used as it is: refusing to start would protect nothing. */
function closeToOthers(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // Not ours to change.
  }
}
