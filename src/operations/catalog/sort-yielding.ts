import { mapYielding } from '../../commerce/paging/map-yielding.ts';

type Compare<Item> = (one: Item, other: Item) => number;

const RUN_LENGTH = 500;

/** Sorts a copy; yields to the event loop as `mapYielding` does. */
export async function sortYielding<Item>(items: readonly Item[], compare: Compare<Item>) {
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

/** Merges two sorted runs; equal items of the first run come first. */
async function merge<Item>(first: readonly Item[], second: readonly Item[], compare: Compare<Item>) {
  let [place, otherPlace] = [0, 0];
  return mapYielding([...first, ...second], () => {
    const [one, other] = [first[place], second[otherPlace]] as [Item, Item];
    const isFirst = otherPlace === second.length || (place < first.length && compare(one, other) <= 0);
    if (isFirst) place += 1;
    else otherPlace += 1;
    return isFirst ? one : other;
  });
}
