import { setTimeout as wait } from 'node:timers/promises';
import { withTimeout } from '../commerce/with-timeout.ts';
import { runNextJob, type Work } from './run-job.ts';
import type { JobKind } from './job-kind.ts';

export interface JobRunner {
  /** From now on looks for work by itself. */
  start(): void;
  /** Does everything that is due now, and returns when nothing is and nothing is being done. */
  drain(): Promise<void>;
  /** Looks for work now instead of at the next tick. */
  wake(): void;
  /** Takes nothing new, and waits for what is being done; long work is given back at its next note. */
  stop(): Promise<void>;
}

const POLL_INTERVAL_MS = 1_000;
/**
 * Three lanes beside each other. What somebody waits for is done two at a time, as fast as it goes; what is regular two at a time
 * with a rest after each, because all of it is due at once after a pause of the service; what is long one after the other (an
 * import rests by itself).
 */
const LANES = [
  { concurrency: 2, restMs: 0, has: ({ regular, long }: JobKind) => !regular && !long },
  { concurrency: 2, restMs: 50, has: ({ regular, long }: JobKind) => regular && !long },
  { concurrency: 1, restMs: 0, has: ({ long }: JobKind) => long },
] as const;
/** Whatever takes longer is cut off with the process, and its lease runs out. */
const TIMEOUT_MS = 10_000;

interface RunnerOptions extends Work {
  /** Told when the tasks themselves cannot be read. */
  onFailedLook: (error: unknown) => void;
  /** Resolves after so many milliseconds. */
  rest?: (ms: number) => Promise<void>;
}

/** Runs tasks in this process. Any number of processes may do so on one database. */
export function runJobs(options: RunnerOptions): JobRunner {
  let state: 'idle' | 'running' | 'stopped' = 'idle';
  const ending = () => state === 'stopped';
  const lanes = LANES.map(({ has, ...pace }) => lane(options, namesOf(options, has), pace, ending));
  const wake = () => {
    if (state === 'running') for (const each of lanes) each.start();
  };
  let timer: NodeJS.Timeout | undefined;

  return {
    start() {
      if (state !== 'idle') return;
      state = 'running';
      timer = setInterval(wake, POLL_INTERVAL_MS).unref();
      wake();
    },
    wake,
    async drain() {
      // What one does may be work for another.
      for (let done = true; done; ) {
        const counts = await Promise.all(lanes.map((each) => each.drain()));
        done = counts.some((count) => count > 0);
      }
    },
    async stop() {
      state = 'stopped';
      clearInterval(timer);
      await withTimeout({ timeoutMs: TIMEOUT_MS, late: () => undefined }, async () => {
        await Promise.all(lanes.map((each) => each.settled()));
      });
    },
  };
}

function namesOf({ kinds }: RunnerOptions, has: (kind: JobKind) => boolean | undefined): string[] {
  return Object.entries(kinds).flatMap(([name, kind]) => (has(kind) ? [name] : []));
}

interface Pace {
  concurrency: number;
  /** After each task, while nobody waits for all of them. */
  restMs: number;
}

/** Does tasks of some kinds, a few at once. */
function lane(
  options: RunnerOptions,
  names: readonly string[],
  { concurrency, restMs }: Pace,
  ending: () => boolean,
) {
  const working = new Set<Promise<number>>();
  const { rest = wait } = options;

  async function workOff(pauseMs: number): Promise<number> {
    let done = 0;
    while (!ending() && (await runNextJob(options, names, ending))) {
      done += 1;
      if (pauseMs > 0) await rest(pauseMs);
    }
    return done;
  }

  /** How many it did until nothing was due. Never rejects. */
  function start(pauseMs = 0): Promise<number> {
    const one = workOff(pauseMs).catch((error) => {
      options.onFailedLook(error);
      return 0;
    });
    working.add(one);
    void one.finally(() => working.delete(one));
    return one;
  }

  return {
    start() {
      if (working.size < concurrency) void start(restMs);
    },
    async drain(): Promise<number> {
      await Promise.all(working);
      return start();
    },
    async settled(): Promise<void> {
      await Promise.all(working);
    },
  };
}
