import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { CommandEnd, CommandStart } from './command-line-process.ts';
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
  const { code, out, errors } = await runCommand({ args, env, input });
  return { code, out: out + errors };
}

const idle: ChildProcess[] = [];

/**
 * Runs a command in a process that has the source loaded, which takes longer than most commands. Commands that run at the
 * same time have a process each.
 */
export async function runCommand(command: Partial<CommandStart> & { args: string[] }): Promise<CommandEnd> {
  const child = idle.pop() ?? start();
  const ended = new AbortController();
  const { signal } = ended;
  try {
    child.send({ env: process.env, input: '', cwd: process.cwd(), ...command });
    const exit = once(child, 'exit', { signal }).then(([code]) =>
      assert.fail(`the process ended with ${code}`),
    );
    const [end] = (await Promise.race([once(child, 'message', { signal }), exit])) as [CommandEnd];
    idle.push(child);
    return end;
  } finally {
    ended.abort();
  }
}

function start(): ChildProcess {
  const child = fork(new URL('./command-line-process.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [`--import=${new URL('./compile-cache.ts', import.meta.url)}`],
  });
  child.unref();
  child.channel?.unref();
  return child;
}
