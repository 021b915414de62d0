import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Longest time that an installation takes on a busy machine: the timeout of the hook that calls `installPackages`. */
export const INSTALL_TIMEOUT_MS = 600_000;

/**
 * Installs the packages of a folder with a package.json and lock file of its own, which `npm install` does not bring because
 * few tests need them. Does nothing when the lock file has not changed since.
 */
export async function installPackages(folder: string): Promise<void> {
  const lock = await readFile(join(folder, 'package-lock.json'), 'utf8');
  const installed = join(folder, 'node_modules/.installed-from.json');
  if ((await readFile(installed, 'utf8').catch(() => '')) === lock) return;
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  const args = ['ci', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', args, { cwd: folder, env, timeout: INSTALL_TIMEOUT_MS });
  await writeFile(installed, lock);
}
