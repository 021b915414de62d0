import type { Store } from '../../../client/index.ts';
import { isInNeedOfAttention } from '../../../src/commerce/store/fleet-filter.ts';

/** Ranks of stores, the most urgent one leading. */
function urgency(store: Store): number {
  if (store.health?.state === 'failing') return 0;
  if (isInNeedOfAttention(store)) return 1;
  return store.status === 'connected' ? 2 : 3;
}

/** Sorts by urgency: of equally urgent stores the one with the older failure leads, others by name. */
export function byUrgency(stores: readonly Store[]): Store[] {
  const since = ({ health }: Store) => health?.since ?? '9';
  return stores.toSorted(
    (one, other) =>
      urgency(one) - urgency(other) ||
      since(one).localeCompare(since(other)) ||
      one.name.localeCompare(other.name),
  );
}
