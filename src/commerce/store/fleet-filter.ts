import type { HealthState } from './health.ts';

/** Store as the merchant API and the console show it. */
interface FleetStore {
  name: string;
  slug: string;
  hosts: readonly string[];
  organization: { id: string } | null;
  labels: readonly string[];
  /** Null for a disconnected store. */
  health: { state: HealthState } | null;
  catalog: { last_error: string | null };
  status: 'connected' | 'disconnected';
  paused_at: string | null;
}

export interface FleetFilter {
  /** A part of the name, the slug or a domain. */
  q?: string | undefined;
  organization?: string | undefined;
  label?: string | undefined;
  view?: string | undefined;
}

export function isInNeedOfAttention({ health, catalog }: Pick<FleetStore, 'health' | 'catalog'>): boolean {
  return health?.state === 'failing' || health?.state === 'warning' || catalog.last_error !== null;
}

export const FLEET_VIEWS = {
  attention: isInNeedOfAttention,
  paused: ({ paused_at }: FleetStore) => paused_at !== null,
  disconnected: ({ status }: FleetStore) => status === 'disconnected',
} satisfies Record<string, (store: FleetStore) => boolean>;

export type FleetView = keyof typeof FLEET_VIEWS;

export function isFleetMatch(store: FleetStore, { q = '', organization, label, view = '' }: FleetFilter) {
  const words = q.toLowerCase();
  return (
    [store.name, store.slug, ...store.hosts].some((text) => text.toLowerCase().includes(words)) &&
    (!organization || store.organization?.id === organization) &&
    (!label || store.labels.includes(label)) &&
    (!Object.hasOwn(FLEET_VIEWS, view) || FLEET_VIEWS[view as FleetView](store))
  );
}
