import type { HealthState } from './health.ts';

/** Store as the merchant API and the console show it. */
interface FleetStore {
  name: string;
  slug: string;
  hosts: readonly string[];
  organization: { id: string } | null;
  /** Null for a disconnected store. */
  health: { state: HealthState } | null;
  catalog: { last_error: string | null };
}

/** Filters of a list of stores; what is empty or left out excludes none. */
export interface FleetFilter {
  /** A part of the name, the slug or a domain. */
  q?: string | undefined;
  /** Id. */
  organization?: string | undefined;
  /** `1`: only stores that need attention. */
  attention?: string | undefined;
}

export function needsAttention({ health, catalog }: Pick<FleetStore, 'health' | 'catalog'>): boolean {
  return health?.state === 'failing' || health?.state === 'warning' || catalog.last_error !== null;
}

export function matchesFleet(store: FleetStore, { q = '', organization, attention }: FleetFilter): boolean {
  const words = q.toLowerCase();
  return (
    [store.name, store.slug, ...store.hosts].some((text) => text.toLowerCase().includes(words)) &&
    (!organization || store.organization?.id === organization) &&
    (attention !== '1' || needsAttention(store))
  );
}
