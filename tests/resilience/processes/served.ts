import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { after } from 'node:test';
import { freePort } from '../../../testing/free-port.ts';
import { SECRET_KEY, TEST_SETTINGS } from '../../../testing/test-service.ts';

/** Service in its own processes, as an operator starts it. */
export interface Served {
  port: number;
  baseUrl: string;
  pid: number;
  /** Output so far. */
  said(): string;
  signal(signal: NodeJS.Signals): void;
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  /** Kills it, unless it has exited. */
  kill(): Promise<void>;
}

const MAIN = resolve('src/main.ts');
/** As `npm start` and the package's command run it. */
const NO_TEXT_COMPILED = '--disallow-code-generation-from-strings';

const folders = mkdtempSync(join(tmpdir(), 'ucp-host-served-'));
after(() => rmSync(folders, { recursive: true, force: true }));

/** Makes the folder in which a service of this database runs: on PostgreSQL, its simulated shops keep their state there. */
function folderOf(databaseUrl: string): string {
  const folder = join(folders, basename(databaseUrl));
  mkdirSync(folder, { recursive: true });
  return folder;
}

interface ServedOptions {
  databaseUrl: string;
  args?: string[];
  settings?: Record<string, string>;
  port?: number;
}

export async function startServed({
  databaseUrl,
  args = [],
  settings = {},
  port: fixedPort,
}: ServedOptions): Promise<Served> {
  const port = fixedPort ?? (await freePort());
  const env = {
    ...process.env,
    ...TEST_SETTINGS,
    NO_COLOR: '1',
    DATABASE_URL: databaseUrl,
    SECRET_KEY,
    PORT: String(port),
    RATE_LIMIT: 'off',
    ...settings,
  };
  const child = spawn(process.execPath, [NO_TEXT_COMPILED, MAIN, 'serve', ...args], {
    env,
    cwd: folderOf(databaseUrl),
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code ?? 1));
  });
  const hear = hearing(child);
  await hear.until('is ready on', ended);
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    pid: child.pid ?? assert.fail('it has a process id'),
    said: hear.said,
    signal: (signal) => void child.kill(signal),
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Collects the output of a process, and waits for words in it. */
export function hearing(child: ChildProcess) {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      child.emit('said');
    });
  return {
    said: () => output,
    async until(words: string, ended: Promise<unknown>): Promise<void> {
      const over = ended.then(() => 'over');
      while (!output.includes(words)) {
        const next = await Promise.race([once(child, 'said'), over]);
        if (next === 'over') assert.fail(`the service ended: ${output}`);
      }
    },
  };
}
