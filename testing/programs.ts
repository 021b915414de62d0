import assert from 'node:assert/strict';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's folder of server programs, which PATH may lack. */
const BESIDE_PATH = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** Returns the path of a program, or undefined when it is not installed. */
export function programAddress(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...BESIDE_PATH];
  return folders.map((folder) => join(folder, name)).find(canRun);
}

/**
 * Returns a suite's `skip`: false when the program is installed, else the printed reason. With CI set a missing program is
 * a failure.
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
