import { setTimeout as wait } from 'node:timers/promises';
import { withTimeout } from '../commerce/time/with-timeout.ts';
import type { Lane } from './job-kind.ts';
import { runNextJob, type Work } from './run-job.ts';

export type JobRunner = ReturnType<typeof runJobs>;

interface Pace {
  concurrency: number;
  /** Pause after each piece of work, except while draining. */
  restMs: number;
}

const POLL_INTERVAL_MS = 1_000;
/** Recurring and probing jobs rest after each: all are due after a downtime, and many stores must not occupy the service. */
const LANES: Record<Lane, Pace> = {
  urgent: { concurrency: 2, restMs: 0 },
  recurring: { concurrency: 2, restMs: 50 },
  probing: { concurrency: 16, restMs: 250 },
  delivering: { concurrency: 4, restMs: 0 },
  long: { concurrency: 1, restMs: 0 },
};
/** A job that runs longer is cut off with the process, and its lease expires. */
const STOP_TIMEOUT_MS = 10_000;

/** Work that is run piece by piece; `runNext` resolves to false when none is due. */
export interface WorkOfLane extends Pace {
  runNext(ending: () => boolean): Promise<boolean>;
}

interface RunnerOptions extends Work {
  others?: readonly WorkOfLane[];
  /** Called when due work cannot be read, once in each lane until they can be read again. */
  onFailedPoll: (error: unknown) => void;
  rest?: (ms: number) => Promise<void>;
}

/** Runs jobs, and other work, in this process. Any number of processes may share one database. */
export function runJobs(options: RunnerOptions) {
  let state: 'idle' | 'running' | 'stopped' = 'idle';
  const isEnding = () => state === 'stopped';
  const { others = [] } = options;
  const byLane = Map.groupBy(Object.keys(options.kinds), (name) => options.kinds[name]?.lane ?? 'urgent');
  const ofJobs = Array.from(byLane, ([name, names]): WorkOfLane => {
    return { ...LANES[name], runNext: (ending) => runNextJob(options, names, ending) };
  });
  const lanes = [...ofJobs, ...others].map((work) => createLane(work, options, isEnding));
  const wake = () => {
    if (state === 'running') for (const each of lanes) each.start();
  };
  let timer: NodeJS.Timeout | undefined;

  return {
    start(): void {
      if (state !== 'idle') return;
      state = 'running';
      timer = setInterval(wake, POLL_INTERVAL_MS).unref();
      wake();
    },
    wake,
    /** Runs all due work, and returns when none is due or running. */
    async drain(): Promise<void> {
      // A job may enqueue jobs of another lane.
      for (let done = true; done; ) {
        const counts = await Promise.all(lanes.map((each) => each.drain()));
        done = counts.some((count) => count > 0);
      }
    },
    /** Starts no job, and waits for running ones; a long job is released at its next progress. */
    async stop(): Promise<void> {
      state = 'stopped';
      clearInterval(timer);
      await withTimeout({ timeoutMs: STOP_TIMEOUT_MS, late: () => undefined }, async () => {
        await Promise.all(lanes.map((each) => each.settled()));
      });
    },
  };
}

function createLane(
  { runNext, concurrency, restMs }: WorkOfLane,
  { rest = wait, onFailedPoll }: Pick<RunnerOptions, 'rest' | 'onFailedPoll'>,
  ending: () => boolean,
) {
  const working = new Set<Promise<number>>();
  let isFailing = false;

  async function runDue(pauseMs: number): Promise<number> {
    let done = 0;
    while (!ending() && (await runNext(ending))) {
      done += 1;
      if (pauseMs > 0) await rest(pauseMs);
    }
    isFailing = false;
    return done;
  }

  /** Resolves to the number of pieces run until none was due. Never rejects. */
  function start(pauseMs = 0): Promise<number> {
    const run = runDue(pauseMs).catch((error) => {
      if (!isFailing) onFailedPoll(error);
      isFailing = true;
      return 0;
    });
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
    settled: () => Promise.all(working),
  };
}
