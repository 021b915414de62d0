import { Worker } from 'node:worker_threads';
import type { Mutex } from './mutex.ts';

/** Interval of checkpoints under load. */
const INTERVAL_MS = 1_000;
/** Below this number of commits no thread is started. */
const MIN_COMMITS = 100;
/** 32 MB: a log of more frames is restarted, for which writers wait some milliseconds. */
const MAX_FRAMES = 8_000;

export interface Checkpointing {
  /** Must be called after every commit. */
  countCommit(): void;
  stop(): Promise<void>;
}

/** Checkpoints the write-ahead log in a thread: on the event loop it would delay requests by tens of milliseconds. Crashes lose nothing. */
export function createCheckpointing(file: string, mutex: Mutex): Checkpointing {
  let commits = 0;
  let timer: NodeJS.Timeout | undefined;
  let thread: Worker | undefined;
  let working: Promise<void> = Promise.resolve();

  async function runCheckpoint(): Promise<void> {
    thread ??= startThread(file);
    if ((await runCheckpointIn(thread)) < MAX_FRAMES) return;
    // A second, short checkpoint without writers empties the log, so that it restarts instead of growing.
    const release = await mutex.take();
    try {
      await runCheckpointIn(thread);
    } finally {
      release();
    }
  }

  /** The next checkpoint starts another thread; SQLite's automatic checkpoint is the fallback. */
  async function giveUp(): Promise<void> {
    const failed = thread;
    thread = undefined;
    await failed?.terminate();
  }

  return {
    countCommit() {
      commits += 1;
      if (commits < MIN_COMMITS || timer !== undefined) return;
      timer = setTimeout(() => {
        commits = 0;
        working = runCheckpoint()
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

/** Returns the number of frames in the log. Rejects when the thread ends. */
function runCheckpointIn(thread: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    const rejectEnded = () => reject(new Error('The checkpointing thread has ended'));
    thread.once('exit', rejectEnded);
    thread.once('message', (frames: number) => {
      thread.off('exit', rejectEnded);
      resolve(frames);
    });
    thread.postMessage('checkpoint');
  });
}
