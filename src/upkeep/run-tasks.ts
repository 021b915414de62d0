import { doNextTask, type Work } from './do-task.ts';

export interface TaskRunner {
  /** From now on looks for work by itself. */
  start(): void;
  /** Does everything that is due now, and returns when nothing is and nothing is being done. */
  drain(): Promise<void>;
  /** Looks for work now instead of at the next tick. */
  wake(): void;
  /** Takes nothing new, and waits for what is being done; long work is given back at its next note. */
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
/** The quick ones are done two at a time, the long ones one after the other beside them. */
const AT_ONCE = { quick: 2, long: 1 };
/** Whatever takes longer is cut off with the process, and its lease runs out. */
const PATIENCE_MS = 10_000;

interface RunnerOptions extends Work {
  /** Told when the tasks themselves cannot be read. */
  onFailedLook: (error: unknown) => void;
}

/** Runs tasks in this process. Any number of processes may do so on one database. */
export function runTasks(options: RunnerOptions): TaskRunner {
  let state: 'idle' | 'running' | 'stopped' = 'idle';
  const ending = () => state === 'stopped';
  const lanes = [
    lane(options, namesOf(options, false), AT_ONCE.quick, ending),
    lane(options, namesOf(options, true), AT_ONCE.long, ending),
  ];
  const wake = () => {
    if (state === 'running') for (const each of lanes) each.start();
  };
  let timer: NodeJS.Timeout | undefined;

  return {
    start() {
      if (state !== 'idle') return;
      state = 'running';
      timer = setInterval(wake, LOOK_EVERY_MS).unref();
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
      await within(PATIENCE_MS, Promise.all(lanes.map((each) => each.settled())));
    },
  };
}

function namesOf({ kinds }: RunnerOptions, long: boolean): string[] {
  return Object.keys(kinds).filter((name) => (kinds[name]?.long ?? false) === long);
}

/** Does tasks of some kinds, a few at once. */
function lane(options: RunnerOptions, names: readonly string[], atOnce: number, ending: () => boolean) {
  const working = new Set<Promise<number>>();

  async function workOff(): Promise<number> {
    let done = 0;
    while (!ending() && (await doNextTask(options, names, ending))) done += 1;
    return done;
  }

  /** How many it did until nothing was due. Never rejects. */
  function start(): Promise<number> {
    const one = workOff().catch((error) => {
      options.onFailedLook(error);
      return 0;
    });
    working.add(one);
    void one.finally(() => working.delete(one));
    return one;
  }

  return {
    start() {
      if (working.size < atOnce) void start();
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

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([work, promise]);
  clearTimeout(timer);
}
