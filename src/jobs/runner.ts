import { setTimeout as wait } from 'node:timers/promises';
import { withTimeout } from '../commerce/with-timeout.ts';
import type { JobKind } from './job-kind.ts';
import { runNextJob, type Work } from './run-job.ts';

export interface JobRunner {
  /** Begins to poll for due jobs. */
  start(): void;
  /** Runs all due jobs, and returns when none is due or running. */
  drain(): Promise<void>;
  /** Polls now. */
  wake(): void;
  /** Starts no job, and waits for running ones; a long job is released at its next progress. */
  stop(): Promise<void>;
}

const POLL_INTERVAL_MS = 1_000;
/**
 * Lanes of urgent, recurring, probing, delivering and long jobs. Recurring and probing ones rest after each: all of them are due
 * after a downtime of the service, and many stores must not occupy it.
 */
const LANES = [
  {
    concurrency: 2,
    restMs: 0,
    has: ({ recurring, probe, delivers, long }: JobKind) => !recurring && !probe && !delivers && !long,
  },
  { concurrency: 2, restMs: 50, has: ({ recurring, long }: JobKind) => recurring && !long },
  { concurrency: 16, restMs: 250, has: ({ probe }: JobKind) => probe },
  { concurrency: 4, restMs: 0, has: ({ delivers }: JobKind) => delivers },
  { concurrency: 1, restMs: 0, has: ({ long }: JobKind) => long },
] as const;
/** A job that runs longer is cut off with the process, and its lease expires. */
const STOP_TIMEOUT_MS = 10_000;

interface RunnerOptions extends Work {
  /** Called when due jobs cannot be read, once in each lane until they can be read again. */
  onFailedPoll: (error: unknown) => void;
  rest?: (ms: number) => Promise<void>;
}

/** Runs jobs in this process. Any number of processes may share one database. */
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
      // A job may enqueue jobs of another lane.
      for (let done = true; done; ) {
        const counts = await Promise.all(lanes.map((each) => each.drain()));
        done = counts.some((count) => count > 0);
      }
    },
    async stop() {
      state = 'stopped';
      clearInterval(timer);
      await withTimeout({ timeoutMs: STOP_TIMEOUT_MS, late: () => undefined }, async () => {
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
  /** Pause after each job, except while draining. */
  restMs: number;
}

/** Runs jobs of some kinds with bounded concurrency. */
function lane(
  options: RunnerOptions,
  names: readonly string[],
  { concurrency, restMs }: Pace,
  ending: () => boolean,
) {
  const working = new Set<Promise<number>>();
  const { rest = wait } = options;
  let isFailing = false;

  async function runDue(pauseMs: number): Promise<number> {
    let done = 0;
    while (!ending() && (await runNextJob(options, names, ending))) {
      done += 1;
      if (pauseMs > 0) await rest(pauseMs);
    }
    return done;
  }

  /** Resolves to the number of jobs run until none was due. Never rejects. */
  function start(pauseMs = 0): Promise<number> {
    const run = runDue(pauseMs).then(
      (done) => {
        isFailing = false;
        return done;
      },
      (error) => {
        if (!isFailing) options.onFailedPoll(error);
        isFailing = true;
        return 0;
      },
    );
    working.add(run);
    void run.finally(() => working.delete(run));
    return run;
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
