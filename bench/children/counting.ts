import { createHook } from 'node:async_hooks';
import { type Profiler, Session } from 'node:inspector/promises';
import { GCProfiler, getHeapStatistics } from 'node:v8';

/** Activity of the thread since counting began. One kind is counted at a time, because each disturbs the other. */
export interface Counts {
  /** Calls of JavaScript functions, those of Node among them. */
  calls: number;
  promises: number;
  /** Bytes on the heap. */
  allocated: number;
}

type Finish = () => Promise<Partial<Counts>>;

let finish: Finish | undefined;

/** Answers the questions `{ begin: 'calls' }`, `{ begin: 'objects' }` and `{ end: true }` of the benchmark. */
export async function count({ begin, end }: Record<string, unknown>): Promise<Partial<Counts>> {
  if (begin === 'calls') finish = await countCalls();
  if (begin === 'objects') finish = countObjects();
  return end === true && finish ? finish() : {};
}

async function countCalls(): Promise<Finish> {
  const inspector = new Session();
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return async () => {
    const { result } = await inspector.post('Profiler.takePreciseCoverage');
    inspector.disconnect();
    return { calls: result.reduce((sum, script) => sum + callsIn(script), 0) };
  };
}

function callsIn({ functions }: Profiler.ScriptCoverage): number {
  return functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
}

function countObjects(): Finish {
  let promises = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'PROMISE') promises += 1;
    },
  }).enable();
  const collections = new GCProfiler();
  collections.start();
  const first = getHeapStatistics().used_heap_size;
  return async () => {
    const last = getHeapStatistics().used_heap_size;
    hook.disable();
    let allocated = 0;
    let before = first;
    for (const { beforeGC, afterGC } of collections.stop()?.statistics ?? []) {
      allocated += beforeGC.heapStatistics.usedHeapSize - before;
      before = afterGC.heapStatistics.usedHeapSize;
    }
    return { promises, allocated: allocated + last - before };
  };
}
