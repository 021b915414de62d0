import { readFile, stat } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { UsageError } from './errors.ts';
import { sayWarning } from './terminal.ts';

const READ_BY_OTHERS = 0o044;

/** Reads a file, or standard input for `-`: arguments are visible to other users of the machine. */
export async function readSecretInput(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`${file} cannot be read: ${error.message}`);
  });
}

/** A pipe and a file system without modes have no other readers. */
async function warnOfReaders(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (process.platform === 'win32' || !stats?.isFile() || (stats.mode & READ_BY_OTHERS) === 0) return;
  sayWarning(`Other users of this machine can read ${file}: chmod 600 ${file}`);
}

/** Reads lines of `name=value`; empty lines and comments (#) are skipped. Throws UsageError for a name that is not known. */
export async function readSecrets(file: string, names: readonly string[]): Promise<Map<string, string>> {
  if (file !== '-') await warnOfReaders(file);
  const lines = (await readSecretInput(file)).split(/\r?\n/).map((line) => line.trim());
  const pairs = lines.flatMap((line, index): [string, string][] => {
    if (line === '' || line.startsWith('#')) return [];
    const [, name = '', value = ''] = /^([\w-]+) *=(.+)$/.exec(line) ?? [];
    if (names.includes(name)) return [[name, value.trim()]];
    throw new UsageError(
      `Line ${index + 1} of the secrets must be <name>=<value>, with one of: ${names.join(', ')}.`,
    );
  });
  return new Map(pairs);
}
