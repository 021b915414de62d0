import { readFile, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sayWarning, UsageError } from './terminal.ts';

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

/** Reads the password from standard input, or prompts twice without echo. Other users can list command-line arguments. */
export async function readPassword(fromStdin: boolean | undefined): Promise<string> {
  if (fromStdin) return (await text(process.stdin)).replace(/\r?\n$/, '');
  if (!process.stdin.isTTY)
    throw new UsageError('Without a terminal, send the password to standard input with --password-stdin.');
  const password = await ask('Password: ');
  if ((await ask('Repeat password: ')) !== password) throw new UsageError('The passwords do not match.');
  return password;
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
