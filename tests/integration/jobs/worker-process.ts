import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

interface Told {
  ready?: true;
  drained?: true;
  did?: string;
  holds?: string;
  failed?: string;
}

/** Another process on the same database. */
export interface WorkerProcess {
  /** Everything it told so far. */
  told: Told[];
  drain(): void;
  /** Resolves when it has told this. */
  heard(what: keyof Told): Promise<void>;
  /** As a crash does. */
  kill(): Promise<void>;
}

export async function startWorker(url: string, now: number): Promise<WorkerProcess> {
  const child = fork(new URL('./worker.ts', import.meta.url), [url, String(now)]);
  const told: Told[] = [];
  child.on('message', (message) => told.push(message as Told));
  const heard = async (what: keyof Told): Promise<void> => {
    while (!told.some((each) => what in each)) await once(child, 'message');
  };
  await heard('ready');
  return { told, heard, drain: () => void child.send('drain'), kill: () => killed(child) };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
