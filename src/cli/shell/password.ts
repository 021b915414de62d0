import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UsageError } from './errors.ts';

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
