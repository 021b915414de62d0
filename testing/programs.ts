import assert from 'node:assert/strict';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian puts servers: not in everybody's PATH. */
const BESIDE_PATH = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** Where a program of this machine is; undefined where it is not. */
export function programAddress(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...BESIDE_PATH];
  return folders.map((folder) => join(folder, name)).find(canRun);
}

/**
 * For a suite's `skip`: false where the program is there. Without it the reason is printed, loudly; but in continuous integration
 * it is installed, and missing there it is a failure.
 */
export function withoutProgram(name: string, debianPackage: string): false | string {
  if (programAddress(name) !== undefined) return false;
  assert.ok(!process.env.CI, `${name} is not installed, and in continuous integration it must be`);
  const reason = `NOT RUN: ${name} is not installed (Debian: apt-get install ${debianPackage})`;
  process.stderr.write(`\n!!! ${reason}\n\n`);
  return reason;
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
