import { setImmediate } from 'node:timers/promises';

/**
 * Deletes until a batch is not full, and returns the number of deleted rows. Yields to the event loop after each batch: SQLite
 * answers synchronously.
 */
export async function deleteInBatches(size: number, deleteBatch: () => Promise<number>): Promise<number> {
  let deleted = 0;
  for (let batch = size; batch >= size; deleted += batch) {
    batch = await deleteBatch();
    await setImmediate();
  }
  return deleted;
}
