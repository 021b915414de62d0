import { setImmediate } from 'node:timers/promises';

/** Of one turn of the event loop; what is left is done in the next ones. */
const BUDGET_MS = 5;

/** Maps items that may take long, and leaves the event loop to other requests whenever the budget of a turn is spent. */
export async function mapWithConcurrency<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let turnBegan = performance.now();
  for (const item of items) {
    if (performance.now() - turnBegan > BUDGET_MS) {
      await setImmediate();
      turnBegan = performance.now();
    }
    results.push(map(item));
  }
  return results;
}
