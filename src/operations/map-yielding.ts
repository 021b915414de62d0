import { setImmediate } from 'node:timers/promises';

const BUDGET_MS = 5;

/** Maps items, and yields to the event loop whenever the budget of a turn is spent. */
export async function mapYielding<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let startedAt = performance.now();
  for (const item of items) {
    if (performance.now() - startedAt > BUDGET_MS) {
      await setImmediate();
      startedAt = performance.now();
    }
    results.push(map(item));
  }
  return results;
}
