import { mapYielding } from './map-yielding.ts';

type Compare<Item> = (one: Item, other: Item) => number;

const RUN_LENGTH = 500;

/** Sorts a copy; yields to the event loop as `mapYielding` does. */
export async function sortYielding<Item>(
  items: readonly Item[],
  compare: Compare<Item>,
): Promise<readonly Item[]> {
  const starts = Array.from({ length: Math.ceil(items.length / RUN_LENGTH) }, (_, run) => run * RUN_LENGTH);
  let runs: readonly (readonly Item[])[] = await mapYielding(starts, (start) =>
    items.slice(start, start + RUN_LENGTH).sort(compare),
  );
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Merges two sorted runs; of equal items those of the first come first. */
async function merge<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: Compare<Item>,
): Promise<readonly Item[]> {
  let [taken, added] = [0, 0];
  return mapYielding([...first, ...second], () => {
    const [one, other] = [first[taken], second[added]] as [Item, Item];
    const isFirst = added === second.length || (taken < first.length && compare(one, other) <= 0);
    if (isFirst) taken += 1;
    else added += 1;
    return isFirst ? one : other;
  });
}
