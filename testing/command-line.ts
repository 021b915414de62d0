import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { SECRET_KEY } from './test-service.ts';

export interface Ran {
  code: number;
  /** Output, standard error included. */
  out: string;
}

/** Runs a command on the database of a running service. `input` is its standard input. */
export async function commandLine(
  databaseUrl: string,
  args: string[],
  input = '',
  settings: Record<string, string> = {},
): Promise<Ran> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, SECRET_KEY, NO_COLOR: '1', ...settings };
  const child = spawn(process.execPath, ['src/main.ts', ...args], { env, timeout: 60_000 });
  child.stdin.end(input);
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  const [code, out, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, out: out + errors };
}
