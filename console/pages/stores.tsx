import { Group, Text } from '@mantine/core';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import type { StoreSummary } from '../api-types.ts';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Instant } from '../components/instant.tsx';
import { Link, LinkButton } from '../components/link.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { PlatformName } from '../components/platform.tsx';
import { QueryView } from '../components/query-view.tsx';
import { ExplainedStatus } from '../components/store-status.tsx';
import { TestBadge } from '../components/test-badge.tsx';
import { useStores } from '../session.ts';

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

/** Every store of the account. */
export function Stores() {
  const stores = useStores();
  return (
    <>
      <PageTitle
        lead="Stores where agents can search and buy."
        actions={
          <LinkButton to="/connect" leftSection={<IconPlus size={16} aria-hidden />}>
            Add a store
          </LinkButton>
        }
      >
        Stores
      </PageTitle>
      <QueryView query={stores}>
        {(rows) => (
          <DataTable
            label="Stores"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ slug }) => slug}
            empty={<NoStore />}
          />
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
