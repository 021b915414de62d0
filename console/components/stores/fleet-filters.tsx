import { Text } from '@mantine/core';
import type { Store } from '../../../client/index.ts';
import {
  FLEET_VIEWS,
  type FleetView,
  isFleetMatch,
  isInNeedOfAttention,
} from '../../../src/commerce/store/fleet-filter.ts';
import { choicesOf } from '../../choices.ts';
import type { TableState } from '../../table-state.ts';
import { SearchFilter, SelectFilter } from '../filters.tsx';
import type { ListTab } from '../list-tabs.tsx';

/** Number of stores above which a list is searched rather than read. */
const MANY = 5;

/** Names of the filters in the address of the page. */
export const FLEET_FILTERS = ['q', 'organization', 'label', 'view'] as const;

const VIEWS: Record<FleetView, string> = {
  attention: 'Needs attention',
  paused: 'Paused',
  disconnected: 'Disconnected',
};

interface FleetProps {
  stores: readonly Store[];
  state: TableState;
}

/** Views with the number of their stores; those of paused and disconnected stores appear with the first one. */
export function fleetTabs(stores: readonly Store[], view = ''): ListTab[] {
  const views = choicesOf(VIEWS).map(({ value: name, label }) => {
    const { length } = stores.filter(FLEET_VIEWS[name]);
    return { name, length, label: `${label} (${length})` };
  });
  const shownViews = views.filter(({ name, length }) => length > 0 || name === 'attention' || name === view);
  return [
    { label: `All (${stores.length})`, filters: {} },
    ...shownViews.map(({ name, label }) => ({ label, filters: { view: name } })),
  ];
}

/** Filters of many stores or several organizations; empty for a merchant alone. */
export function FleetFilters({ stores, state }: FleetProps) {
  const organizations = organizationsOf(stores);
  const labels = [...new Set(stores.flatMap((store) => store.labels))].toSorted();
  if (stores.length <= MANY && organizations.size < 2 && labels.length === 0) return null;
  const urgent = stores.filter(isInNeedOfAttention).length;
  return (
    <div className="filters">
      <SearchFilter name="q" label="Search" placeholder="Name or domain" state={state} />
      {organizations.size > 1 && (
        <SelectFilter
          name="organization"
          label="Organization"
          all="All organizations"
          options={[...organizations].map(([value, label]) => ({ value, label }))}
          state={state}
        />
      )}
      {labels.length > 0 && (
        <SelectFilter
          name="label"
          label="Label"
          all="All labels"
          options={labels.map((label) => ({ value: label, label }))}
          state={state}
        />
      )}
      <Text size="sm" c="dimmed" mb={8} role="status" className="whole-row">
        {urgent > 0 && `${urgent} of ${stores.length} stores need attention.`}
      </Text>
    </div>
  );
}

export function organizationsOf(stores: readonly Store[]): Map<string, string> {
  return new Map(
    stores.flatMap(({ organization }) => (organization ? [[organization.id, organization.name]] : [])),
  );
}

export function filteredStores({ stores, state: { filters } }: FleetProps): Store[] {
  return stores.filter((store) => isFleetMatch(store, filters));
}
