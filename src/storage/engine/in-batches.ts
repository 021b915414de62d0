import { setImmediate } from 'node:timers/promises';

/**
 * Changes rows until a batch is not full, and returns the number of changed rows. Yields to the event loop after each batch:
 * SQLite answers synchronously.
 */
export async function inBatches(size: number, changeBatch: () => Promise<number>): Promise<number> {
  let changed = 0;
  for (let batch = size; batch >= size; changed += batch) {
    batch = await changeBatch();
    await setImmediate();
  }
  return changed;
}
