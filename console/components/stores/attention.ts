import type { StoreSummary } from '../../api-types.ts';

/** Ranks of stores, the most urgent one leading. */
function urgency({ status, health, catalog }: StoreSummary): number {
  if (health?.state === 'failing') return 0;
  if (health?.state === 'warning' || catalog.last_error !== null) return 1;
  return status === 'connected' ? 2 : 3;
}

export function needsAttention(store: StoreSummary): boolean {
  return urgency(store) < 2;
}

/** Sorts by urgency: of equally urgent stores the one with the older failure leads, others by name. */
export function byUrgency(stores: readonly StoreSummary[]): StoreSummary[] {
  const since = ({ health }: StoreSummary) => health?.since ?? '9';
  return stores.toSorted(
    (one, other) =>
      urgency(one) - urgency(other) ||
      since(one).localeCompare(since(other)) ||
      one.name.localeCompare(other.name),
  );
}
