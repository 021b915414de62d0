import { Worker } from 'node:worker_threads';
import type { Mutex } from './mutex.ts';

/** Written to, the file is brought up to date about once in this time. */
const INTERVAL_MS = 1_000;
/** So few commits are left to SQLite itself, and no thread is started for them. */
const FEW = 100;

export interface Checkpointing {
  /** To be called after every commit. */
  committed(): void;
  stop(): Promise<void>;
}

/**
 * Moves what was committed from the write-ahead log into the file, in a thread of its own: that takes tens of milliseconds
 * under load, in which nobody would be answered. Cut off at any point it is done again by whoever opens the file next: what
 * is committed is in the log until it is in the file, both synced.
 */
export function checkpointing(file: string, mutex: Mutex): Checkpointing {
  let commits = 0;
  let timer: NodeJS.Timeout | undefined;
  let thread: Worker | undefined;
  let working: Promise<void> = Promise.resolve();

  async function checkpoint(): Promise<void> {
    thread ??= startThread(file);
    await asked(thread);
    // What was written meanwhile is little. With nobody writing it is all, and the log begins anew instead of growing.
    const release = await mutex.take();
    try {
      await asked(thread);
    } finally {
      release();
    }
  }

  /** The next one begins with another thread; until then SQLite does it by itself, once there is a lot. */
  async function giveUp(): Promise<void> {
    const failed = thread;
    thread = undefined;
    await failed?.terminate();
  }

  return {
    committed() {
      commits += 1;
      if (commits < FEW || timer !== undefined) return;
      timer = setTimeout(() => {
        commits = 0;
        working = checkpoint()
          .catch(giveUp)
          .then(() => {
            timer = undefined;
          });
      }, INTERVAL_MS).unref();
    },
    async stop() {
      clearTimeout(timer);
      await working;
      await thread?.terminate();
    },
  };
}

function startThread(file: string): Worker {
  const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: { file } });
  thread.on('error', () => undefined);
  thread.unref();
  return thread;
}

/** Rejects when the thread has ended. */
function asked(thread: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The checkpointing thread has ended'));
    thread.once('exit', ended);
    thread.once('message', () => {
      thread.off('exit', ended);
      resolve();
    });
    thread.postMessage('checkpoint');
  });
}
