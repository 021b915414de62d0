const BUDGET_MS = 5;

/** Maps items, and yields to the event loop whenever the budget of a turn is spent. */
export async function mapYielding<Item, Result>(items: readonly Item[], map: (item: Item) => Result) {
  const results: Result[] = [];
  let until = performance.now() + BUDGET_MS;
  for (const item of items) {
    if (performance.now() > until) {
      await new Promise((resolve) => setImmediate(resolve));
      until = performance.now() + BUDGET_MS;
    }
    results.push(map(item));
  }
  return results;
}
