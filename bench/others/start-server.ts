import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ServerState } from '../child.ts';
import { processorMsOf } from '../process-time.ts';

/** Server to compare with; its CPU time is NaN when its process is unknown. */
export interface OtherServer {
  ask(): Promise<ServerState>;
  stop(): Promise<void>;
}

interface Command {
  name: string;
  node: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  port: number;
  /** Path that answers once the server is ready. */
  ready: string;
}

const TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 200;
const MAX_LOG_LENGTH = 2_000;

/** Starts a Node.js program on the loopback interface and waits until it answers. Throws its last words otherwise. */
export async function startServer(command: Command): Promise<OtherServer> {
  const { PATH = '' } = process.env;
  const child = spawn(command.node, command.args, {
    cwd: command.cwd,
    env: { PATH, NODE_ENV: 'production', ...command.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-MAX_LOG_LENGTH);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    kill();
    await ended;
    process.off('exit', kill);
  };
  const isReady = await answers(
    `http://127.0.0.1:${command.port}${command.ready}`,
    () => child.exitCode !== null,
  );
  const { pid } = child;
  if (!isReady || pid === undefined) {
    await stop();
    throw new Error(`${command.name} did not start: ${log}`);
  }
  return { ask: async () => ({ port: command.port, processorMs: processorMsOf(pid) ?? Number.NaN }), stop };
}

async function answers(url: string, hasEnded: () => boolean): Promise<boolean> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline && !hasEnded()) {
    const response = await fetch(url).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return true;
    await delay(POLL_INTERVAL_MS);
  }
  return false;
}

/** Returns the version in package.json with the commit of the checkout, or without it in a folder that git does not know. */
export async function versionOf(folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    version?: string;
  };
  const head = await promisify(execFile)('git', ['-C', folder, 'rev-parse', '--short=12', 'HEAD']).catch(
    () => undefined,
  );
  const commit = head && `commit ${head.stdout.trim()}`;
  return [version, commit].filter((part) => part !== undefined).join(', ') || 'unknown';
}
