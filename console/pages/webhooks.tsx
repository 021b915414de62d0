import { Badge, Stack } from '@mantine/core';
import type { WebhookDelivery, WebhookPage } from '../activity-types.ts';
import type { Column } from '../components/data-table.tsx';
import { DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Instant } from '../components/instant.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { QueryView } from '../components/query-view.tsx';
import { Subscriptions } from '../components/webhooks/subscriptions.tsx';
import { useStoreQuery } from '../store-context.ts';
import { useTableState } from '../table-state.ts';

const COLUMNS: Column<WebhookDelivery>[] = [
  { key: 'topic', title: 'Topic', render: ({ topic }) => topic },
  {
    key: 'signature',
    title: 'Signature',
    render: ({ signature }) => (
      <Badge color={signature === 'valid' ? 'green' : 'red'}>{signature.replaceAll('_', ' ')}</Badge>
    ),
  },
  { key: 'effect', title: 'Effect', render: ({ effect }) => effect?.replaceAll('_', ' ') ?? '–' },
  { key: 'about', title: 'About', render: ({ order, product }) => order ?? product ?? '–' },
  { key: 'received_at', title: 'Received', render: ({ received_at }) => <Instant at={received_at} /> },
];

const NO_FILTERS: string[] = [];

export function Webhooks() {
  const state = useTableState(NO_FILTERS);
  const query = useStoreQuery<WebhookPage>('/webhooks', state.query, {
    keepPrevious: true,
    refetchInterval: 10_000,
  });
  return (
    <>
      <PageTitle lead="What your shop tells us of products and orders, whether it was really your shop, and what came of it.">
        Webhooks
      </PageTitle>
      <QueryView query={query}>
        {({ items, total, per_page, subscriptions }) => (
          <Stack gap="lg">
            <Subscriptions subscriptions={subscriptions} />
            <DataTable
              label="Deliveries"
              columns={COLUMNS}
              rows={items}
              rowKey={({ id }) => id}
              state={state}
              total={total}
              perPage={per_page}
              empty={
                <EmptyState title="Nothing delivered yet">
                  Change a product in your shop, and its webhook should appear here within seconds. If it does
                  not, subscribe anew.
                </EmptyState>
              }
            />
          </Stack>
        )}
      </QueryView>
    </>
  );
}
