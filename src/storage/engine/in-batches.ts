import { setTimeout as sleep } from 'node:timers/promises';

/** Requests have the database for four fifths of the time. */
const REST_PER_WORK = 4;

/** Changes rows until a batch is not full, and counts them. Rests after each full batch: SQLite answers while requests wait. */
export async function changeInBatches(size: number, changeBatch: () => Promise<number>): Promise<number> {
  for (let changed = 0; ; ) {
    const startedAt = performance.now();
    const batch = await changeBatch();
    changed += batch;
    if (batch < size) return changed;
    await sleep((performance.now() - startedAt) * REST_PER_WORK);
  }
}
