import { Group, Text } from '@mantine/core';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import type { StoreSummary } from '../api-types.ts';
import { CsvFileLink } from '../components/csv-link.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Instant } from '../components/instant.tsx';
import { Link, LinkButton } from '../components/link.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { PlatformName } from '../components/platform.tsx';
import { QueryView } from '../components/query-view.tsx';
import { ExplainedStatus } from '../components/store-status.tsx';
import { byUrgency } from '../components/stores/attention.ts';
import {
  FLEET_FILTERS,
  FleetFilters,
  filteredStores,
  organizationsOf,
} from '../components/stores/fleet-filters.tsx';
import { TestBadge } from '../components/test-badge.tsx';
import { useStores } from '../session.ts';
import { useTableState } from '../table-state.ts';

const COLUMNS: readonly Column<StoreSummary>[] = [
  {
    key: 'name',
    title: 'Store',
    render: (store) => (
      <div>
        <Group gap="xs">
          <Link to={`/stores/${store.slug}`} fw={600}>
            {store.name}
          </Link>
          {store.test_mode && <TestBadge />}
        </Group>
        <Text size="xs" c="dimmed" className="break">
          {store.hosts[0] ?? store.slug}
        </Text>
      </div>
    ),
  },
  { key: 'status', title: 'Status', render: (store) => <ExplainedStatus store={store} /> },
  { key: 'platform', title: 'Platform', render: ({ platform }) => <PlatformName platform={platform} /> },
  { key: 'products', title: 'Products', align: 'right', render: (store) => <Products store={store} /> },
  {
    key: 'last_agent_activity_at',
    title: 'Last agent activity',
    align: 'right',
    render: (store) => <Instant at={store.last_agent_activity_at} never="none yet" />,
  },
];

const ORGANIZATION: Column<StoreSummary> = {
  key: 'organization',
  title: 'Organization',
  render: ({ organization }) => <span className="break">{organization?.name}</span>,
};

/** Adds the organization for members of several. */
function columnsFor(stores: readonly StoreSummary[]): readonly Column<StoreSummary>[] {
  const [store, ...others] = COLUMNS;
  return store && organizationsOf(stores).size > 1 ? [store, ORGANIZATION, ...others] : COLUMNS;
}

/** Stores of all organizations of the account, with those first that need attention. */
export function Stores() {
  const stores = useStores();
  const state = useTableState(FLEET_FILTERS);
  return (
    <>
      <PageTitle
        lead="Stores where agents can search and buy."
        actions={
          <Group gap="xs">
            <CsvFileLink path="/stores" query={state.filters} />
            <LinkButton to="/connect" leftSection={<IconPlus size={16} aria-hidden />}>
              Add a store
            </LinkButton>
          </Group>
        }
      >
        Stores
      </PageTitle>
      <QueryView query={stores}>
        {(all) => (
          <>
            <FleetFilters stores={all} state={state} />
            <DataTable
              label="Stores"
              columns={columnsFor(all)}
              rows={byUrgency(filteredStores({ stores: all, state }))}
              rowKey={({ slug }) => slug}
              empty={all.length === 0 ? <NoStore /> : <EmptyState title="Nothing matches these filters" />}
            />
          </>
        )}
      </QueryView>
    </>
  );
}

function Products({ store: { catalog } }: { store: StoreSummary }) {
  if (catalog.importing) return <>syncing… {catalog.importing.read.toLocaleString()}</>;
  return <>{catalog.products.toLocaleString()}</>;
}

function NoStore() {
  return (
    <EmptyState
      icon={IconBuildingStore}
      title="No store is connected yet"
      action={<LinkButton to="/connect">Connect your first store</LinkButton>}
    >
      Agents find nothing until you connect a store. It takes about five minutes.
    </EmptyState>
  );
}
