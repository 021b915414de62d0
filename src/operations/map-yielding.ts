import { setImmediate } from 'node:timers/promises';
import type { MaybePromise } from '../commerce/maybe-promise.ts';

const BUDGET_MS = 5;

/** Maps items, and yields to the event loop whenever the budget of a turn is spent. Synchronous within the first turn. */
export function mapYielding<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
  results: Result[] = [],
): MaybePromise<Result[]> {
  const until = performance.now() + BUDGET_MS;
  for (const item of items.slice(results.length)) {
    if (performance.now() > until) return setImmediate().then(() => mapYielding(items, map, results));
    results.push(map(item));
  }
  return results;
}
