import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

type WorkerMessage = { ready?: true; drained?: true; did?: string; holds?: string; failed?: string };

/** Another process on the same database. */
export interface WorkerProcess {
  /** Messages so far. */
  messages: WorkerMessage[];
  drain(): void;
  /** Resolves when a message with this member has come. */
  heard(what: keyof WorkerMessage): Promise<void>;
  /** SIGKILL, as in a crash. */
  kill(): Promise<void>;
}

export async function startWorker(url: string, now: number): Promise<WorkerProcess> {
  const child = fork(new URL('./worker.ts', import.meta.url), [url, String(now)], { execArgv: [] });
  const messages: WorkerMessage[] = [];
  child.on('message', (message) => messages.push(message as WorkerMessage));
  const heard = async (what: keyof WorkerMessage): Promise<void> => {
    while (!messages.some((each) => what in each)) await once(child, 'message');
  };
  await heard('ready');
  return { messages, heard, drain: () => void child.send('drain'), kill: () => killed(child) };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
