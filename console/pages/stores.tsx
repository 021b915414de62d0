import { Group, Stack, Text, Title } from '@mantine/core';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import type { Store } from '../../client/index.ts';
import { CsvFileLink } from '../components/csv-link.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Instant } from '../components/instant.tsx';
import { Link, LinkButton } from '../components/link.tsx';
import { ListTabs } from '../components/list-tabs.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { PlatformName } from '../components/platform.tsx';
import { QueryView } from '../components/query-view.tsx';
import { ExplainedStatus } from '../components/store-status.tsx';
import { byUrgency } from '../components/stores/attention.ts';
import {
  FLEET_FILTERS,
  FleetFilters,
  filteredStores,
  fleetTabs,
  organizationsOf,
} from '../components/stores/fleet-filters.tsx';
import { TestBadge } from '../components/test-badge.tsx';
import { useConnectable } from '../permissions.ts';
import { useStores } from '../session.ts';
import { useTableState } from '../table-state.ts';

const COLUMNS: readonly Column<Store>[] = [
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

const ORGANIZATION: Column<Store> = {
  key: 'organization',
  title: 'Organization',
  render: ({ organization }) => organization && <span className="break">{organization.name}</span>,
};

/** Adds the organization for members of several. */
function columnsFor(stores: readonly Store[]): readonly Column<Store>[] {
  const [store, ...others] = COLUMNS;
  return store && organizationsOf(stores).size > 1 ? [store, ORGANIZATION, ...others] : COLUMNS;
}

/** Stores of all organizations of the account, with those first that need attention. */
export function Stores() {
  const stores = useStores();
  const state = useTableState(FLEET_FILTERS);
  const canConnect = useConnectable().length > 0;
  return (
    <>
      <PageTitle
        lead="Stores where agents can search and buy."
        actions={
          <Group gap="xs">
            <CsvFileLink operation="listStores" query={state.applied} size="sm" />
            {canConnect && (
              <LinkButton to="/connect" leftSection={<IconPlus size={16} aria-hidden />}>
                Add a store
              </LinkButton>
            )}
          </Group>
        }
      >
        Stores
      </PageTitle>
      <QueryView query={stores}>
        {(all) => {
          const fleet = (
            <>
              <FleetFilters stores={all} state={state} />
              <Fleet all={all} shown={byUrgency(filteredStores({ stores: all, state }))} />
            </>
          );
          if (all.length < 2) return fleet;
          return (
            <ListTabs label="Stores" tabs={fleetTabs(all, state.filters.view)} state={state}>
              {fleet}
            </ListTabs>
          );
        }}
      </QueryView>
    </>
  );
}

interface FleetProps {
  all: readonly Store[];
  shown: readonly Store[];
}

/** Stores in a table; test stores in one of their own beside real ones. */
function Fleet({ all, shown }: FleetProps) {
  const real = shown.filter(({ test_mode }) => !test_mode);
  const test = shown.filter(({ test_mode }) => test_mode);
  if (real.length === 0 || test.length === 0) return <StoreTable label="Stores" all={all} rows={shown} />;
  return (
    <Stack gap="lg">
      <StoreTable label="Stores" all={all} rows={real} />
      <Stack component="section" aria-label="Test stores" gap="sm">
        <div>
          <Title order={2} size="h4">
            Test stores
          </Title>
          <Text size="sm" c="dimmed">
            Simulated shops of this installation. Nothing is sold or charged there.
          </Text>
        </div>
        <StoreTable label="Test stores" all={all} rows={test} />
      </Stack>
    </Stack>
  );
}

function StoreTable({ label, all, rows }: { label: string; all: readonly Store[]; rows: readonly Store[] }) {
  return (
    <DataTable
      label={label}
      columns={columnsFor(all)}
      rows={rows}
      rowKey={({ slug }) => slug}
      empty={all.length === 0 ? <NoStore /> : <EmptyState title="Nothing matches these filters" />}
    />
  );
}

function Products({ store: { catalog } }: { store: Store }) {
  if (catalog.importing) return <>syncing… {catalog.importing.read.toLocaleString()}</>;
  return <>{catalog.products.toLocaleString()}</>;
}

function NoStore() {
  const canConnect = useConnectable().length > 0;
  return (
    <EmptyState
      icon={IconBuildingStore}
      title="No store is connected yet"
      action={canConnect && <LinkButton to="/connect">Connect your first store</LinkButton>}
    >
      Agents find nothing until you connect a store. It takes about five minutes.
    </EmptyState>
  );
}
