import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Served } from './served.ts';

const run = promisify(execFile);

/** Returns the process ids of a service’s workers, the oldest first. */
export async function findWorkers({ pid }: Served): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  return rows.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

/** Leaves the processor to the service: each look starts `ps` or asks it. */
const LOOK_INTERVAL_MS = 20;

/** Polls until the condition holds; the test's timeout bounds it. */
export async function waitUntil<Value>(
  look: () => Promise<Value>,
  isSo: (value: Value) => boolean,
): Promise<Value> {
  for (;;) {
    const value = await look();
    if (isSo(value)) return value;
    await sleep(LOOK_INTERVAL_MS);
  }
}
